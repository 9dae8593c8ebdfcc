"""New bytes of chunks that are to lie outside of the footer, put aside until they have a place there. A wide file has so many that they are
columns of numbers: an object for each takes more than its footer."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple, Self

from inlay.ground.files.spill import Spill
from inlay.ground.files.spliced import FileExtent
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.packed_chunks import TOGETHER, pack_chunks, pack_group
from inlay.pages.engine.piece import BLOOM_FILTER, COLUMN_INDEX, OFFSET_INDEX, PieceKind
from parquet_format.parquet import ColumnChunk, FileMetaData, RowGroup

KINDS: Final = (BLOOM_FILTER, COLUMN_INDEX, OFFSET_INDEX)
"""As they lie behind each other."""


class PartPlace(NamedTuple):
    """A part of the chunk of a column in a row group, both by number."""

    group: int
    column: int
    offset: int
    length: int


class AddedParts:
    """Those of a kind lie side by side, in the order in which they are added."""

    def __init__(self) -> None:
        self._of_kinds = {kind: _PartsOfKind(Spill(len(KINDS))) for kind in KINDS}

    def beside(self) -> Self:
        """None yet, for others that are put aside where these are."""
        other = type(self)()
        other._of_kinds = {kind: _PartsOfKind(it.spill) for kind, it in self._of_kinds.items()}
        return other

    def add(
        self, group: int, columns: Sequence[int], parts: Sequence[Mapping[PieceKind, bytes]]
    ) -> None:
        """The new parts of these chunks of a row group, of each chunk a mapping."""
        for kind in KINDS:
            data = [it[kind] for it in parts if kind in it]
            if not data:
                continue
            own = columns
            if len(data) < len(parts):
                own = [at for at, it in zip(columns, parts, strict=True) if kind in it]
            self._of_kinds[kind].extend(group, own, data)

    def take(self, other: Self, columns: Sequence[int]) -> None:
        """Those of `other`, which lie beside these, of these columns: one column after the other."""
        ranks = {column: rank for rank, column in enumerate(columns)}
        for kind, it in self._of_kinds.items():
            more = other._of_kinds[kind]
            ranked = [(ranks[at], number) for number, at in enumerate(more.columns) if at in ranks]
            for _, number in sorted(ranked):
                it.append(*more.part(number))

    def drop_groups(self, numbers: Collection[int]) -> None:
        """Those of these row groups go; the others are numbered as they are without these."""
        lost = sorted(numbers)
        left = AddedParts()
        for kind, it in self._of_kinds.items():
            kept = left._of_kinds[kind] = _PartsOfKind(it.spill)
            for part in self.of(kind):
                if part.group not in numbers:
                    kept.append(*part._replace(group=part.group - bisect_left(lost, part.group)))
        self._of_kinds = left._of_kinds

    def has(self, kind: PieceKind) -> bool:
        return len(self._of_kinds[kind].groups) > 0

    def of(self, kind: PieceKind) -> Iterator[PartPlace]:
        """In their order, with where they are put aside."""
        return iter(self._of_kinds[kind])

    def extents(self, kind: PieceKind) -> Iterator[FileExtent]:
        """Their bytes, in their order; of those that are put aside behind each other together."""
        it = self._of_kinds[kind]
        start = end = 0
        for offset, length in zip(it.offsets, it.lengths, strict=True):
            if offset != end:
                if start != end:
                    yield FileExtent(it.spill, start, end - start)
                start = offset
            end = offset + length
        if start != end:
            yield FileExtent(it.spill, start, end - start)

    def measure_columns(self) -> dict[int, int]:
        """Bytes, by column."""
        sizes: dict[int, int] = {}
        for kind in KINDS:
            for part in self.of(kind):
                sizes[part.column] = sizes.get(part.column, 0) + part.length
        return sizes

    def lead_to(
        self, metadata: FileMetaData, starts: Mapping[PieceKind, int], *, packs: bool
    ) -> None:
        """Tells chunks where their parts lie, those of each kind from its start on, one behind the other. With `packs`, row groups become
        bytes again, and nobody may hold one of them."""
        placed = [_PlacedParts(kind, self._of_kinds[kind], start) for kind, start in starts.items()]
        for number, group in enumerate(metadata.row_groups):
            # Some of each kind: most chunks have all of theirs among them, and become bytes once.
            while done := {at for it in placed for at in it.lead_some(group, number)}:
                if packs and len(done) >= TOGETHER:
                    pack_chunks(group, done)
            if packs:
                pack_group(metadata, number)


class _PartsOfKind:
    __slots__ = ("columns", "groups", "lengths", "offsets", "spill")

    def __init__(self, spill: Spill) -> None:
        self.spill = spill
        self.groups = array("i")
        self.columns = array("i")
        self.offsets = array("q")
        self.lengths = array("q")

    def append(self, group: int, column: int, offset: int, length: int) -> None:
        self.groups.append(group)
        self.columns.append(column)
        self.offsets.append(offset)
        self.lengths.append(length)

    def extend(self, group: int, columns: Sequence[int], data: Sequence[bytes]) -> None:
        """Of these columns in one row group."""
        offset = self.spill.append(b"".join(data)).offset
        lengths = [*map(len, data)]
        self.groups.extend([group] * len(data))
        self.columns.extend(columns)
        self.offsets.extend(accumulate(lengths[:-1], initial=offset))
        self.lengths.extend(lengths)

    def part(self, at: int) -> PartPlace:
        return PartPlace(self.groups[at], self.columns[at], self.offsets[at], self.lengths[at])

    def __iter__(self) -> Iterator[PartPlace]:
        rows = zip(self.groups, self.columns, self.offsets, self.lengths, strict=True)
        return map(PartPlace._make, rows)


class _PlacedParts:
    """Those of a kind, row group by row group, one behind the other from `start` on."""

    def __init__(self, kind: PieceKind, parts: _PartsOfKind, start: int) -> None:
        self._kind = kind
        self._parts = parts
        self._offsets = array("q", accumulate(parts.lengths, initial=start))
        groups, count = parts.groups, len(parts.groups)
        is_in_order = groups.tolist() == sorted(groups)
        self._order = range(count) if is_in_order else sorted(range(count), key=groups.__getitem__)
        self._done = 0

    def lead_some(self, group: RowGroup, number: int) -> list[int]:
        """Tells the next chunks of the row group with this number where their parts are; the columns of these."""
        first, order, parts = self._done, self._order, self._parts
        most = min(first + TOGETHER, len(order))
        self._done = bisect_right(order, number, first, most, key=parts.groups.__getitem__)
        some = order[first : self._done]
        columns = [parts.columns[at] for at in some]
        all_chunks = group.columns
        chunks = [all_chunks[column] for column in columns]
        places = [(self._offsets[at], parts.lengths[at]) for at in some]
        _lead_to(chunks, self._kind, places)
        return columns


def _lead_to(
    chunks: Sequence[ColumnChunk], kind: PieceKind, places: Sequence[tuple[int, int]]
) -> None:
    """To where their parts of one kind are, by offset and length."""
    if kind is OFFSET_INDEX:
        for chunk, place in zip(chunks, places, strict=True):
            chunk.offset_index_offset, chunk.offset_index_length = place
    elif kind is COLUMN_INDEX:
        for chunk, place in zip(chunks, places, strict=True):
            chunk.column_index_offset, chunk.column_index_length = place
    else:
        for meta, place in zip(map(metadata_of, chunks), places, strict=True):
            meta.bloom_filter_offset, meta.bloom_filter_length = place

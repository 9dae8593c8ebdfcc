"""Where the parts of a packed body are, in a few numbers for each chunk: its row groups may be far more than fit in memory."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Final, TypeAlias

from inlay.pages.engine.beside import Beside
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_of
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.pages.engine.joined_group import JoinedGroup
from inlay.pages.engine.left_out import LeftOut
from inlay.pages.engine.moved import Extent, MovedSource
from inlay.pages.engine.moving_chunk import Misfit, MovingChunk
from inlay.pages.engine.offsets import change_row_group
from inlay.pages.engine.page_list import PageList, PageLists
from inlay.pages.engine.piece import BLOOM_FILTER, COLUMN_INDEX, OFFSET_INDEX, PieceKind, Place
from inlay.pages.engine.plan import Origin
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.pages.engine.void_nulls import VoidNulls
from inlay.pages.engine.whole_group import WholeGroup, WholePages
from inlay.pages.engine.whole_indexes import move_indexes
from parquet_format.parquet import ColumnChunk, ColumnMetaData, RowGroup

PackedRowGroup: TypeAlias = tuple[RowGroup, Sequence[Origin]]
"""As the new footer has it, but for its offsets and sizes; and the chunks that its chunks are."""

AnyRowGroup: TypeAlias = "PackedRowGroup | WholeGroup | JoinedGroup"
"""One to be moved chunk by chunk, or one that moves whole, or in parts that do."""

RowGroups: TypeAlias = Callable[[], Iterator[AnyRowGroup]]
"""Those of the new file, in order, and the same whenever they are asked for."""

_NOWHERE: Final = Extent(0, 0)

_PARTS: Final = (BLOOM_FILTER, COLUMN_INDEX, OFFSET_INDEX)


class PackedBody:
    """Chunks have numbers, in the order of the new file. Nothing begins at 0, where the magic is."""

    def __init__(self, row_groups: RowGroups, beside: Beside) -> None:
        self._row_groups = row_groups
        self._beside = beside
        self._starts = array("q")
        self._sizes = array("q")
        self._parts = {kind: (array("q"), array("q")) for kind in _PARTS}
        self._are_whole = bytearray()
        """Of row groups."""

        self.page_lists = PageLists()
        self.kinds: set[PieceKind] = set()
        """What chunks have beside their pages."""

        self.left_out = LeftOut()
        """What of that did not fit, and stays behind."""

        self.void_nulls = VoidNulls()
        """What a column index contradicts that did not fit."""

    def __len__(self) -> int:
        """Chunks so far."""
        return len(self._starts)

    def add_group(
        self, row_group: RowGroup, landed: Mapping[int, tuple[int, int, PageList]]
    ) -> None:
        """The place of the pages of each column, their bytes, and what is known of them."""
        self._are_whole.append(False)
        for column, chunk in enumerate(row_group.columns):
            self._add_chunk(chunk, *landed[column])

    def add_whole(
        self, group: WholeGroup | JoinedGroup, start: int, pages: Sequence[WholePages]
    ) -> None:
        """`pages` are those of its parts."""
        self._are_whole.append(True)
        if group.has_others:
            lists = (
                part_pages.list_of(column)
                for part, part_pages in zip(group.parts, pages, strict=True)
                for column in range(part.chunk_count)
            )
            for chunk, page_list in zip(group.chunks(), lists, strict=True):
                self.kinds.update(chunk.kinds())
                self._starts.append(start)
                start += chunk.size
                self._sizes.append(chunk.size)
                self.page_lists.append(page_list)
            return
        # Nobody asks for any but the first, unless the row group is decoded after all: `_spread`.
        count = group.chunk_count
        self._starts.extend(repeat(start, count))
        self._sizes.extend(repeat(0, count))
        self.page_lists.append_empty(count)

    def _add_chunk(self, chunk: ColumnChunk, start: int, size: int, pages: PageList) -> None:
        if metadata_of(chunk).bloom_filter_offset is not None:
            self.kinds.add(BLOOM_FILTER)
        if chunk.column_index_offset is not None:
            self.kinds.add(COLUMN_INDEX)
        if chunk.offset_index_offset is not None:
            self.kinds.add(OFFSET_INDEX)
        self._starts.append(start)
        self._sizes.append(size)
        self.page_lists.append(pages)

    def add_part(self, kind: PieceKind, chunk: int, start: int, size: int) -> None:
        starts, sizes = self._parts[kind]
        missing = len(self._starts) - len(starts)
        if missing:
            starts.extend([0] * missing)
            sizes.extend([0] * missing)
        starts[chunk], sizes[chunk] = start, size

    def leave_out(self, kind: PieceKind, group: int, moving: MovingChunk, misfit: Misfit) -> None:
        """A part of a chunk stays behind, so its row group, by its number, is no longer as it was."""
        self._are_whole[group] = False
        self.left_out.add(kind, moving, misfit)

    def list_notes(self) -> list[str]:
        """Of what stays behind."""
        return [*self.left_out.list_notes(), *self.void_nulls.list_notes()]

    def groups(self) -> Iterator[tuple[int, int, AnyRowGroup]]:
        """Each with its number, and that of its first chunk; without those that moved whole and have nothing but pages."""
        for number, (first, group) in enumerate(self._groups()):
            if not isinstance(group, WholeGroup | JoinedGroup) or group.has_others:
                yield number, first, group

    def move_indexes(
        self, kind: PieceKind, first: int, group: WholeGroup | JoinedGroup
    ) -> list[tuple[int, bytes]] | None:
        """Those of one kind, as they are behind the pages where these are now, each with its column. None where they have to be
        looked at one by one."""
        moved: list[tuple[int, bytes]] = []
        column = 0
        for part in group.parts:
            numbers = range(first + column, first + column + part.chunk_count)
            pages = [self.page_lists[number] for number in numbers]
            its = move_indexes(part, kind, pages, [self._starts[number] for number in numbers])
            if its is None:
                return None
            moved += [(column + own, data) for own, data in its]
            column += part.chunk_count
        return moved

    def _groups(self) -> Iterator[tuple[int, AnyRowGroup]]:
        """Each with the number of its first chunk. Those that were taken apart after all are objects."""
        first = 0
        for number, group in enumerate(self._row_groups()):
            known = group if self._are_whole[number] else decode(group)
            yield first, known
            if isinstance(known, WholeGroup | JoinedGroup):
                first += known.chunk_count
            else:
                first += len(known[1])

    def note_pages(self, number: int, place: Place, chunk: ColumnChunk, moved: MovedSource) -> None:
        start, _ = locate_pages(metadata_of(chunk))
        moved.pages.put(place, start, start + self._sizes[number], self._starts[number])

    def row_groups(self) -> Iterator[RowGroup]:
        """As the new footer has them. Raises PlacementRefusedError for one that does not lead to its pages."""
        for group in self.placed_groups():
            yield RowGroup.decode(group) if isinstance(group, bytes) else group

    def placed_groups(self) -> Iterator[RowGroup | bytes]:
        """The same; bytes, which were read back, are of those that moved whole."""
        for first, group in self._groups():
            encoded = None
            if isinstance(group, WholeGroup | JoinedGroup) and not self.void_nulls:
                encoded = self._place_whole(first, group)
            if encoded is None:
                if isinstance(group, WholeGroup | JoinedGroup) and not group.has_others:
                    self._spread(first, group)
                yield self._place(first, *decode(group))
            else:
                yield encoded

    def _spread(self, first: int, group: WholeGroup | JoinedGroup) -> None:
        """Where each chunk is that moved with its row group: they follow each other."""
        start = self._starts[first] if group.chunk_count else 0
        for number, chunk in enumerate(group.chunks(), first):
            self._starts[number], self._sizes[number] = start, chunk.size
            start += chunk.size

    def _place_whole(self, first: int, group: WholeGroup | JoinedGroup) -> bytes | None:
        others: list[int] | None = None
        if group.has_others:
            others = []
            for number in range(first, first + group.chunk_count):
                bloom_filter, column_index, offset_index = (
                    self._part(kind, number) or _NOWHERE for kind in _PARTS
                )
                others += [bloom_filter.offset, column_index.offset, *offset_index]
        self._beside.pass_over(group.size)
        return group.place(self._starts[first], others)

    def _place(self, first: int, row_group: RowGroup, origins: Sequence[Origin]) -> RowGroup:
        change_row_group(row_group, origins, self._moved(first, row_group, origins))
        for number, chunk in enumerate(row_group.columns, first):
            _grow(metadata_of(chunk), self._sizes[number])
            self._require_reached(number, metadata_of(chunk))
        self.void_nulls.drop(row_group, first)
        _sum_up(row_group)
        self._beside.describe(first, row_group)
        return row_group

    def _moved(
        self, first: int, row_group: RowGroup, origins: Sequence[Origin]
    ) -> dict[ThriftFile, MovedSource]:
        sources = {source: MovedSource(None) for source, _ in origins}
        for number, chunk in enumerate(row_group.columns, first):
            source, place = origins[number - first]
            moved = sources[source]
            self.note_pages(number, place, chunk, moved)
            if (bloom_filter := self._part(BLOOM_FILTER, number)) is not None:
                moved.bloom_filters[place] = bloom_filter.offset
            if (column_index := self._part(COLUMN_INDEX, number)) is not None:
                moved.column_indexes[place] = column_index.offset
            if (offset_index := self._part(OFFSET_INDEX, number)) is not None:
                moved.offset_indexes[place] = offset_index
        return sources

    def _part(self, kind: PieceKind, number: int) -> Extent | None:
        starts, sizes = self._parts[kind]
        return Extent(starts[number], sizes[number]) if starts and starts[number] else None

    def _require_reached(self, number: int, meta: ColumnMetaData) -> None:
        start, size = self._starts[number], self._sizes[number]
        if (size or meta.num_values) and locate_pages(meta) != (start, start + size):
            name = ".".join(meta.path_in_schema)
            raise PlacementRefusedError(f"column {name} does not lead to its pages at {start:,}")


def decode(group: AnyRowGroup) -> PackedRowGroup:
    return group.decode() if isinstance(group, WholeGroup | JoinedGroup) else group


def _grow(meta: ColumnMetaData, size: int) -> None:
    """A chunk may have been longer than it said."""
    meta.total_uncompressed_size += size - meta.total_compressed_size
    meta.total_compressed_size = size


def _sum_up(row_group: RowGroup) -> None:
    """The sizes of a row group whose chunks are known; what it did not say before it does not say now."""
    chunks = [metadata_of(chunk) for chunk in row_group.columns]
    row_group.total_byte_size = sum(meta.total_uncompressed_size for meta in chunks)
    if row_group.total_compressed_size is not None:
        row_group.total_compressed_size = sum(meta.total_compressed_size for meta in chunks)

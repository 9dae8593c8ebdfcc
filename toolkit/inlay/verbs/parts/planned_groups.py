"""The row groups of a plan: which of which source, and what is made of them. They are decoded when somebody asks."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from inlay.ground.schema.tree import Node
from inlay.ground.wording.amounts import count
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.packed_body import PackedRowGroup, decode
from inlay.pages.engine.plan import Origin
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.pages.engine.whole_group import WholeGroup
from inlay.verbs.parts.file_level import list_foreign
from inlay.verbs.parts.null_columns import build_null_columns
from inlay.verbs.parts.source import PartSource
from parquet_format.parquet import ColumnChunk, RowGroup, SortingColumn

Places = Sequence[int | None]
"""For each leaf of the result, its number in a file; None if the file lacks it."""


MOST_NUMBERED = 32_768
"""Row groups of a file in which they have an ordinal: `RowGroup.ordinal` is an i16, and counts from 0."""


class Take(NamedTuple):
    """What a plan takes of a source; the numbers of row groups are in the order of the result."""

    part: PartSource
    places: Places
    row_groups: Sequence[int]


class PlannedGroups:
    """Calling it gives the row groups in order, each with where its chunks come from unless it moves whole, and the same each
    time."""

    def __init__(
        self, takes: Sequence[Take], leaves: Sequence[Node], *, agree_on_sorting: bool = False
    ) -> None:
        """`agree_on_sorting`: they keep sorting columns only if all have the same."""
        self._takes = [(take, _choose_whole(take, is_alone=len(takes) == 1)) for take in takes]
        self._leaves = leaves
        self._has_ordinals = False
        self.is_sorted = False
        """Whether the row groups have sorting columns."""
        self.drops_sorting = False
        self.rows = array("q")
        self.copied = 0
        """Bytes of pages, filters and indexes, as the footers of the sources say."""
        self.notes: list[str] = []
        """What row groups and chunks carry that only its author knows."""
        self._survey(agree_on_sorting=agree_on_sorting)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def longest_footer(self) -> int:
        """Bytes, among those of the sources."""
        return max((len(take.part.file.thrift) for take, _ in self._takes), default=0)

    def __call__(self) -> Iterator[PackedRowGroup | WholeGroup]:
        for number, group in enumerate(self._arranged()):
            # If some say it, all have to: arrow-rs refuses other files.
            if isinstance(group, WholeGroup) and group.has_ordinal == self._has_ordinals:
                yield group._replace(ordinal=number) if self._has_ordinals else group
                continue
            row_group, origins = decode(group)
            row_group.ordinal = number if self._has_ordinals else None
            if self.drops_sorting:
                row_group.sorting_columns = None
            yield row_group, origins

    def _survey(self, *, agree_on_sorting: bool) -> None:
        first: list[SortingColumn] | None = None
        foreign = list[str]()
        for group in self._arranged():
            if isinstance(group, WholeGroup):  # has nothing of the kind
                sorting, rows, copied = None, group.rows, group.copied
                self._has_ordinals |= group.has_ordinal
            else:
                row_group = group[0]
                sorting, rows = row_group.sorting_columns, row_group.num_rows
                copied = sum(map(_size_of, row_group.columns))
                self._has_ordinals |= row_group.ordinal is not None
                foreign += list_foreign(row_group)
                for chunk in row_group.columns:
                    foreign += list_foreign(chunk) + list_foreign(metadata_of(chunk))
            if not self.rows:
                first = sorting
                self.is_sorted = bool(sorting)
            elif agree_on_sorting and sorting != first:
                self.drops_sorting = True
            self.rows.append(rows)
            self.copied += copied
        if self._has_ordinals and len(self.rows) > MOST_NUMBERED:
            self._has_ordinals = False
            said = f"{count(len(self.rows), 'row group')}, and ordinals number {MOST_NUMBERED:,}"
            self.notes.append(f"row groups lose their ordinals: the result has {said} at most")
        self.notes += [
            f"{what} of chunks or row groups is kept as it is: if it holds offsets, they are old"
            for what in dict.fromkeys(foreign)
        ]

    def _arranged(self) -> Iterator[PackedRowGroup | WholeGroup]:
        for (part, places, numbers), whole in self._takes:
            row_groups = list[RowGroup]()
            for number in numbers:
                group = whole(number) if whole is not None else None
                if group is not None and group.is_small:
                    yield group
                    continue
                row_groups = row_groups or part.row_groups()
                row_group = row_groups[number]
                row_group.sorting_columns = renumber_sorting(row_group.sorting_columns, places)
                yield row_group, self._arrange_columns(row_group, part.file, number, places)

    def _arrange_columns(
        self, row_group: RowGroup, file: ThriftFile, number: int, places: Places
    ) -> list[Origin]:
        missing = [leaf for leaf, place in enumerate(places) if place is None]
        if not missing:
            kept = [place for place in places if place is not None]
            row_group.columns = [row_group.columns[place] for place in kept]
            return [Origin(file, (number, place)) for place in kept]
        leaves = [self._leaves[leaf] for leaf in missing]
        nulls, added = build_null_columns(leaves, row_group.num_rows)
        waiting = iter(enumerate(added))
        columns, origins = list[ColumnChunk](), list[Origin]()
        for place in places:
            if place is None:
                at, chunk = next(waiting)
                columns.append(chunk)
                origins.append(Origin(nulls, (0, at)))
            else:
                columns.append(row_group.columns[place])
                origins.append(Origin(file, (number, place)))
        row_group.columns = columns
        return origins


def _choose_whole(take: Take, *, is_alone: bool) -> Callable[[int], WholeGroup | None] | None:
    """A row group of a source by its number, with the chosen columns, as it may move whole; None where none does. Of one source, what
    is left of its row groups is kept: to choose again would take longer than all else, and of thousands it would be too much."""
    part, places, _ = take
    groups = part.whole
    columns = [place for place in places if place is not None]
    if not groups or len(columns) < len(places) or not columns:
        return None
    if columns == list(range(len(part.tree.leaves))):
        return groups.__getitem__
    if any(following <= column for column, following in pairwise(columns)):
        return None
    leaves = groups[0].leaves.choose(columns)

    def choose(number: int) -> WholeGroup | None:
        return groups[number].choose(columns, leaves)

    return choose


def renumber_sorting(
    sorting: Sequence[SortingColumn] | None, places: Places
) -> list[SortingColumn] | None:
    """Rows are sorted by the columns before the first that is gone."""
    if sorting is None:
        return None
    numbers = {place: leaf for leaf, place in enumerate(places)}
    kept: list[SortingColumn] = []
    for column in sorting:
        if column.column_idx not in numbers:
            break
        kept.append(column.replace(column_idx=numbers[column.column_idx]))
    return kept or None


def _size_of(chunk: ColumnChunk) -> int:
    meta = metadata_of(chunk)
    parts = meta.bloom_filter_length, chunk.column_index_length, chunk.offset_index_length
    return meta.total_compressed_size + sum(length or 0 for length in parts)

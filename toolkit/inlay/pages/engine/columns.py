"""The columns right below the root of a schema, chosen from one file or several with the same row groups."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inlay.ground.schema.tops import find_tops
from inlay.ground.schema.tree import count_leaves
from inlay.pages.engine.alike_footers import find_plain_groups
from inlay.pages.engine.joined_group import JoinedGroup
from inlay.pages.engine.packed_body import AnyRowGroup, RowGroups
from inlay.pages.engine.plan import Origin, Output
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.pages.engine.whole_group import EncodedLeaves, WholeGroup
from parquet_format.parquet import ColumnOrder, FileMetaData, SchemaElement, SortingColumn


class TopColumns:
    """The columns right below the root of the schema of `file`, from which `metadata` was decoded. Of very many, each is a name and two
    numbers: which of the elements is its first, and which of the leaves."""

    def __init__(self, file: ThriftFile, metadata: FileMetaData) -> None:
        self.file = file
        self.metadata = metadata
        self.names: list[str] = []
        self._elements = array("q")
        self._leaves = array("q")
        for top in find_tops(metadata.schema):
            self.names.append(metadata.schema[top.element].name)
            self._elements.append(top.element)
            self._leaves.append(top.leaf)
        self._elements.append(len(metadata.schema))
        self._leaves.append(count_leaves(metadata.schema))

    def elements(self, first: int, end: int) -> list[SchemaElement]:
        """Those of some columns that follow each other."""
        return self.metadata.schema[self._elements[first] : self._elements[end]]

    def leaves(self, first: int, end: int) -> range:
        """Their chunks in the row groups."""
        return range(self._leaves[first], self._leaves[end])


class ColumnRun(NamedTuple):
    """Columns of a file that follow each other, from `first` to before `end`."""

    top: TopColumns
    first: int
    end: int

    @property
    def elements(self) -> list[SchemaElement]:
        return self.top.elements(self.first, self.end)

    @property
    def leaves(self) -> range:
        return self.top.leaves(self.first, self.end)

    @property
    def orders(self) -> list[ColumnOrder]:
        leaves = self.leaves
        return (self.top.metadata.column_orders or [])[leaves.start : leaves.stop]

    def origins(self, group: int) -> list[Origin]:
        return [Origin(self.top.file, (group, leaf)) for leaf in self.leaves]


def with_replaced(old: TopColumns, new: TopColumns | None) -> list[ColumnRun]:
    """The new ones in the place of those of the same name, or last."""
    if new is None:
        return [ColumnRun(old, 0, len(old.names))]
    left = {name: at for at, name in enumerate(new.names)}
    runs: list[ColumnRun] = []
    kept = 0
    for at, name in enumerate(old.names):
        if (place := left.pop(name, None)) is not None:
            runs += (ColumnRun(old, kept, at), ColumnRun(new, place, place + 1))
            kept = at + 1
    runs.append(ColumnRun(old, kept, len(old.names)))
    runs += (ColumnRun(new, place, place + 1) for place in left.values())
    return [run for run in runs if run.first < run.end]


def join_groups(base: ThriftFile, columns: Sequence[ColumnRun]) -> RowGroups | None:
    """The row groups of `base` with these columns, each put together of what moves whole. None where some file has others, or they are
    sorted, which is written about columns.

    Every file of the columns has the same row groups.
    """
    owns = find_plain_groups(base)
    if owns is None:
        return None
    known = {base: owns}
    runs: list[tuple[list[WholeGroup], Sequence[int], EncodedLeaves]] = []
    for run in columns:
        file, leaves = run.top.file, run.leaves
        groups = known[file] if file in known else find_plain_groups(file)
        if groups is None or len(groups) != len(owns):
            return None
        known[file] = groups
        if groups and leaves:
            runs.append((groups, leaves, groups[0].leaves.choose(leaves)))

    def join() -> Iterator[AnyRowGroup]:
        for number, own in enumerate(owns):
            parts: list[WholeGroup] = []
            for groups, leaves, chosen in runs:
                part = groups[number].choose(leaves, chosen)
                assert part is not None  # of a group that is plain some chunks are
                parts.append(part)
            joined = JoinedGroup(own, parts)
            yield joined if joined.is_small else joined.decode()

    return join


def output_of(metadata: FileMetaData, columns: Sequence[ColumnRun]) -> Output:
    """The file with these columns; whatever is not about columns it has from `metadata`, which is changed.

    Every file of the columns has the same row groups.
    """
    groups: list[list[Origin]] = []
    for number, row_group in enumerate(metadata.row_groups):
        row_group.sorting_columns = _renumber(row_group.sorting_columns, metadata, columns)
        groups.append([origin for run in columns for origin in run.origins(number)])
    chunks = [
        [
            run.top.metadata.row_groups[number].columns[leaf]
            for run in columns
            for leaf in run.leaves
        ]
        for number in range(len(metadata.row_groups))
    ]
    for row_group, chosen in zip(metadata.row_groups, chunks, strict=True):
        row_group.columns = chosen
    describe_columns(metadata, columns)
    return Output(metadata, groups)


def describe_columns(metadata: FileMetaData, columns: Sequence[ColumnRun]) -> None:
    """Has the metadata, but for its row groups, say that these are the columns."""
    root = metadata.schema[0].replace(num_children=sum(run.end - run.first for run in columns))
    if metadata.column_orders is not None:
        metadata.column_orders = [order for run in columns for order in run.orders]
    metadata.schema = [root, *(element for run in columns for element in run.elements)]


def _renumber(
    sorting: list[SortingColumn] | None, base: FileMetaData, columns: Sequence[ColumnRun]
) -> list[SortingColumn] | None:
    """Rows are still sorted by the columns before the first that was replaced."""
    if sorting is None:
        return None
    leaves = [(run.top.metadata, leaf) for run in columns for leaf in run.leaves]
    numbers = {leaf: number for number, (metadata, leaf) in enumerate(leaves) if metadata is base}
    kept: list[SortingColumn] = []
    for column in sorting:
        if column.column_idx not in numbers:
            break
        kept.append(column.replace(column_idx=numbers[column.column_idx]))
    return kept or None

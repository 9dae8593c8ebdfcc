"""The columns right below the root of a schema, chosen from one file or several with the same row groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.alike_footers import find_plain_groups
from inlay.pages.engine.joined_group import JoinedGroup
from inlay.pages.engine.packed_body import AnyRowGroup, RowGroups
from inlay.pages.engine.plan import Origin, Output
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.pages.engine.whole_group import EncodedLeaves, WholeGroup
from parquet_format.parquet import ColumnOrder, FileMetaData, SchemaElement, SortingColumn


class TopColumn(NamedTuple):
    """`leaves` are the numbers of its chunks in the row groups of `metadata`, which was decoded from `file`."""

    file: ThriftFile
    metadata: FileMetaData
    elements: list[SchemaElement]
    leaves: range

    @property
    def name(self) -> str:
        return self.elements[0].name

    def origins(self, group: int) -> list[Origin]:
        return [Origin(self.file, (group, leaf)) for leaf in self.leaves]

    @property
    def orders(self) -> list[ColumnOrder]:
        return (self.metadata.column_orders or [])[self.leaves.start : self.leaves.stop]


def list_top_columns(file: ThriftFile, metadata: FileMetaData) -> list[TopColumn]:
    columns: list[TopColumn] = []
    leaf = 0
    for node in SchemaTree(metadata.schema).nodes[1:]:
        if node.depth == 1:
            columns.append(TopColumn(file, metadata, [], range(leaf, leaf)))
        leaf += node.is_leaf
        columns[-1].elements.append(node.element)
        columns[-1] = columns[-1]._replace(leaves=range(columns[-1].leaves.start, leaf))
    return columns


def with_replaced(old: Sequence[TopColumn], new: Sequence[TopColumn]) -> list[TopColumn]:
    """The new ones in the place of those of the same name, or last."""
    by_name = {column.name: column for column in new}
    kept = [by_name.pop(column.name, column) for column in old]
    return [*kept, *by_name.values()]


def join_groups(base: ThriftFile, columns: Sequence[TopColumn]) -> RowGroups | None:
    """The row groups of `base` with these columns, each put together of what moves whole. None where some file has others, or they are
    sorted, which is written about columns.

    Every file of the columns has the same row groups.
    """
    owns = find_plain_groups(base)
    if owns is None:
        return None
    known = {base: owns}
    runs: list[tuple[list[WholeGroup], list[int], EncodedLeaves]] = []
    for file, leaves in _runs_of(columns):
        groups = known[file] if file in known else find_plain_groups(file)
        if groups is None or len(groups) != len(owns):
            return None
        known[file] = groups
        if groups:
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


def _runs_of(columns: Sequence[TopColumn]) -> Iterator[tuple[ThriftFile, list[int]]]:
    """The leaves of columns of a file that follow each other, there and here."""
    file: ThriftFile | None = None
    leaves: list[int] = []
    for column in columns:
        if not column.leaves:
            continue
        if file is not None and (file is not column.file or column.leaves.start <= leaves[-1]):
            yield file, leaves
            leaves = []
        file = column.file
        leaves += column.leaves
    if file is not None:
        yield file, leaves


def output_of(metadata: FileMetaData, columns: Sequence[TopColumn]) -> Output:
    """The file with these columns; whatever is not about columns it has from `metadata`, which is changed.

    Every file of the columns has the same row groups.
    """
    groups: list[list[Origin]] = []
    for number, row_group in enumerate(metadata.row_groups):
        row_group.sorting_columns = _renumber(row_group.sorting_columns, metadata, columns)
        groups.append([origin for column in columns for origin in column.origins(number)])
    chunks = [
        [
            column.metadata.row_groups[number].columns[leaf]
            for column in columns
            for leaf in column.leaves
        ]
        for number in range(len(metadata.row_groups))
    ]
    for row_group, chosen in zip(metadata.row_groups, chunks, strict=True):
        row_group.columns = chosen
    describe_columns(metadata, columns)
    return Output(metadata, groups)


def describe_columns(metadata: FileMetaData, columns: Sequence[TopColumn]) -> None:
    """Has the metadata, but for its row groups, say that these are the columns."""
    root = metadata.schema[0].replace(num_children=len(columns))
    if metadata.column_orders is not None:
        metadata.column_orders = [order for column in columns for order in column.orders]
    metadata.schema = [root, *(element for column in columns for element in column.elements)]


def _renumber(
    sorting: list[SortingColumn] | None, base: FileMetaData, columns: Sequence[TopColumn]
) -> list[SortingColumn] | None:
    """Rows are still sorted by the columns before the first that was replaced."""
    if sorting is None:
        return None
    leaves = [(column.metadata, leaf) for column in columns for leaf in column.leaves]
    numbers = {leaf: number for number, (metadata, leaf) in enumerate(leaves) if metadata is base}
    kept: list[SortingColumn] = []
    for column in sorting:
        if column.column_idx not in numbers:
            break
        kept.append(column.replace(column_idx=numbers[column.column_idx]))
    return kept or None

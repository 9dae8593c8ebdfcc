"""Some columns and row groups of a file, as a plan of a new one."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.described import SchemaChange, follow
from inlay.pages.plan import Origin, Output
from inlay.parts.file_level import drop_file_level
from inlay.parts.indivisible import require_divisible
from inlay.parts.plan import PartsPlan
from inlay.parts.source import PartSource
from inlay.refusals import RefusedError
from inlay.schema.tree import Node, SchemaTree
from parquet_format.parquet import RowGroup, SortingColumn


def plan_selection(
    source: PartSource, leaves: Sequence[int], row_groups: Sequence[int]
) -> PartsPlan:
    """The plan of a file with these columns, by the numbers of their leaves in ascending order, and these row groups.

    Raises RefusedError without any column, and for a map or a Variant in part.
    """
    metadata = source.metadata
    tree = SchemaTree(metadata.schema)
    if not leaves and tree.leaves:
        raise RefusedError("columns", "no column would be left", path=source.name)
    require_divisible(tree, set(leaves), source.name)
    all_leaves, all_groups = range(len(tree.leaves)), range(len(metadata.row_groups))
    change = SchemaChange(
        metadata.schema,
        leaves=None if list(leaves) == list(all_leaves) else leaves,
        new_rows=list(row_groups) != list(all_groups),
    )
    notes: list[str] = []
    if not change.is_empty:
        notes += drop_file_level(metadata)
        if metadata.key_value_metadata is not None:
            metadata.key_value_metadata, said = follow(metadata.key_value_metadata, change)
            notes += said
    metadata.schema = [node.element for node in prune(tree, leaves)]
    if metadata.column_orders is not None:
        metadata.column_orders = [metadata.column_orders[leaf] for leaf in leaves]
    metadata.row_groups = [metadata.row_groups[number] for number in row_groups]
    metadata.num_rows = sum(row_group.num_rows for row_group in metadata.row_groups)
    for row_group in metadata.row_groups:
        arrange_columns(row_group, leaves)
    number_row_groups(metadata.row_groups)
    origins = [[Origin(source.file, (number, leaf)) for leaf in leaves] for number in row_groups]
    file = source.file
    return PartsPlan(Output(metadata, origins), file.form, notes, source.longer, file.layout)


def prune(tree: SchemaTree, leaves: Sequence[int]) -> list[Node]:
    """The nodes that lead to these leaves, with their numbers of children changed."""
    kept: set[Node] = set()
    for leaf in leaves:
        node: Node | None = tree.leaves[leaf]
        while node is not None and node not in kept:
            kept.add(node)
            node = node.parent
    nodes = [node for node in tree.nodes if node in kept or node.parent is None]
    for node in nodes:
        if node.element.num_children:
            node.element.num_children = sum(child in kept for child in node.children)
    return nodes


def arrange_columns(row_group: RowGroup, leaves: Sequence[int]) -> None:
    """`leaves` are the old numbers of the columns in their new order."""
    row_group.sorting_columns = renumber_sorting(row_group.sorting_columns, leaves)
    row_group.columns = [row_group.columns[leaf] for leaf in leaves]


def renumber_sorting(
    sorting: Sequence[SortingColumn] | None, leaves: Sequence[int]
) -> list[SortingColumn] | None:
    """`leaves` are the old numbers in the new order. Rows are sorted by the columns before the first that is gone."""
    if sorting is None:
        return None
    numbers = {leaf: number for number, leaf in enumerate(leaves)}
    kept: list[SortingColumn] = []
    for column in sorting:
        if column.column_idx not in numbers:
            break
        kept.append(column.replace(column_idx=numbers[column.column_idx]))
    return kept or None


def number_row_groups(row_groups: Sequence[RowGroup]) -> None:
    """`ordinal` counts the row groups of a file. If some say it, all have to: arrow-rs refuses other files."""
    if all(row_group.ordinal is None for row_group in row_groups):
        return
    for number, row_group in enumerate(row_groups):
        row_group.ordinal = number

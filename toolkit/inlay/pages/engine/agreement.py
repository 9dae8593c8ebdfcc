"""Whether a footer agrees with itself: without that, what is taken from a file by number may be something else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from inlay.ground.schema.encoded_path import encode_path
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.wording import amounts
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.pages.engine.leaf import Leaf, list_leaves
from inlay.pages.engine.thrift_file import ThriftFile
from inlay_runtime.core import load_native
from inlay_runtime.text import bytes_of
from parquet_format.parquet import FileMetaData, RowGroup

_native: Any = load_native("inlay.pages.engine.native_whole_groups")


def check_counts(metadata: FileMetaData, tree: SchemaTree | None = None) -> None:
    """Raises PlacementRefusedError unless schema, row groups, chunks and column orders are of the same columns and rows, and chunks
    in the order of the schema. `tree` is that of its schema, where somebody has it."""
    tree = SchemaTree(metadata.schema) if tree is None else tree
    if tree.problems:
        raise PlacementRefusedError(tree.problems[0])
    leaves = list_leaves(tree)
    orders = metadata.column_orders
    if orders is not None and len(orders) != len(leaves):
        raise PlacementRefusedError(
            f"the footer has {amounts.count(len(orders), 'column order')}, and the schema {amounts.count(len(leaves), 'column')}"
        )
    for group, row_group in enumerate(metadata.row_groups):
        check_row_group(group, row_group, leaves)
    check_paths(metadata.row_groups, leaves)
    rows = sum(row_group.num_rows for row_group in metadata.row_groups)
    if rows != metadata.num_rows:
        raise PlacementRefusedError(
            f"the row groups have {amounts.count(rows, 'row')}, and the file should have {metadata.num_rows:,}"
        )


def check_paths(row_groups: Iterable[RowGroup], leaves: Sequence[Leaf]) -> None:
    """Raises PlacementRefusedError for chunks in another order than the `leaves`: some readers find them by their places, and others by
    their paths."""
    for group, row_group in enumerate(row_groups):
        _check_paths_of(group, row_group, leaves)


def _check_paths_of(group: int, row_group: RowGroup, leaves: Sequence[Leaf]) -> None:
    for leaf, chunk in zip(leaves, row_group.columns, strict=False):
        if chunk.meta_data is None:
            continue
        path = ".".join(chunk.meta_data.path_in_schema)
        if path != leaf.name:
            what = f"row group {group} has column {path} where the schema has {leaf.name}"
            raise PlacementRefusedError(what)


def check_file_paths(file: ThriftFile, tree: SchemaTree, leaves: Sequence[Leaf]) -> None:
    """The same of all row groups of a file; `leaves` are those of the tree, which is of its schema. No chunk that is as it should be is an
    object."""
    paths = _encode_paths(tree)
    for group, row_group in enumerate(file.row_groups()):
        if not paths or not _native.has_paths(row_group.encode(), paths):
            _check_paths_of(group, row_group, leaves)


def _encode_paths(tree: SchemaTree) -> list[bytes]:
    """As row groups have them; none where they cannot be compared."""
    if _native is None:
        return []
    try:
        return [encode_path([*map(bytes_of, node.path)]) for node in tree.leaves]
    except UnicodeEncodeError:
        return []


def check_row_group(group: int, row_group: RowGroup, leaves: Sequence[Leaf]) -> None:
    """Raises PlacementRefusedError unless it has a chunk for each leaf, with as many values as there are rows, or more in lists."""
    if len(row_group.columns) != len(leaves):
        count = len(row_group.columns)
        raise PlacementRefusedError(
            f"row group {group} has {amounts.count(count, 'column chunk')}, and the schema {amounts.count(len(leaves), 'column')}"
        )
    for leaf, chunk in zip(leaves, row_group.columns, strict=True):
        values = chunk.meta_data.num_values if chunk.meta_data is not None else 0
        if values < row_group.num_rows or (values > row_group.num_rows and not leaf.max_repetition):
            raise PlacementRefusedError(
                f"column {leaf.name} in row group {group} has {amounts.count(values, 'value')}, "
                f"and there are {amounts.count(row_group.num_rows, 'row')}"
            )

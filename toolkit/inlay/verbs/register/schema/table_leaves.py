"""The leaves of a table, and which leaf of a file is each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from inlay.verbs.register.schema.table_types import (
    LeafType,
    NestedList,
    NestedMap,
    NestedStruct,
    TableColumn,
)
from inlay.verbs.register.schema.unite_columns import Path, pair_columns


class TableLeaf(NamedTuple):
    """`is_repeated` of those in lists and maps, of which a row may have many values. `is_required` if no row has a null there. `shown` is
    the path with the names that people know."""

    path: Path
    column: TableColumn
    type: LeafType
    is_repeated: bool
    is_required: bool
    shown: Path = ()


def list_leaves(columns: Sequence[TableColumn]) -> list[TableLeaf]:
    """In the order of the columns. A Variant is one leaf."""
    return [*_list_below(columns, (), (), is_repeated=False, is_required=True)]


def _list_below(
    columns: Sequence[TableColumn],
    above: Path,
    shown_above: Path,
    *,
    is_repeated: bool,
    is_required: bool,
) -> Iterator[TableLeaf]:
    for column in columns:
        path, shown = (*above, column.name), (*shown_above, column.shown or column.name)
        needs_value = is_required and column.is_required
        match column.type:
            case NestedStruct():
                within = is_repeated
            case NestedList() | NestedMap():
                within = True
            case leaf_type:
                yield TableLeaf(path, column, leaf_type, is_repeated, needs_value, shown)
                continue
        yield from _list_below(
            column.members, path, shown, is_repeated=within, is_required=needs_value and not within
        )


def map_leaves(
    columns: Sequence[TableColumn], change: Callable[[LeafType, Path], LeafType], above: Path = ()
) -> tuple[TableColumn, ...]:
    """The same columns, with what `change` makes of the type of each leaf, whose path it is told."""
    changed: list[TableColumn] = []
    for column in columns:
        path = (*above, column.name)
        members = map_leaves(column.members, change, path)
        match column.type:
            case NestedStruct():
                changed.append(replace(column, type=NestedStruct(members)))
            case NestedList():
                changed.append(replace(column, type=NestedList(*members)))
            case NestedMap():
                changed.append(replace(column, type=NestedMap(*members)))
            case leaf:
                changed.append(replace(column, type=change(leaf, path)))
    return tuple(changed)


def place_leaves(
    leaves: Sequence[TableLeaf],
    columns: Sequence[TableColumn],
    others: Sequence[TableColumn],
    *,
    by_id: bool,
) -> list[int | None]:
    """For each leaf of a table its place among the leaves of a file with the columns `others`; None for one that the file lacks, and
    for a Variant, which has several."""
    pairs = pair_columns(columns, others, by_id=by_id)
    return [None if (it := pairs.get(leaf.path)) is None else it.leaf for leaf in leaves]

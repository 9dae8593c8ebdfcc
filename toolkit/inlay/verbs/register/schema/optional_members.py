"""Members of groups that may be null: where the group is null, they are, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inlay.verbs.register.schema.table_types import (
    NestedList,
    NestedMap,
    NestedStruct,
    TableColumn,
)


def loosen_members(columns: Sequence[TableColumn]) -> tuple[TableColumn, ...]:
    """Each member of a struct that may be null is optional: pyiceberg and deltalake take a required one for never null, and lose its rows
    in filters. Elements, keys and values stay as they are."""
    return tuple(loosen_below(column) for column in columns)


def loosen_below(column: TableColumn) -> TableColumn:
    """The same column, with its members loosened."""
    match column.type:
        case NestedStruct(fields):
            if not column.is_required:
                fields = tuple(replace(field, is_required=False) for field in fields)
            return replace(column, type=NestedStruct(loosen_members(fields)))
        case NestedList(element):
            return replace(column, type=NestedList(loosen_below(element)))
        case NestedMap(key, value):
            return replace(column, type=NestedMap(loosen_below(key), loosen_below(value)))
        case _:
            return column

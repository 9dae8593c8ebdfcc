"""One list of columns for all files: as table formats evolve a schema, or a refusal that names the column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Final, NamedTuple

from inlay.verbs.register.schema.table_types import (
    DecimalType,
    IntegerType,
    NestedList,
    NestedMap,
    NestedStruct,
    SimpleType,
    TableColumn,
    TableType,
    format_type,
)
from inlay_runtime.errors import InlayError

_MOST_BITS: Final = 64

Path = tuple[str, ...]
"""Of a column in a table: names from the root, with `element`, `key` and `value` in lists and maps."""


class SchemaMismatchError(InlayError):
    """Two columns of one name that no type has both of. `path` is the column."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason


class ColumnChangeKind(Enum):
    """What uniting has done to a column of the first schema."""

    ADDED = "added"
    WIDENED = "widened"
    OPTIONAL = "optional"


class ColumnChange(NamedTuple):
    path: Path
    change: ColumnChangeKind
    before: str
    after: str


class United(NamedTuple):
    """`changes` are those that the first schema needs to hold the second one, too."""

    columns: tuple[TableColumn, ...]
    changes: tuple[ColumnChange, ...]


def unite_columns(
    columns: Sequence[TableColumn], others: Sequence[TableColumn], *, by_id: bool
) -> United:
    """The columns of both, those of the first in their order and with their names.

    `by_id` pairs columns by field id, else by name. A column that one side lacks is optional. Types are widened where all readers of the
    narrow one find the same values in the wide one. Raises SchemaMismatchError.
    """
    changes: list[ColumnChange] = []
    united = _unite_all(columns, others, (), by_id, changes)
    return United(united, tuple(changes))


def has_only_more(wider: Sequence[TableColumn], columns: Sequence[TableColumn]) -> bool:
    """Whether the first are the second, unchanged and in their order, with optional ones behind them; so in groups, too."""
    pairs = zip(columns, wider, strict=False)
    more = wider[len(columns) :]
    return (
        len(wider) >= len(columns)
        and all(_is_same_with_more(other, column) for column, other in pairs)
        and not any(column.is_required for column in more)
    )


def _is_same_with_more(wider: TableColumn, column: TableColumn) -> bool:
    is_group = bool(column.members) and type(wider.type) is type(column.type)
    if replace(wider, type=column.type) != column:
        return False
    return wider.type == column.type or (is_group and has_only_more(wider.members, column.members))


def pair_columns(
    columns: Sequence[TableColumn], others: Sequence[TableColumn], *, by_id: bool
) -> Mapping[Path, TableColumn]:
    """For each column of the first, by its path, the column of the second that has its values; without those that it lacks."""
    pairs: dict[Path, TableColumn] = {}
    _pair_all(columns, others, (), by_id, pairs)
    return pairs


def require_one_each(columns: Sequence[TableColumn], *, by_id: bool) -> None:
    """Raises SchemaMismatchError for two columns of one group that have one name, or one field id."""
    pair_columns(columns, columns, by_id=by_id)


def _unite_all(
    columns: Sequence[TableColumn],
    others: Sequence[TableColumn],
    above: Path,
    by_id: bool,
    changes: list[ColumnChange],
) -> tuple[TableColumn, ...]:
    indexed = _index(others, by_id, above)
    known = set(_index(columns, by_id, above))
    united: list[TableColumn] = []
    for column in columns:
        other = indexed.get(_key(column, by_id))
        path = (*above, column.name)
        if other is None:
            if column.is_required:
                changes.append(_loosen(path))
            united.append(replace(column, is_required=False))
        else:
            united.append(_unite(column, other, path, by_id, changes))
    for other in others:
        if _key(other, by_id) not in known:
            path = (*above, other.name)
            changes.append(ColumnChange(path, ColumnChangeKind.ADDED, "", format_type(other.type)))
            united.append(replace(other, is_required=False))
    return tuple(united)


def _unite(
    column: TableColumn,
    other: TableColumn,
    path: Path,
    by_id: bool,
    changes: list[ColumnChange],
) -> TableColumn:
    is_required = column.is_required and other.is_required
    if column.is_required and not is_required:
        changes.append(_loosen(path))
    type_ = _unite_types(column.type, other.type, path, by_id, changes)
    return replace(column, type=type_, is_required=is_required, leaf=None)


def _unite_types(
    type_: TableType, other: TableType, path: Path, by_id: bool, changes: list[ColumnChange]
) -> TableType:
    match type_, other:
        case NestedStruct(fields), NestedStruct(others):
            return NestedStruct(_unite_all(fields, others, path, by_id, changes))
        case NestedList(element), NestedList(another):
            return NestedList(_unite(element, another, (*path, "element"), by_id, changes))
        case NestedMap(key, value), NestedMap(other_key, other_value):
            return NestedMap(
                _unite(key, other_key, (*path, "key"), by_id, changes),
                _unite(value, other_value, (*path, "value"), by_id, changes),
            )
        case _ if type_ == other:
            return type_
        case _:
            widest = find_wider(type_, other)
            if widest is None:
                what = f"{format_type(type_)} here and {format_type(other)} there"
                raise SchemaMismatchError(path, what)
            if widest != type_:
                changes.append(
                    ColumnChange(
                        path, ColumnChangeKind.WIDENED, format_type(type_), format_type(widest)
                    )
                )
            return widest


def find_wider(type_: TableType, other: TableType) -> TableType | None:
    """The one of both that has all values of the other, or a third that has those of both; None where there is none that table formats
    read narrow pages as.

    Integers of one sign, float to double, decimals of one scale, null to anything. A unit or a zone is never changed.
    """
    match type_, other:
        case _ if type_ == other:
            return type_
        case (SimpleType.NULL, wide) | (wide, SimpleType.NULL):
            return wide
        case IntegerType(bits, is_signed), IntegerType(other_bits, other_signed):
            return _find_wider_integer(bits, is_signed, other_bits, other_signed)
        case (SimpleType.FLOAT, SimpleType.DOUBLE) | (SimpleType.DOUBLE, SimpleType.FLOAT):
            return SimpleType.DOUBLE
        case DecimalType(precision, scale), DecimalType(other_precision, other_scale):
            if scale == other_scale:
                return DecimalType(max(precision, other_precision), scale)
        case _:
            pass
    return None


def _find_wider_integer(
    bits: int, is_signed: bool, other_bits: int, other_signed: bool
) -> IntegerType | None:
    """Unsigned ones become signed where these have room."""
    if is_signed == other_signed:
        return IntegerType(max(bits, other_bits), is_signed)
    unsigned = other_bits if is_signed else bits
    signed = bits if is_signed else other_bits
    needed = max(signed, 2 * unsigned)
    return IntegerType(needed) if needed <= _MOST_BITS else None


def _pair_all(
    columns: Sequence[TableColumn],
    others: Sequence[TableColumn],
    above: Path,
    by_id: bool,
    pairs: dict[Path, TableColumn],
) -> None:
    indexed = _index(others, by_id, above)
    for column in columns:
        other = indexed.get(_key(column, by_id))
        if other is not None:
            path = (*above, column.name)
            pairs[path] = other
            _pair_all(column.members, other.members, path, by_id, pairs)


def _index(columns: Sequence[TableColumn], by_id: bool, above: Path) -> dict[object, TableColumn]:
    index: dict[object, TableColumn] = {}
    for column in columns:
        key = _key(column, by_id)
        if key in index:
            what = f"field id {key}" if by_id else "this name"
            raise SchemaMismatchError((*above, column.name), f"two columns have {what}")
        index[key] = column
    return index


def _key(column: TableColumn, by_id: bool) -> object:
    return column.field_id if by_id and column.field_id is not None else column.name


def _loosen(path: Path) -> ColumnChange:
    return ColumnChange(path, ColumnChangeKind.OPTIONAL, "required", "optional")

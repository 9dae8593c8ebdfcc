"""What Delta calls the types of columns, and which of Parquet's it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from inlay.verbs.register.schema.table_leaves import map_leaves
from inlay.verbs.register.schema.table_types import (
    DecimalType,
    FixedType,
    GeographyType,
    GeometryType,
    IntegerType,
    LeafType,
    NestedList,
    NestedMap,
    NestedStruct,
    SimpleType,
    TableColumn,
    TableType,
    TimestampType,
    TimeType,
    format_type,
)
from inlay_runtime.errors import InlayError

_MICROS: Final = 10**6
_LONGEST: Final = 38
"""Digits of a decimal."""

_SIMPLE: Final[dict[SimpleType, LeafType]] = {
    SimpleType.ENUM: SimpleType.STRING,
    SimpleType.JSON: SimpleType.STRING,
    SimpleType.BSON: SimpleType.BINARY,
    SimpleType.UUID: SimpleType.BINARY,
    SimpleType.FLOAT16: SimpleType.FLOAT,
    SimpleType.INT96: TimestampType(_MICROS, is_utc=True),
}
_UNSIGNED: Final[dict[int, LeafType]] = {
    8: IntegerType(16),
    16: IntegerType(32),
    32: IntegerType(64),
    64: DecimalType(20, 0),
}
_NAMES: Final[dict[LeafType, str]] = {
    SimpleType.BOOLEAN: "boolean",
    SimpleType.FLOAT: "float",
    SimpleType.DOUBLE: "double",
    SimpleType.DATE: "date",
    SimpleType.STRING: "string",
    SimpleType.BINARY: "binary",
    IntegerType(8): "byte",
    IntegerType(16): "short",
    IntegerType(32): "integer",
    IntegerType(64): "long",
    TimestampType(_MICROS, is_utc=True): "timestamp",
    TimestampType(_MICROS, is_utc=False): "timestamp_ntz",
}
_BY_NAME: Final = {name: type_ for type_, name in _NAMES.items()}


class UnknownTypeError(InlayError):
    """A type that one side does not have, as it calls it. `path` is the column."""

    def __init__(self, path: Sequence[str], type_: str) -> None:
        super().__init__(path, type_)
        self.path = path
        self.type = type_


def adapt_type(type_: LeafType) -> LeafType:
    """The type of a Delta table that has all values of this one, as its readers cast them. Unsigned numbers get the next wider signed
    type, in which none of them is out of range."""
    match type_:
        case SimpleType():
            return _SIMPLE.get(type_, type_)
        case IntegerType(bits, is_signed):
            return type_ if is_signed else _UNSIGNED.get(bits, type_)
        case TimestampType(_, is_utc):
            return TimestampType(_MICROS, is_utc)
        case FixedType() | GeometryType() | GeographyType():
            return SimpleType.BINARY
        case DecimalType() | TimeType():
            return type_


def adapt_columns(columns: Sequence[TableColumn]) -> tuple[TableColumn, ...]:
    """Each leaf with the type that the table has for it. Without column mapping, Delta knows columns by their names alone."""
    return tuple(map(_forget_id, map_leaves(columns, lambda type_, _: adapt_type(type_))))


def _forget_id(column: TableColumn) -> TableColumn:
    return replace(column, field_id=None)


def write_schema(columns: Sequence[TableColumn]) -> dict[str, Any]:
    """The schema as the log has it. Raises UnknownTypeError."""
    return {"type": "struct", "fields": [_write_field(column, ()) for column in columns]}


def _write_field(column: TableColumn, above: tuple[str, ...]) -> dict[str, Any]:
    type_ = _write_type(column.type, (*above, column.name))
    nullable = not column.is_required
    return {"name": column.name, "type": type_, "nullable": nullable, "metadata": {}}


def _write_type(type_: TableType, path: tuple[str, ...]) -> Any:
    match type_:
        case NestedStruct(fields):
            return {"type": "struct", "fields": [_write_field(it, path) for it in fields]}
        case NestedList(element):
            return {
                "type": "array",
                "elementType": _write_type(element.type, (*path, "element")),
                "containsNull": not element.is_required,
            }
        case NestedMap(key, value):
            return {
                "type": "map",
                "keyType": _write_type(key.type, (*path, "key")),
                "valueType": _write_type(value.type, (*path, "value")),
                "valueContainsNull": not value.is_required,
            }
        case DecimalType(precision, scale) if precision <= _LONGEST and 0 <= scale <= precision:
            return f"decimal({precision},{scale})"
        case _:
            name = _NAMES.get(type_)
            if name is None:
                raise UnknownTypeError(path, format_type(type_))
            return name


def read_schema(schema: Mapping[str, Any]) -> tuple[TableColumn, ...]:
    """The columns of a table, from its log. Raises UnknownTypeError for a type that is not registered here."""
    return tuple(_read_field(field, ()) for field in schema["fields"])


def _read_field(field: Mapping[str, Any], above: tuple[str, ...]) -> TableColumn:
    path = (*above, field["name"])
    type_ = _read_type(field["type"], path)
    return TableColumn(field["name"], type_, not field["nullable"], shown=field.get("shown"))


def _read_type(type_: Any, path: tuple[str, ...]) -> TableType:
    if isinstance(type_, str):
        name = type_.replace(" ", "")
        if name.startswith("decimal("):
            precision, scale = name.removeprefix("decimal(").removesuffix(")").split(",")
            return DecimalType(int(precision), int(scale))
        if name in _BY_NAME:
            return _BY_NAME[name]
        raise UnknownTypeError(path, name)
    match type_["type"]:
        case "struct":
            return NestedStruct(tuple(_read_field(it, path) for it in type_["fields"]))
        case "array":
            element = _read_type(type_["elementType"], (*path, "element"))
            return NestedList(TableColumn("element", element, not type_["containsNull"]))
        case "map":
            key = _read_type(type_["keyType"], (*path, "key"))
            value = _read_type(type_["valueType"], (*path, "value"))
            is_required = not type_["valueContainsNull"]
            return NestedMap(
                TableColumn("key", key, True), TableColumn("value", value, is_required)
            )
        case other:
            raise UnknownTypeError(path, str(other))

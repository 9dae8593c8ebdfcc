"""The types of columns as Iceberg has them: which type a column of a file gets in a table, and which columns no table has."""

from __future__ import annotations

from typing import Final

from pyiceberg import types as iceberg

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
from inlay.verbs.register.schema.unite_columns import Path, SchemaMismatchError

MICROS: Final = 1_000_000
_DIGITS: Final = 38

_SIMPLE: Final[dict[SimpleType, iceberg.PrimitiveType]] = {
    SimpleType.BOOLEAN: iceberg.BooleanType(),
    SimpleType.FLOAT: iceberg.FloatType(),
    SimpleType.DOUBLE: iceberg.DoubleType(),
    SimpleType.DATE: iceberg.DateType(),
    SimpleType.STRING: iceberg.StringType(),
    SimpleType.BINARY: iceberg.BinaryType(),
    SimpleType.UUID: iceberg.UUIDType(),
}
_NEUTRAL: Final[dict[type[iceberg.IcebergType], TableType]] = {
    iceberg.IntegerType: IntegerType(32),
    iceberg.LongType: IntegerType(64),
    iceberg.TimeType: TimeType(MICROS, is_utc=False),
    iceberg.TimestampType: TimestampType(MICROS, is_utc=False),
    iceberg.TimestamptzType: TimestampType(MICROS, is_utc=True),
    **{type(theirs): ours for ours, theirs in _SIMPLE.items()},
}
_AS: Final = {
    SimpleType.ENUM: SimpleType.STRING,
    SimpleType.JSON: SimpleType.STRING,
    SimpleType.BSON: SimpleType.BINARY,
}
"""Annotations that Iceberg has no type for, and whose bytes readers take as they are."""


def adapt_columns(columns: tuple[TableColumn, ...]) -> tuple[TableColumn, ...]:
    """The columns of a file in types that a table has. Raises SchemaMismatchError for one that Iceberg 2 has no type for."""
    _require_members(columns, ())
    return map_leaves(columns, _adapt_type)


def _require_members(columns: tuple[TableColumn, ...], above: Path) -> None:
    for column in columns:
        path = (*above, column.name)
        if column.type == NestedStruct(()):
            reason = "a struct without members: no reader of Iceberg takes it"
            raise SchemaMismatchError(path, reason)
        _require_members(column.members, path)


def _adapt_type(type_: LeafType, path: Path) -> LeafType:
    match type_:
        case IntegerType(bits, is_signed):
            return IntegerType(32 if bits < 32 or (bits == 32 and is_signed) else 64)
        case TimeType(per_second) if per_second == MICROS:
            return TimeType(MICROS, is_utc=False)
        case TimestampType(per_second, is_utc) if per_second <= MICROS:
            return TimestampType(MICROS, is_utc)
        case DecimalType(precision) if precision <= _DIGITS:
            return type_
        case SimpleType() if type_ in _AS:
            return _AS[type_]
        case SimpleType() if type_ in _SIMPLE:
            return type_
        case FixedType():
            return type_
        case _:
            raise SchemaMismatchError(path, _explain(type_))


def _explain(type_: LeafType) -> str:
    name = format_type(type_)
    match type_:
        case TimestampType():
            return f"{name}: Iceberg 2 has microseconds alone; rewrite the file with those"
        case TimeType():
            return (
                f"{name}: readers of Iceberg take microseconds alone; rewrite the file with those"
            )
        case SimpleType.VARIANT | GeometryType() | GeographyType():
            return f"{name}: Iceberg 3 has this type, and pyiceberg does not write such tables yet"
        case SimpleType.NULL:
            return f"{name}: pyiceberg reads no file with such a column; `inlay drop` takes it out"
        case DecimalType():
            return f"{name}: Iceberg has {_DIGITS} digits at most"
        case _:
            return f"{name}: Iceberg has no such type; rewrite the file with another one"


def iceberg_type_of(type_: TableType) -> iceberg.PrimitiveType:
    """That of an adapted leaf."""
    match type_:
        case IntegerType(bits):
            return iceberg.LongType() if bits > 32 else iceberg.IntegerType()
        case DecimalType(precision, scale):
            return iceberg.DecimalType(precision, scale)
        case TimeType():
            return iceberg.TimeType()
        case TimestampType(_, is_utc):
            return iceberg.TimestamptzType() if is_utc else iceberg.TimestampType()
        case FixedType(length):
            return iceberg.FixedType(length)
        case SimpleType() if type_ in _SIMPLE:
            return _SIMPLE[type_]
        case _:
            raise AssertionError(f"{format_type(type_)} is not adapted")


def table_type_of(type_: iceberg.IcebergType) -> TableType:
    """That of a column of a table. Raises ValueError for types of Iceberg 3."""
    match type_:
        case iceberg.StructType():
            return NestedStruct(columns_of(type_.fields))
        case iceberg.ListType():
            return NestedList(_column_of(type_.element_field))
        case iceberg.MapType():
            return NestedMap(_column_of(type_.key_field), _column_of(type_.value_field))
        case iceberg.DecimalType():
            return DecimalType(type_.precision, type_.scale)
        case iceberg.FixedType():
            return FixedType(len(type_))
        case _ if type(type_) in _NEUTRAL:
            return _NEUTRAL[type(type_)]
        case _:
            raise ValueError(f"{type_}: a type that pyiceberg does not write")


def columns_of(fields: tuple[iceberg.NestedField, ...]) -> tuple[TableColumn, ...]:
    """Those of a table, with their ids."""
    return tuple(map(_column_of, fields))


def _column_of(field: iceberg.NestedField) -> TableColumn:
    return TableColumn(field.name, table_type_of(field.field_type), field.required, field.field_id)

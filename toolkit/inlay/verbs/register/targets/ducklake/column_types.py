"""What DuckLake calls the types of columns, and which of Parquet's its readers take for them."""

from __future__ import annotations

from typing import Final

from inlay.verbs.register.schema.table_leaves import map_leaves
from inlay.verbs.register.schema.table_types import (
    DecimalType,
    FixedType,
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

_MICROS: Final = 10**6
_NANOS: Final = 10**9
_LONGEST: Final = 38
_GEOMETRY: Final = "geometry"
_LONGITUDE_LATITUDE: Final = "OGC:CRS84"
"""What an unset reference system means."""

_SIMPLE: Final[dict[SimpleType, LeafType]] = {
    SimpleType.ENUM: SimpleType.STRING,
    SimpleType.BSON: SimpleType.BINARY,
    SimpleType.INT96: TimestampType(_MICROS, is_utc=False),
}
_NAMES: Final[dict[TableType, str]] = {
    SimpleType.BOOLEAN: "boolean",
    SimpleType.FLOAT: "float32",
    SimpleType.DOUBLE: "float64",
    SimpleType.DATE: "date",
    SimpleType.STRING: "varchar",
    SimpleType.JSON: "json",
    SimpleType.BINARY: "blob",
    SimpleType.UUID: "uuid",
    SimpleType.INTERVAL: "interval",
    SimpleType.VARIANT: "variant",
    TimeType(_MICROS, is_utc=False): "time",
    TimestampType(_MICROS, is_utc=False): "timestamp",
    TimestampType(_NANOS, is_utc=False): "timestamp_ns",
    TimestampType(_MICROS, is_utc=True): "timestamptz",
    **{
        IntegerType(bits, is_signed): f"{'' if is_signed else 'u'}int{bits}"
        for bits in (8, 16, 32, 64)
        for is_signed in (True, False)
    },
}
_BY_NAME: Final = {name: type_ for type_, name in _NAMES.items()}


def name_type(type_: TableType) -> str | None:
    """As the catalog has it; None for a type that DuckLake has not, or that is not registered here."""
    match type_:
        case NestedStruct():
            return "struct"
        case NestedList():
            return "list"
        case NestedMap():
            return "map"
        case DecimalType(precision, scale) if 0 < precision <= _LONGEST and 0 <= scale <= precision:
            return f"decimal({precision},{scale})"
        case GeometryType(None):
            return _GEOMETRY
        case _:
            return _NAMES.get(type_)


def parse_type(name: str) -> LeafType | None:
    """Of a column that is not a group."""
    text = name.replace(" ", "").lower()
    if text.startswith("decimal(") and text.endswith(")"):
        precision, _, scale = text[8:-1].partition(",")
        if precision.isdecimal() and scale.isdecimal():
            return DecimalType(int(precision), int(scale))
    if text == _GEOMETRY:
        return GeometryType(None)
    type_ = _BY_NAME.get(text)
    return None if isinstance(type_, NestedStruct | NestedList | NestedMap) else type_


def adapt_columns(columns: tuple[TableColumn, ...]) -> tuple[TableColumn, ...]:
    """Columns of a file in the types that DuckLake's reader gives them. Raises SchemaMismatchError."""
    return map_leaves(columns, _adapt)


def _adapt(leaf: LeafType, path: Path) -> LeafType:
    type_ = adapt_leaf(leaf)
    if isinstance(type_, GeometryType) and type_.crs is not None:
        what = f"{format_type(leaf)} has a reference system, which DuckLake has none of: leave it unset"
        raise SchemaMismatchError(path, what)
    if name_type(type_) is None and type_ is not SimpleType.NULL:
        what = f"{format_type(leaf)} is not read by DuckLake, or not registered here"
        raise SchemaMismatchError(path, what)
    return type_


def adapt_leaf(type_: LeafType) -> LeafType:
    """Milliseconds become microseconds, and nanoseconds too if they are moments: that is how DuckDB reads them. Of times, it casts
    microseconds alone."""
    match type_:
        case SimpleType():
            return _SIMPLE.get(type_, type_)
        case FixedType():
            return SimpleType.BINARY
        case GeometryType(crs) if crs == _LONGITUDE_LATITUDE:
            return GeometryType(None)
        case TimeType(per_second, _):
            return TimeType(per_second, is_utc=False)
        case TimestampType(per_second, is_utc):
            is_fine = per_second == _NANOS and not is_utc
            return TimestampType(_NANOS if is_fine else _MICROS, is_utc)
        case _:
            return type_

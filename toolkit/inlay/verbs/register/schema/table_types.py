"""The types of table columns, in words that no table format owns: each target says what it calls them, or that it has none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class SimpleType(Enum):
    """Types without a parameter. A leaf whose annotation nobody knows has that of its physical type."""

    BOOLEAN = "boolean"
    FLOAT16 = "float16"
    FLOAT = "float"
    DOUBLE = "double"
    DATE = "date"
    INT96 = "int96"
    STRING = "string"
    ENUM = "enum"
    JSON = "json"
    BSON = "bson"
    BINARY = "binary"
    UUID = "uuid"
    INTERVAL = "interval"
    VARIANT = "variant"
    NULL = "null"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class IntegerType:
    """`bits` are 8, 16, 32 or 64."""

    bits: int
    is_signed: bool = True


@dataclass(frozen=True, slots=True)
class DecimalType:
    precision: int
    scale: int


@dataclass(frozen=True, slots=True)
class TimeType:
    """`per_second` says the unit: 1,000, 1,000,000 or 1,000,000,000."""

    per_second: int
    is_utc: bool


@dataclass(frozen=True, slots=True)
class TimestampType:
    """`per_second` as of a time. `is_utc` is true for moments, false for what a clock on a wall says."""

    per_second: int
    is_utc: bool


@dataclass(frozen=True, slots=True)
class FixedType:
    """Bytes without a meaning, `length` in each value."""

    length: int


@dataclass(frozen=True, slots=True)
class GeometryType:
    """`crs` as the file says it; None is the format's default, OGC:CRS84."""

    crs: str | None


@dataclass(frozen=True, slots=True)
class GeographyType:
    """`algorithm` is the name of an edge interpolation, spherical by default."""

    crs: str | None
    algorithm: str


@dataclass(frozen=True, slots=True)
class NestedStruct:
    fields: tuple[TableColumn, ...]


@dataclass(frozen=True, slots=True)
class NestedList:
    element: TableColumn


@dataclass(frozen=True, slots=True)
class NestedMap:
    key: TableColumn
    value: TableColumn


LeafType: TypeAlias = (
    SimpleType
    | IntegerType
    | DecimalType
    | TimeType
    | TimestampType
    | FixedType
    | GeometryType
    | GeographyType
)
TableType: TypeAlias = LeafType | NestedStruct | NestedList | NestedMap


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a file or of a table. `leaf` is its place among the leaves of the file; None for groups, and in a table.

    The element of a list is called `element`, those of a map `key` and `value`, whatever the file calls them. `shown` is what people call
    a column of a table that gives it another name in the files.
    """

    name: str
    type: TableType
    is_required: bool
    field_id: int | None = None
    leaf: int | None = None
    shown: str | None = None

    @property
    def members(self) -> tuple[TableColumn, ...]:
        """The columns right below this one."""
        match self.type:
            case NestedStruct(fields):
                return fields
            case NestedList(element):
                return (element,)
            case NestedMap(key, value):
                return (key, value)
            case _:
                return ()


def format_type(type_: TableType) -> str:
    """As people say it: `int32`, `decimal(9, 2)`, `list<string>`."""
    match type_:
        case SimpleType():
            return type_.value
        case IntegerType(bits, is_signed):
            return f"{'' if is_signed else 'u'}int{bits}"
        case DecimalType(precision, scale):
            return f"decimal({precision}, {scale})"
        case TimeType(per_second, is_utc):
            return f"time({_name_unit(per_second)}{', utc' if is_utc else ''})"
        case TimestampType(per_second, is_utc):
            return f"timestamp({_name_unit(per_second)}{', utc' if is_utc else ''})"
        case FixedType(length):
            return f"fixed({length})"
        case GeometryType(crs):
            return f"geometry({crs or 'OGC:CRS84'})"
        case GeographyType(crs, algorithm):
            return f"geography({crs or 'OGC:CRS84'}, {algorithm})"
        case NestedStruct(fields):
            return f"struct<{', '.join(f'{it.name}: {format_type(it.type)}' for it in fields)}>"
        case NestedList(element):
            return f"list<{format_type(element.type)}>"
        case NestedMap(key, value):
            return f"map<{format_type(key.type)}, {format_type(value.type)}>"


def _name_unit(per_second: int) -> str:
    return {1_000: "ms", 1_000_000: "us", 1_000_000_000: "ns"}.get(per_second, f"1/{per_second} s")

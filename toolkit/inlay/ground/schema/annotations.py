"""Whether a leaf's physical type can carry what its annotation says (LogicalTypes.md of parquet-format)."""

from __future__ import annotations

from typing import Final

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.notation import format_annotation
from inlay.ground.wording.amounts import count
from parquet_format.parquet import (
    BsonType,
    ConvertedType,
    DateType,
    DecimalType,
    EnumType,
    FileType,
    Float16Type,
    GeographyType,
    GeometryType,
    IntType,
    JsonType,
    ListType,
    LogicalType,
    MapType,
    SchemaElement,
    StringType,
    TimestampType,
    TimeType,
    TimeUnit,
    Type,
    UUIDType,
    VariantType,
)

_OF_BYTES: Final = (StringType, EnumType, JsonType, BsonType, GeometryType, GeographyType)
_OF_GROUPS: Final = (MapType, ListType, VariantType, FileType)
_FIXED: Final[dict[type[object], int]] = {UUIDType: 16, Float16Type: 2}

INT32_DIGITS: Final = 9
INT64_DIGITS: Final = 18


def explain_annotation(element: SchemaElement) -> str | None:
    """Why the annotation cannot be of this type; None where it can, is not there, or is not known here."""
    if element.type is None:
        return None
    kind = find_meaning(element)
    if kind is None:
        return _wrong_interval(element)
    needed = _needed(kind)
    if needed is None or (element.type, _width(element)) in needed:
        return None
    if (element.type, None) in needed:
        return None
    either = (
        " or ".join(dict.fromkeys(_format_type(*alternative) for alternative in needed))
        or "a group"
    )
    return f"{format_annotation(element)} on {_format_type(element.type, _width(element))}: only {either} may have it"


def explain_decimal(element: SchemaElement) -> str | None:
    """Precision and scale that are not a decimal's, or more digits than the type has room for."""
    kind = find_meaning(element)
    if element.type is None or not isinstance(kind, DecimalType):
        return None
    if kind.precision < 1 or not 0 <= kind.scale <= kind.precision:
        return (
            f"DECIMAL({kind.precision}, {kind.scale}): the precision is 1 or more, and the scale from 0 to "
            "the precision"
        )
    most = _most_digits(element)
    if most is not None and kind.precision > most:
        shown = _format_type(element.type, _width(element))
        return (
            f"DECIMAL({kind.precision}, {kind.scale}): {shown} has room for {count(most, 'digit')}"
        )
    return None


def _needed(kind: LogicalType) -> list[tuple[Type, int | None]] | None:
    """The types and lengths that it may be on; None for what may be on any, or is not known."""
    match kind:
        case IntType(bitWidth=64) | TimestampType():
            return [(Type.INT64, None)]
        case IntType(bitWidth=8 | 16 | 32) | DateType():
            return [(Type.INT32, None)]
        case TimeType(unit=unit):
            return [(Type.INT32 if unit == TimeUnit.MILLIS else Type.INT64, None)]
        case DecimalType():
            types = (Type.INT32, Type.INT64, Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY)
            return [(type_, None) for type_ in types]
        case UUIDType() | Float16Type():
            return [(Type.FIXED_LEN_BYTE_ARRAY, _FIXED[type(kind)])]
        case _ if isinstance(kind, _OF_BYTES):
            return [(Type.BYTE_ARRAY, None)]
        case _ if isinstance(kind, _OF_GROUPS):
            return []
        case _:
            return None


def _wrong_interval(element: SchemaElement) -> str | None:
    is_interval = element.converted_type == ConvertedType.INTERVAL
    if not is_interval or (element.type, element.type_length) == (Type.FIXED_LEN_BYTE_ARRAY, 12):
        return None
    assert element.type is not None
    shown = _format_type(element.type, _width(element))
    return f"INTERVAL on {shown}: only {_format_type(Type.FIXED_LEN_BYTE_ARRAY, 12)} may have it"


def _most_digits(element: SchemaElement) -> int | None:
    match element.type:
        case Type.INT32:
            return INT32_DIGITS
        case Type.INT64:
            return INT64_DIGITS
        case Type.FIXED_LEN_BYTE_ARRAY if element.type_length is not None:
            # A longer one than this has more digits than anybody writes, and slow ones to count.
            width = min(max(element.type_length, 0), 1_000)
            return len(str(2 ** max(8 * width - 1, 0) - 1)) - 1 if width else 0
        case _:
            return None


def _width(element: SchemaElement) -> int | None:
    return element.type_length if element.type == Type.FIXED_LEN_BYTE_ARRAY else None


def _format_type(type_: Type, width: int | None) -> str:
    return f"{type_.name}({width})" if width is not None else type_.name

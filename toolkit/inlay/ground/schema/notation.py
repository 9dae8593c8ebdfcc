"""A schema element in the notation that Parquet's tools share: `optional int32 day (DATE)`."""

from __future__ import annotations

from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import (
    BsonType,
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
    NullType,
    SchemaElement,
    StringType,
    TimestampType,
    TimeType,
    Type,
    UUIDType,
    VariantType,
)

_PLAIN_NAMES: dict[type[object], str] = {
    StringType: "STRING",
    MapType: "MAP",
    ListType: "LIST",
    EnumType: "ENUM",
    DateType: "DATE",
    NullType: "UNKNOWN",
    JsonType: "JSON",
    BsonType: "BSON",
    UUIDType: "UUID",
    Float16Type: "FLOAT16",
    FileType: "FILE",
}


def format_repetition(element: SchemaElement) -> str:
    """`optional`, or nothing where it is not said, as on the root."""
    return element.repetition_type.name.lower() if element.repetition_type is not None else ""


def format_physical(element: SchemaElement) -> str:
    """`int32`, `fixed_len_byte_array(16)`; `group` for what holds others."""
    if element.type is None:
        return "group"
    name = element.type.name.lower()
    if element.type == Type.FIXED_LEN_BYTE_ARRAY:
        return f"{name}({element.type_length})"
    return name


def format_annotation(element: SchemaElement) -> str:
    """What the values mean: the logical type or, without one, the converted type."""
    converted = element.converted_type
    if element.logicalType is not None:
        name = format_logical(element.logicalType)
        unknown = converted is not None and converted.is_unknown
        return f"{name}, {converted.name}" if converted is not None and unknown else name
    if converted is None:
        return ""
    if converted.name == "DECIMAL":
        return f"DECIMAL({element.precision}, {element.scale or 0})"
    return converted.name


def format_logical(type_: LogicalType) -> str:
    match type_:
        case DecimalType():
            return f"DECIMAL({type_.precision}, {type_.scale})"
        case TimeType():
            return f"TIME({type_.unit.name}, {_zone(type_.isAdjustedToUTC)})"
        case TimestampType():
            return f"TIMESTAMP({type_.unit.name}, {_zone(type_.isAdjustedToUTC)})"
        case IntType():
            return f"INTEGER({type_.bitWidth}, {'signed' if type_.isSigned else 'unsigned'})"
        case VariantType():
            return _call("VARIANT", type_.specification_version)
        case GeometryType():
            return _call("GEOMETRY", type_.crs)
        case GeographyType():
            algorithm = type_.algorithm.name if type_.algorithm is not None else None
            return _call("GEOGRAPHY", type_.crs, algorithm)
        case UnknownVariant():
            return f"UNKNOWN_{type_.field_id}"
        case _:
            return _PLAIN_NAMES[type(type_)]


def _zone(is_utc: bool) -> str:
    return "UTC" if is_utc else "local"


def _call(name: str, *arguments: object) -> str:
    shown = ", ".join(str(argument) for argument in arguments if argument is not None)
    return f"{name}({shown})" if shown else name

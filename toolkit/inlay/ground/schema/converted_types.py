"""What a converted type means as a logical type, and the reverse."""

from __future__ import annotations

from typing import Final, NamedTuple

from parquet_format.parquet import (
    BsonType,
    ConvertedType,
    DateType,
    DecimalType,
    EnumType,
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
)


class Converted(NamedTuple):
    """The deprecated annotation of a schema element."""

    type: ConvertedType | None = None
    scale: int | None = None
    precision: int | None = None


_OF_INTEGER: Final = {
    (8, True): ConvertedType.INT_8,
    (16, True): ConvertedType.INT_16,
    (32, True): ConvertedType.INT_32,
    (64, True): ConvertedType.INT_64,
    (8, False): ConvertedType.UINT_8,
    (16, False): ConvertedType.UINT_16,
    (32, False): ConvertedType.UINT_32,
    (64, False): ConvertedType.UINT_64,
}
_INTEGERS: Final = {converted: integer for integer, converted in _OF_INTEGER.items()}
_OF_TIME: Final = {1: ConvertedType.TIME_MILLIS, 2: ConvertedType.TIME_MICROS}
_OF_TIMESTAMP: Final = {1: ConvertedType.TIMESTAMP_MILLIS, 2: ConvertedType.TIMESTAMP_MICROS}


def logical_from_converted(element: SchemaElement) -> LogicalType | None:
    """The logical type that the converted type of an element implies."""
    match element.converted_type:
        case ConvertedType.UTF8:
            return StringType()
        case ConvertedType.MAP:
            return MapType()
        case ConvertedType.LIST:
            return ListType()
        case ConvertedType.ENUM:
            return EnumType()
        case ConvertedType.DECIMAL if element.precision is not None:
            return DecimalType(scale=element.scale or 0, precision=element.precision)
        case ConvertedType.DATE:
            return DateType()
        case ConvertedType.TIME_MILLIS:
            return TimeType(isAdjustedToUTC=True, unit=TimeUnit.MILLIS)
        case ConvertedType.TIME_MICROS:
            return TimeType(isAdjustedToUTC=True, unit=TimeUnit.MICROS)
        case ConvertedType.TIMESTAMP_MILLIS:
            return TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MILLIS)
        case ConvertedType.TIMESTAMP_MICROS:
            return TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MICROS)
        case ConvertedType.JSON:
            return JsonType()
        case ConvertedType.BSON:
            return BsonType()
        case None:
            return None
        case converted:
            integer = _INTEGERS.get(converted)
            if integer is None:
                return None
            return IntType(bitWidth=integer[0], isSigned=integer[1])


def converted_from_logical(logical: LogicalType | None) -> Converted:
    """What a writer puts beside a logical type for old readers."""
    match logical:
        case StringType():
            return Converted(ConvertedType.UTF8)
        case MapType():
            return Converted(ConvertedType.MAP)
        case ListType():
            return Converted(ConvertedType.LIST)
        case EnumType():
            return Converted(ConvertedType.ENUM)
        case DecimalType():
            return Converted(ConvertedType.DECIMAL, logical.scale, logical.precision)
        case DateType():
            return Converted(ConvertedType.DATE)
        case TimeType():
            return Converted(_OF_TIME.get(logical.unit))
        case TimestampType():
            return Converted(_OF_TIMESTAMP.get(logical.unit))
        case IntType():
            return Converted(_OF_INTEGER.get((logical.bitWidth, logical.isSigned)))
        case JsonType():
            return Converted(ConvertedType.JSON)
        case BsonType():
            return Converted(ConvertedType.BSON)
        case _:
            return Converted()

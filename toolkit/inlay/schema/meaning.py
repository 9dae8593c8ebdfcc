"""What the values of a schema element mean, in one vocabulary: logical types.

A converted type means a logical type (LogicalTypes.md has the table); the logical type wins where
both are present.
"""

from __future__ import annotations

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


def find_meaning(element: SchemaElement) -> LogicalType | None:
    """The logical type that is written or, without one, that the converted type stands for.

    None for an element without either, and for INTERVAL and unknown converted types, which have no
    logical counterpart.
    """
    if element.logicalType is not None:
        return element.logicalType
    match element.converted_type:
        case ConvertedType.UTF8:
            return StringType()
        case ConvertedType.MAP | ConvertedType.MAP_KEY_VALUE:
            return MapType()
        case ConvertedType.LIST:
            return ListType()
        case ConvertedType.ENUM:
            return EnumType()
        case ConvertedType.JSON:
            return JsonType()
        case ConvertedType.BSON:
            return BsonType()
        case ConvertedType.DATE:
            return DateType()
        case ConvertedType.DECIMAL:
            return DecimalType(scale=element.scale or 0, precision=element.precision or 0)
        case ConvertedType.TIME_MILLIS:
            return TimeType(isAdjustedToUTC=True, unit=TimeUnit.MILLIS)
        case ConvertedType.TIME_MICROS:
            return TimeType(isAdjustedToUTC=True, unit=TimeUnit.MICROS)
        case ConvertedType.TIMESTAMP_MILLIS:
            return TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MILLIS)
        case ConvertedType.TIMESTAMP_MICROS:
            return TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MICROS)
        case converted:
            return _integer(converted)


_INTEGERS = {
    ConvertedType.INT_8: (8, True),
    ConvertedType.INT_16: (16, True),
    ConvertedType.INT_32: (32, True),
    ConvertedType.INT_64: (64, True),
    ConvertedType.UINT_8: (8, False),
    ConvertedType.UINT_16: (16, False),
    ConvertedType.UINT_32: (32, False),
    ConvertedType.UINT_64: (64, False),
}


def _integer(converted: ConvertedType | None) -> IntType | None:
    if converted is None or converted not in _INTEGERS:
        return None
    width, signed = _INTEGERS[converted]
    return IntType(bitWidth=width, isSigned=signed)

"""`LogicalType`, between Thrift and v1. The tags of the two are not the same numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from inlay.conversion import unrecognized
from inlay.conversion.carried import carry, restore
from inlay.conversion.enum_bytes import as_byte, fits
from inlay.conversion.errors import ConversionError
from inlay_runtime.union import UnknownVariant, Variant
from parquet_format import footer, parquet

_Plain: TypeAlias = (
    parquet.StringType
    | parquet.MapType
    | parquet.ListType
    | parquet.EnumType
    | parquet.DateType
    | parquet.NullType
    | parquet.JsonType
    | parquet.BsonType
    | parquet.UUIDType
    | parquet.Float16Type
    | parquet.FileType
)
_TIME, _TIMESTAMP, _GEOGRAPHY = 7, 8, 18  # the ids in Thrift
_KNOWN_UNITS: Final = (1, 2, 3)

_TO_FLAT: Final[Mapping[type[_Plain], Callable[[footer.Empty], footer.LogicalType]]] = {
    parquet.StringType: footer.LogicalTypeStringType,
    parquet.MapType: footer.LogicalTypeMapType,
    parquet.ListType: footer.LogicalTypeListType,
    parquet.EnumType: footer.LogicalTypeEnumType,
    parquet.DateType: footer.LogicalTypeDateType,
    parquet.NullType: footer.LogicalTypeNullType,
    parquet.JsonType: footer.LogicalTypeJsonType,
    parquet.BsonType: footer.LogicalTypeBsonType,
    parquet.UUIDType: footer.LogicalTypeUuidType,
    parquet.Float16Type: footer.LogicalTypeFloat16Type,
    parquet.FileType: footer.LogicalTypeFileType,
}
_TO_THRIFT: Final[Mapping[type[Variant[footer.Empty]], type[_Plain]]] = {
    footer.LogicalTypeStringType: parquet.StringType,
    footer.LogicalTypeMapType: parquet.MapType,
    footer.LogicalTypeListType: parquet.ListType,
    footer.LogicalTypeEnumType: parquet.EnumType,
    footer.LogicalTypeDateType: parquet.DateType,
    footer.LogicalTypeNullType: parquet.NullType,
    footer.LogicalTypeJsonType: parquet.JsonType,
    footer.LogicalTypeBsonType: parquet.BsonType,
    footer.LogicalTypeUuidType: parquet.UUIDType,
    footer.LogicalTypeFloat16Type: parquet.Float16Type,
    footer.LogicalTypeFileType: parquet.FileType,
}


def logical_type_to_flat(value: parquet.LogicalType) -> footer.LogicalType:
    match value:
        case parquet.DecimalType():
            decimal = footer.DecimalOptions(scale=value.scale, precision=value.precision)
            return footer.LogicalTypeDecimalType(carry(value, decimal))
        case parquet.TimeType() if value.unit in _KNOWN_UNITS:
            return footer.LogicalTypeTimeType(_time_options(value))
        case parquet.TimeType():
            return _unrecognized(_TIME, value)
        case parquet.TimestampType() if value.unit in _KNOWN_UNITS:
            return footer.LogicalTypeTimestampType(_time_options(value))
        case parquet.TimestampType():
            return _unrecognized(_TIMESTAMP, value)
        case parquet.IntType():
            integer = footer.IntOptions(bit_width=value.bitWidth, is_signed=value.isSigned)
            return footer.LogicalTypeIntType(carry(value, integer))
        case parquet.VariantType():
            variant = footer.VariantType(specification_version=value.specification_version)
            return footer.LogicalTypeVariantType(carry(value, variant))
        case parquet.GeometryType():
            return footer.LogicalTypeGeometryType(carry(value, footer.GeometryType(crs=value.crs)))
        case parquet.GeographyType() if fits(value.algorithm or 0):
            return footer.LogicalTypeGeographyType(_geography(value))
        case parquet.GeographyType():
            return _unrecognized(_GEOGRAPHY, value)
        case UnknownVariant():
            return footer.LogicalTypeUnrecognized(unrecognized.from_variant(value))
        case _:
            return _TO_FLAT[type(value)](carry(value, footer.Empty()))


def logical_type_to_thrift(value: footer.LogicalType) -> parquet.LogicalType:
    match value:
        case footer.LogicalTypeDecimalType(options):
            decimal = parquet.DecimalType(scale=options.scale, precision=options.precision)
            return restore(options, decimal)
        case footer.LogicalTypeTimeType(options):
            time = parquet.TimeType(isAdjustedToUTC=options.is_adjusted_to_utc, unit=_unit(options))
            return restore(options, time)
        case footer.LogicalTypeTimestampType(options):
            timestamp = parquet.TimestampType(
                isAdjustedToUTC=options.is_adjusted_to_utc, unit=_unit(options)
            )
            return restore(options, timestamp)
        case footer.LogicalTypeIntType(options):
            integer = parquet.IntType(bitWidth=options.bit_width, isSigned=options.is_signed)
            return restore(options, integer)
        case footer.LogicalTypeVariantType(options):
            version = options.specification_version
            return restore(options, parquet.VariantType(specification_version=version))
        case footer.LogicalTypeGeometryType(options):
            return restore(options, parquet.GeometryType(crs=options.crs))
        case footer.LogicalTypeGeographyType(options):
            algorithm = None
            if options.algorithm or options.explicit_algorithm:
                algorithm = parquet.EdgeInterpolationAlgorithm(options.algorithm)
            return restore(options, parquet.GeographyType(crs=options.crs, algorithm=algorithm))
        case footer.LogicalTypeUnrecognized(options):
            return unrecognized.to_variant(options, parquet.LOGICAL_TYPE)
        case UnknownVariant():
            raise ConversionError(f"member {value.field_id} is of a newer schema", "logical_type")
        case _:
            return restore(value.value, _TO_THRIFT[type(value)]())


def _unrecognized(
    field_id: int, value: parquet.TimeType | parquet.TimestampType | parquet.GeographyType
) -> footer.LogicalType:
    return footer.LogicalTypeUnrecognized(unrecognized.from_struct(field_id, value))


def _time_options(value: parquet.TimeType | parquet.TimestampType) -> footer.TimeOptions:
    options = footer.TimeOptions(
        is_adjusted_to_utc=value.isAdjustedToUTC, unit=footer.TimeUnit(value.unit - 1)
    )
    return carry(value, options)


def _unit(options: footer.TimeOptions) -> parquet.TimeUnit:
    if options.unit + 1 not in _KNOWN_UNITS:
        raise ConversionError(f"{int(options.unit)} is no unit of time", "logical_type.unit")
    return parquet.TimeUnit(options.unit + 1)


def _geography(value: parquet.GeographyType) -> footer.GeographyType:
    options = footer.GeographyType(
        crs=value.crs,
        algorithm=as_byte(footer.EdgeInterpolationAlgorithm, value.algorithm or 0),
        explicit_algorithm=value.algorithm == 0,
    )
    return carry(value, options)

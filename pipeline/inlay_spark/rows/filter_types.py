"""Whether a test of the option `filters` fits the type that its column has in the lake's schema.

A type of Spark stands for several of Parquet: a bigint is a number, or a time in nanoseconds. What fits one of them passes here, and
the files say the rest.
"""

from __future__ import annotations

from typing import Final

from pyspark.sql import types as spark

from inlay.rows.pruning.filters import INTERSECTS, IS_NULL, ColumnTest, FilterValue
from inlay.rows.pruning.literals import UnfitValueError, place_value
from parquet_format.parquet import ConvertedType, SchemaElement, Type


def _column(type_: Type, *, means: ConvertedType | None = None) -> SchemaElement:
    return SchemaElement(name="", type=type_, converted_type=means)


_INT32: Final = _column(Type.INT32)
_COLUMNS: Final[dict[type[spark.DataType], tuple[SchemaElement, ...]]] = {
    spark.BooleanType: (_column(Type.BOOLEAN),),
    spark.ByteType: (_INT32,),
    spark.ShortType: (_INT32,),
    spark.IntegerType: (_INT32, _column(Type.INT32, means=ConvertedType.TIME_MILLIS)),
    spark.LongType: (
        _column(Type.INT64),
        _column(Type.INT64, means=ConvertedType.TIME_MICROS),
        _column(Type.INT64, means=ConvertedType.TIMESTAMP_MICROS),
    ),
    spark.FloatType: (_column(Type.FLOAT),),
    spark.DoubleType: (_column(Type.DOUBLE),),
    spark.DecimalType: (_column(Type.DOUBLE),),
    spark.StringType: (_column(Type.BYTE_ARRAY, means=ConvertedType.UTF8),),
    spark.BinaryType: (_column(Type.BYTE_ARRAY),),
    spark.DateType: (_column(Type.INT32, means=ConvertedType.DATE),),
    spark.TimestampType: (_column(Type.INT64, means=ConvertedType.TIMESTAMP_MICROS),),
    spark.TimestampNTZType: (_column(Type.INT96),),
}
"""Columns that take the values that those of a type take, the likeliest first. Other types are left to the files."""


def find_misfit(test: ColumnTest, type_: spark.DataType) -> str | None:
    """What is wrong with a test that no file with a column of this type takes."""
    column = test.column
    is_variant = isinstance(type_, spark.VariantType)
    if isinstance(type_, spark.StructType):
        is_variant = "metadata" in type_.names  # as Spark 4.0 writes them, without an annotation
    if test.steps is not None:
        name = test._replace(steps=None).column
        return None if is_variant else f"{name} is not a Variant: compare {name} itself"
    if is_variant:
        if test.operator == IS_NULL:
            return None
        return f"{column} is a Variant: write variant_get({column}, '$.path')"
    if isinstance(type_, spark.StructType):
        return f"{column} is a group of columns: name one of them"
    if isinstance(type_, spark.ArrayType | spark.MapType):
        return f"{column} is {type_.simpleString()}, and a filter compares one value a row"
    if test.operator == INTERSECTS:
        is_bytes = isinstance(type_, spark.BinaryType)
        return None if is_bytes else f"{column} is {type_.simpleString()}, and no geometry"
    for value in test.values if test.operator != IS_NULL else ():
        wanted = _find_wanted(type_, value)
        if wanted is not None:
            return f"{column} is {type_.simpleString()}: compare it with {wanted}"
    return None


def _find_wanted(type_: spark.DataType, value: FilterValue) -> str | None:
    """What a value should be instead of one that no column of the type is compared with."""
    wanted: str | None = None
    for element in _COLUMNS.get(type(type_), ()):
        try:
            place_value(element, value)
        except UnfitValueError as error:
            wanted = wanted or str(error)
        else:
            return None
    return wanted

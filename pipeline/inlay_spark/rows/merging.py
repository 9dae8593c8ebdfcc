"""`mergeSchema`: the columns of all files, as Spark puts them together."""

from __future__ import annotations

from pyspark.sql import types as spark

from inlay_spark.rows.errors import UnreadableError


def merged(one: spark.StructType, other: spark.StructType, path: str) -> spark.StructType:
    """The columns of `one`, then those that `other` has besides; names that differ in case alone are one.

    Raises UnreadableError, with the file and the column, where the types differ: nothing is widened but the precision
    of decimals.
    """
    made = _struct(one, other, f"{path}: column ")
    assert isinstance(made, spark.StructType)
    return made


def _struct(one: spark.StructType, other: spark.StructType, name: str) -> spark.DataType:
    theirs = {field.name.casefold(): field for field in other.fields}
    fields: list[spark.StructField] = []
    for field in one.fields:
        found = theirs.pop(field.name.casefold(), None)
        type_ = field.dataType
        if found is not None:
            type_ = _type(type_, found.dataType, f"{name}{field.name}")
        fields.append(spark.StructField(field.name, type_, True, field.metadata))
    return spark.StructType([*fields, *theirs.values()])


def _type(one: spark.DataType, other: spark.DataType, name: str) -> spark.DataType:
    match one, other:
        case spark.StructType(), spark.StructType():
            return _struct(one, other, f"{name}.")
        case spark.ArrayType(), spark.ArrayType():
            return spark.ArrayType(_type(one.elementType, other.elementType, f"{name}.element"))
        case spark.MapType(), spark.MapType():
            key = _type(one.keyType, other.keyType, f"{name}.key")
            return spark.MapType(key, _type(one.valueType, other.valueType, f"{name}.value"))
        case spark.DecimalType(), spark.DecimalType() if one.scale == other.scale:
            return spark.DecimalType(max(one.precision, other.precision), one.scale)
        case _ if one == other:
            return one
        case _:
            raise UnreadableError(
                f"{name} is {other.simpleString()}, and {one.simpleString()} in files before it: "
                "mergeSchema does not put these together; say the schema, .schema(...)"
            )

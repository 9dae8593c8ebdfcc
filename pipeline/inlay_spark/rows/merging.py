"""`mergeSchema`: the columns of all files, as Spark puts them together."""

from __future__ import annotations

from pyspark.sql import types as spark

from inlay_spark.rows.errors import UnreadableError


def merge_schemas(schema: spark.StructType, other: spark.StructType, path: str) -> spark.StructType:
    """The columns of `schema`, then those that `other` has besides; names that differ in case alone are one.

    Raises UnreadableError, with the file and the column, where the types differ: nothing is widened but the precision
    of decimals.
    """
    both = _struct(schema, other, f"{path}: column ")
    assert isinstance(both, spark.StructType)
    return both


def _struct(struct: spark.StructType, other: spark.StructType, name: str) -> spark.DataType:
    theirs = {field.name.casefold(): field for field in other.fields}
    fields: list[spark.StructField] = []
    for field in struct.fields:
        same = theirs.pop(field.name.casefold(), None)
        type_ = field.dataType
        if same is not None:
            type_ = _type(type_, same.dataType, f"{name}{field.name}")
        fields.append(spark.StructField(field.name, type_, True, field.metadata))
    return spark.StructType([*fields, *theirs.values()])


def _type(type_: spark.DataType, other: spark.DataType, name: str) -> spark.DataType:
    match type_, other:
        case spark.StructType(), spark.StructType():
            return _struct(type_, other, f"{name}.")
        case spark.ArrayType(), spark.ArrayType():
            return spark.ArrayType(_type(type_.elementType, other.elementType, f"{name}.element"))
        case spark.MapType(), spark.MapType():
            key = _type(type_.keyType, other.keyType, f"{name}.key")
            return spark.MapType(key, _type(type_.valueType, other.valueType, f"{name}.value"))
        case spark.DecimalType(), spark.DecimalType() if type_.scale == other.scale:
            return spark.DecimalType(max(type_.precision, other.precision), type_.scale)
        case _ if type_ == other:
            return type_
        case _:
            raise UnreadableError(
                f"{name} is {other.simpleString()}, and {type_.simpleString()} in files before it: "
                "mergeSchema cannot merge these; give a schema with .schema(...)"
            )

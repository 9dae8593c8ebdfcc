"""The columns of a lake as Spark sees them: those of its first file or, merged, of all, and the partitions of all."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

import pyarrow as pa
from pyarrow.parquet import ParquetFile, ParquetSchema
from pyspark.sql import types as spark

from inlay.ground.files.entries import FileEntry
from inlay.ground.files.store import Store
from inlay.ground.schema.quoted_names import match_name
from inlay.ground.wording.amounts import count
from inlay_spark.rows.errors import UnreadableError, is_passed_over
from inlay_spark.rows.file_columns import FILE_COLUMNS
from inlay_spark.rows.merging import merge_schemas
from inlay_spark.rows.opened import open_rows
from inlay_spark.rows.partition_types import infer_partition_types
from inlay_spark.rows.spark_types import require_types_for_python
from inlay_spark.rows.widening import is_list
from inlay_spark.sources.option_names import OptionError
from inlay_spark.sources.options import SourceOptions
from inlay_variant.arrow.variant_type import VariantType

OF_SPARK: Final = b"org.apache.spark.sql.parquet.row.metadata"
"""Where Spark keeps the schema that it wrote with; it prevails over what Parquet says."""


def infer_schema(
    options: SourceOptions, files: Sequence[FileEntry], *, partitions_as_text: bool = False
) -> spark.StructType:
    """All columns of these files.

    Raises UnreadableError for a file that cannot be read (unless `ignoreCorruptFiles`), or has a type that Spark
    lacks or takes from no source in Python; OptionError where there is no file.
    """
    whole: spark.StructType | None = None
    for entry in files:
        try:
            schema = _of_entry(options.store(), entry)
        except UnreadableError as error:
            if not is_passed_over(error, options):
                raise
            continue
        whole = schema if whole is None else merge_schemas(whole, schema, entry.path)
        if not options.flag("mergeSchema"):
            break
    if whole is None:
        raise OptionError(_without_files(options))
    partitions = infer_partition_types(files, as_text=partitions_as_text)
    kept = [
        spark.StructField(field.name, partitions.pop(field.name, field.dataType))
        for field in whole.fields
    ]
    kept += [spark.StructField(name, type_) for name, type_ in partitions.items()]
    return spark.StructType(kept)


def select_columns(schema: spark.StructType, names: Sequence[str] | None) -> spark.StructType:
    """Those, in this order; all for None. `_file_path` and its sisters may be among them.

    Raises OptionError for a name that is not there, or twice, and for one that several columns have but for case.
    """
    if names is None:
        return schema
    chosen = [_select(schema, name) for name in names]
    if not names or len({field.name.casefold() for field in chosen}) < len(names):
        raise OptionError("option columns is empty, or names a column twice")
    return spark.StructType(chosen)


def _select(schema: spark.StructType, name: str) -> spark.StructField:
    same = _list_named(name, schema.names)
    if len(same) > 1:
        what = f"{count(len(same), 'column is', 'columns are')} called {name!r}, and Spark does not tell them apart"
        raise OptionError(f"option columns: {what}: {', '.join(same)}")
    if same:
        return schema[same[0]]
    if name in FILE_COLUMNS:
        return spark.StructField(name, FILE_COLUMNS[name])
    near = get_close_matches(name, [*schema.names, *FILE_COLUMNS], n=1)
    hint = f": did you mean {near[0]}?" if near else ""
    raise OptionError(f"option columns: there is no column {name!r}{hint}")


def _list_named(text: str, names: Sequence[str]) -> list[str]:
    """Those of this very name or, if there are none, those that differ in case alone."""
    if (own := match_name(text, names)) is not None:
        return [name for name in names if name == own]
    folded = match_name(text.casefold(), [name.casefold() for name in names])
    return [name for name in names if name.casefold() == folded]


def _without_files(options: SourceOptions) -> str:
    sentence = "there is no file to take a schema from: give one with .schema(...)"
    if next(options.files(), None) is None:
        return sentence
    return f"{sentence}; folders below are read with .option('recursiveFileLookup', 'true') alone"


def _of_entry(store: Store, entry: FileEntry) -> spark.StructType:
    with open_rows(store, entry) as (file, *_):
        schema = schema_of_file(file, entry.path)
    require_types_for_python(schema, entry.path)
    return schema


def schema_of_file(file: ParquetFile, path: str) -> spark.StructType:
    written = (file.metadata.metadata or {}).get(OF_SPARK)
    if (schema := _parse_spark_schema(written)) is not None:
        return schema
    return describe_leaves(file, path)


def describe_leaves(file: ParquetFile, path: str) -> spark.StructType:
    """What Parquet says of the columns, whatever Spark has written beside. UnreadableError for a type that Spark lacks."""
    leaves = _Leaves(file.schema, path)
    return spark.StructType(
        [spark.StructField(field.name, leaves.type_of(field)) for field in file.schema_arrow]
    )


def _parse_spark_schema(text: bytes | None) -> spark.StructType | None:
    """None for what this Spark does not understand, whoever wrote it: then the columns speak for themselves."""
    if text is None:
        return None
    try:
        schema = _nullable(spark.StructType.fromJson(json.loads(text)))
    except Exception:
        return None
    return schema if isinstance(schema, spark.StructType) else None


class _Leaves:
    """Walks the Arrow schema and the Parquet leaves together: Arrow knows the nesting, and not what an INT96 is."""

    def __init__(self, schema: ParquetSchema, path: str) -> None:
        self._physical: Iterator[str] = iter(
            [schema.column(at).physical_type for at in range(len(schema))]
        )
        self._path = path

    def type_of(self, field: pa.Field[Any]) -> spark.DataType:
        type_: Any = field.type
        if isinstance(type_, VariantType):
            self._pass(type_.storage_type)
            return spark.VariantType()
        if isinstance(type_, pa.BaseExtensionType):
            type_ = type_.storage_type
        if pa.types.is_struct(type_):
            return spark.StructType(
                [spark.StructField(child.name, self.type_of(child)) for child in type_]
            )
        if pa.types.is_map(type_):
            key = self.type_of(type_.key_field)
            return spark.MapType(key, self.type_of(type_.item_field))
        if is_list(type_):
            return spark.ArrayType(self.type_of(type_.value_field))
        physical = next(self._physical)
        if pa.types.is_dictionary(type_):
            type_ = type_.value_type
        return self._leaf(field.name, type_, physical)

    def _pass(self, type_: Any) -> None:
        """Leaves the leaves of a Variant behind: which there are says nothing of its type."""
        if pa.types.is_struct(type_):
            for field in type_:
                self._pass(field.type)
        elif is_list(type_):
            self._pass(type_.value_type)
        else:
            next(self._physical)

    def _leaf(self, name: str, type_: pa.DataType, physical: str) -> spark.DataType:
        if pa.types.is_null(type_):
            return _OF_NULLS[physical]
        simple = _SIMPLE.get(type_)
        if simple is not None:
            return simple
        if pa.types.is_decimal(type_) and type_.precision <= 38:
            return spark.DecimalType(type_.precision, type_.scale)
        if pa.types.is_timestamp(type_):
            return _timestamp(type_, physical)
        if pa.types.is_fixed_size_binary(type_):
            return spark.BinaryType()
        if pa.types.is_duration(type_):
            return spark.LongType()  # Arrow's own idea of an INT64
        if pa.types.is_time(type_):
            return spark.LongType() if physical == "INT64" else spark.IntegerType()
        raise UnreadableError(
            f"{self._path}: column {name} is {type_}, which Spark has no type for"
        )


_SIMPLE: Final[Mapping[pa.DataType, spark.DataType]] = {
    pa.bool_(): spark.BooleanType(),
    pa.int8(): spark.ByteType(),
    pa.int16(): spark.ShortType(),
    pa.int32(): spark.IntegerType(),
    pa.int64(): spark.LongType(),
    # Spark has no unsigned numbers: the next type that holds them all.
    pa.uint8(): spark.ShortType(),
    pa.uint16(): spark.IntegerType(),
    pa.uint32(): spark.LongType(),
    pa.uint64(): spark.DecimalType(20, 0),
    pa.float16(): spark.FloatType(),
    pa.float32(): spark.FloatType(),
    pa.float64(): spark.DoubleType(),
    pa.string(): spark.StringType(),
    pa.large_string(): spark.StringType(),
    pa.string_view(): spark.StringType(),
    pa.binary(): spark.BinaryType(),
    pa.large_binary(): spark.BinaryType(),
    pa.binary_view(): spark.BinaryType(),
    pa.date32(): spark.DateType(),
    pa.date64(): spark.DateType(),
}

_OF_NULLS: Final[Mapping[str, spark.DataType]] = {
    "BOOLEAN": spark.BooleanType(),
    "INT32": spark.IntegerType(),
    "INT64": spark.LongType(),
    "INT96": spark.TimestampType(),
    "FLOAT": spark.FloatType(),
    "DOUBLE": spark.DoubleType(),
    "BYTE_ARRAY": spark.BinaryType(),
    "FIXED_LEN_BYTE_ARRAY": spark.BinaryType(),
}
"""Of a column that says that all its values are null, the physical type."""


def _timestamp(type_: Any, physical: str) -> spark.DataType:
    if physical == "INT96":
        return spark.TimestampType()
    if type_.unit == "ns":
        # Spark refuses these or, told to, reads them as numbers; microseconds would lose what they say.
        return spark.LongType()
    return spark.TimestampType() if type_.tz is not None else spark.TimestampNTZType()


def _nullable(type_: spark.DataType) -> spark.DataType:
    """Files promise nothing, so Spark takes every column of one for nullable."""
    match type_:
        case spark.StructType():
            return spark.StructType(
                [
                    spark.StructField(field.name, _nullable(field.dataType), True, field.metadata)
                    for field in type_.fields
                ]
            )
        case spark.ArrayType():
            return spark.ArrayType(_nullable(type_.elementType))
        case spark.MapType():
            return spark.MapType(_nullable(type_.keyType), _nullable(type_.valueType))
        case _:
            return type_

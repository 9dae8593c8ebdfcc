"""`inlay_spark.read`: a lake of any files as one data frame. Spark's own reader reads every file that it can read right, and
the data source `inlay` the others."""

from __future__ import annotations

import json
import warnings
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Final, NamedTuple

from pyspark.sql import types as spark_types

from inlay.ground.files.entries import FileEntry
from inlay.ground.mistakes import require_names
from inlay.tables.scan.problems import UnreadFile
from inlay_spark.rows.division import ReadFooter, read_footers
from inlay_spark.rows.errors import UnreadableError, is_passed_over, unreadable
from inlay_spark.rows.file_columns import OF_SPARK, replace_scheme
from inlay_spark.rows.files import files_with_rows
from inlay_spark.rows.schema import infer_schema, select_columns
from inlay_spark.rows.session_settings import add_settings, are_partitions_text
from inlay_spark.rows.source import CHECKED, TOLERANT, parse_row_options, require_filters
from inlay_spark.rows.spark_reader import FileReader
from inlay_spark.rows.spark_sight import SparkSight
from inlay_spark.sources.option_names import OptionError
from inlay_spark.sources.options import SourceOptions

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, DataFrameReader, SparkSession

FILTERS: Final = "filters"
_PASSED_ON: Final = ("ignoreCorruptFiles", "ignoreMissingFiles", "timeZone")
_AS_WRITTEN: Final = {"datetimeRebaseMode": "CORRECTED", "int96RebaseMode": "CORRECTED"}
"""The session may say LEGACY, and then Spark shifts the dates of a file that does not name its writer."""

_WITHOUT_BOUNDS: Final = (
    "parquet.filter.stats.enabled",
    "parquet.filter.columnindex.enabled",
    "parquet.filter.dictionary.enabled",
)


def read(
    spark: SparkSession,
    path: str | Sequence[str],
    *,
    schema: spark_types.StructType | str | None = None,
    columns: Sequence[str] | None = None,
    **options: str | bool | int,
) -> DataFrame:
    """The rows of files, folders and globs, as `spark.read.format("inlay")` gives them.

    `options` are those of the data source. What is not among them, the settings of the session say: `ignoreCorruptFiles`,
    `ignoreMissingFiles`, `mergeSchema`, `timeZone`. `columns` are some of the columns, in this order; `_file_path`,
    `_file_name`, `_file_size` and `_row_index` may be among them. With `filters`, such as
    `variant_get(event, '$.age') >= 18 and price > 10`, only the rows for which it is true, all of them read by Python. So are, with
    `tolerant=True`, files with Variants, whose fields may be in any order.

    The files are those that are there now, and each is looked at once, at its footer. Where Spark cannot open a store, Python
    reads all files there, and a warning says why. Raises OptionError for a wrong
    option or column, UnreadableError for a schema that cannot be had, OSError for a path that leads to nothing. A file that
    cannot be read is an error of the query.
    """
    given = _parse(spark, path, options)
    files = files_with_rows(given)
    if isinstance(schema, str):
        schema = spark.createDataFrame([], schema).schema
    if schema is None:
        schema = infer_schema(given, files, partitions_as_text=are_partitions_text(spark))
    require_filters(given, schema, files)
    wanted = select_columns(schema, None if columns is None else require_names(columns))
    if not files:
        return spark.createDataFrame([], wanted)
    sight = SparkSight(spark, files, wanted, given.scheme)
    lake = _Lake(spark, given, wanted, sight)
    # Spark compares otherwise: it casts, and NaN is a number to it. And it hands on Variants as they are.
    if given.text(FILTERS) is not None or (given.flag(TOLERANT) and _holds_variants(wanted)):
        return lake.frame(ReadFooter(file, FileReader.INLAY, None) for file in files)
    frame = lake.frame(read_footers(spark, given.paths, files, wanted))
    for bucket, why in sight.unopened.items():
        warnings.warn(
            f"Spark cannot open {bucket}, so Python reads all files there: {why}", stacklevel=2
        )
    return frame


def count(spark: SparkSession, path: str | Sequence[str], **options: str | bool | int) -> int:
    """How many rows `read` gives, from footers alone.

    Raises what `read` does, and UnreadableError for a file that cannot be read, unless the options say to pass it over.
    """
    given = _parse(spark, path, options)
    if given.text(FILTERS) is not None:
        raise OptionError(
            f"option {FILTERS}: no footer says how many rows match: inlay_spark.read(..., {FILTERS}=...).count()"
        )
    total = 0
    for known in read_footers(spark, given.paths, files_with_rows(given), spark_types.StructType()):
        total += _rows(known, given)
    return total


def _rows(known: ReadFooter, options: SourceOptions) -> int:
    if known.rows is not None and known.rows >= 0:
        return known.rows
    if known.problem is not None:
        error = unreadable(known.entry, UnreadFile(known.entry, known.problem))
    else:
        error = UnreadableError(
            f"{known.entry.path}: its footer does not say how many rows there are"
        )
    if not is_passed_over(error, options):
        raise error
    return 0


def _parse(
    spark: SparkSession, path: str | Sequence[str], options: dict[str, str | bool | int]
) -> SourceOptions:
    texts = {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in options.items()
    }
    paths = [path] if isinstance(path, str) else list(path)
    return parse_row_options({**add_settings(spark, texts), "paths": json.dumps(paths)})


class _Group(NamedTuple):
    """Files that one reader reads in one go: their partitions begin in one folder, empty for files without any, and have the
    same names. Spark refuses others."""

    reader: FileReader
    base: str
    partitions: tuple[str, ...]


class _Lake:
    def __init__(
        self,
        spark: SparkSession,
        options: SourceOptions,
        wanted: spark_types.StructType,
        sight: SparkSight,
    ) -> None:
        self._spark = spark
        self._options = options
        self._wanted = wanted
        self._sight = sight

    def frame(self, footers: Iterable[ReadFooter]) -> DataFrame:
        groups: defaultdict[_Group, list[FileEntry]] = defaultdict(list)
        for known in footers:
            file = known.entry
            reader = known.reader
            if reader is not FileReader.INLAY and not self._sight.sees(file):
                reader = FileReader.INLAY
            groups[_Group(reader, _base(file), tuple(file.partition))].append(file)
        frames = [
            (
                self._with_inlay(group, files)
                if group.reader is FileReader.INLAY
                else self._with_spark(group, files)
            )
            for group, files in groups.items()
        ]
        return reduce(lambda frame, other: frame.union(other), frames)

    def _with_spark(self, group: _Group, files: Sequence[FileEntry]) -> DataFrame:
        reader = self._reader(group).option("__globPaths__", "false").options(**_AS_WRITTEN)
        if group.reader is FileReader.SPARK_WITHOUT_BOUNDS:
            for setting in _WITHOUT_BOUNDS:
                reader = reader.option(setting, "false")
        extra = [field for field in self._wanted.fields if field.name not in OF_SPARK]
        schema = spark_types.StructType(extra)
        frame = reader.schema(schema).parquet(*[self._sight.as_url(file.path) for file in files])
        return frame.selectExpr(
            *[
                _quote(name) if name in schema.names else f"{OF_SPARK[name]} AS {name}"
                for name in self._wanted.names
            ]
        )

    def _with_inlay(self, group: _Group, files: Sequence[FileEntry]) -> DataFrame:
        reader = self._reader(group).format("inlay").schema(self._wanted)
        for name in ("maxPartitionBytes", FILTERS, TOLERANT):
            if (value := self._options.text(name)) is not None:
                reader = reader.option(name, value)
        scheme = self._options.scheme
        paths = json.dumps([replace_scheme(file.path, scheme) for file in files])
        return reader.option(CHECKED, "true").option("paths", paths).load()

    def _reader(self, group: _Group) -> DataFrameReader:
        reader = self._spark.read
        if group.base:
            is_ours = group.reader is FileReader.INLAY
            reader = reader.option(
                "basePath", group.base if is_ours else self._sight.as_url(group.base)
            )
        for name in _PASSED_ON:
            if (value := self._options.text(name)) is not None:
                reader = reader.option(name, value)
        return reader


def _holds_variants(type_: spark_types.DataType) -> bool:
    match type_:
        case spark_types.VariantType():
            return True
        case spark_types.StructType():
            return any(_holds_variants(field.dataType) for field in type_.fields)
        case spark_types.ArrayType():
            return _holds_variants(type_.elementType)
        case spark_types.MapType():
            return _holds_variants(type_.valueType)
        case _:
            return False


def _base(file: FileEntry) -> str:
    return file.path[: file.root].rstrip("/") if file.partition else ""


def _quote(name: str) -> str:
    return f"`{name.replace('`', '``')}`"

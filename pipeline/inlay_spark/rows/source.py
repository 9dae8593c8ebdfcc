"""`spark.read.format("inlay").load(path)`: the rows of files of any form, also of those that Spark cannot open.

    pathGlobFilter, recursiveFileLookup, basePath, modifiedAfter, modifiedBefore, timeZone
                      which files, and where partitions begin: as in Spark's own file sources
    ignoreCorruptFiles, ignoreMissingFiles, mergeSchema
                      as in Spark's
    maxPartitionBytes of data for a task; 128 MiB
    columns           some of them, with commas between; also _file_path, _file_name, _file_size and _row_index
    filters           only the rows for which it is true, such as variant_get(event, '$.user.age') >= 18 and price > 10
    tolerant          true for Variants that break rules which readers may let pass, such as the unsorted fields of DuckDB

`.schema(...)` names the columns that are read, too; structs may have fewer fields than the file's.
`inlay_spark.read` hands to Spark's own reader what that can read, and the rest to this source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NoReturn

from pyspark.sql.datasource import DataSource, DataSourceReader, DataSourceWriter, InputPartition
from pyspark.sql.types import StructType

from inlay_spark.rows.errors import is_passed_over
from inlay_spark.rows.file_filters import may_have_rows
from inlay_spark.rows.files import files_with_rows
from inlay_spark.rows.plan import RowTask, plan_tasks
from inlay_spark.rows.schema import infer_schema, select_columns
from inlay_spark.rows.spark_types import require_types_for_python
from inlay_spark.sources.arrow_schema import widen_schema
from inlay_spark.sources.file_choice import find_zone
from inlay_spark.sources.input_errors import hide_traceback, hide_traceback_of_each
from inlay_spark.sources.option_names import ROWS, OptionError
from inlay_spark.sources.options import SourceOptions

if TYPE_CHECKING:
    from pyarrow import RecordBatch

    from inlay.ground.files.entries import FileEntry
    from inlay.rows.pruning.filters import FilterTree
    from inlay_spark.rows.filters import RowFilters


class DefaultSource(DataSource):
    """Spark finds it by this name in `pyspark_inlay`."""

    @classmethod
    def name(cls) -> str:
        return "inlay"

    @hide_traceback
    def schema(self) -> StructType:
        options = parse_row_options(self.options)
        files = files_with_rows(options)
        whole = infer_schema(options, files)
        require_filters(options, whole, files)
        return select_columns(whole, options.names("columns"))

    @hide_traceback
    def reader(self, schema: StructType) -> DataSourceReader:
        require_types_for_python(schema)
        options = parse_row_options(self.options)
        if options.text("filters") is not None and CHECKED not in self.options:
            files = files_with_rows(options)
            known = infer_schema(options, files).fields if files else []
            # The types of the files come first: values are compared as the files have them.
            require_filters(options, StructType([*known, *schema.fields]), files)
        return RowReader(options, schema)

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceWriter:
        """Raises OptionError, always."""
        refuse_writing()


@hide_traceback
def refuse_writing() -> NoReturn:
    raise OptionError(
        "format inlay reads, and writes nothing: write with .write.parquet(path), or in SQL with "
        "CREATE TABLE name USING parquet AS SELECT ..."
    )


def parse_row_options(given: Mapping[str, str]) -> SourceOptions:
    """OptionError for what is not known here, or not done."""
    own = {name: value for name, value in given.items() if name.lower() != CHECKED}
    options = SourceOptions(own, ROWS)
    for name in _REBASES:
        if (options.text(name) or _AS_WRITTEN).upper() != _AS_WRITTEN:
            raise OptionError(
                f"option {name}: dates and times are read as they were written, {_AS_WRITTEN}"
            )
    options.flag(TOLERANT)  # which is refused before any task, where it is neither
    return options


CHECKED: Final = "__filterschecked__"
"""What `inlay_spark.read` says: of the filter it knows that it fits the lake, of which a reader may see some files only."""

TOLERANT: Final = "tolerant"
_AS_WRITTEN: Final = "CORRECTED"
_REBASES: Final = ("datetimeRebaseMode", "int96RebaseMode")


def _take_filters() -> RowFilters | None:
    """None for Spark before 4.1, which pushes nothing down, and has no filters that could be."""
    try:
        from inlay_spark.rows.filters import RowFilters
    except ImportError:
        return None
    return RowFilters()


def require_filters(options: SourceOptions, schema: StructType, files: Sequence[FileEntry]) -> None:
    """Raises OptionError for `filters` that are none, or do not fit the columns of these files."""
    from inlay_spark.rows.wanted_rows import parse_row_filter, require_columns

    tree = parse_row_filter(options)
    if tree is not None:
        require_columns(tree, schema, files)


class RowReader(DataSourceReader):
    def __init__(self, options: SourceOptions, schema: StructType) -> None:
        self._options = options
        self._schema = schema
        self._filters = _take_filters()
        if self._filters is not None:
            # Of this reader, and not of its class, where Spark might see a method of ours.
            vars(self)["pushFilters"] = self._filters

    @property
    def _trees(self) -> Sequence[FilterTree]:
        return self._filters.trees if self._filters is not None else ()

    @hide_traceback
    def partitions(self) -> list[InputPartition]:
        keeps = partial(
            may_have_rows,
            filters=self._trees,
            schema=widen_schema(self._schema),
            zone=find_zone(self._options),
        )
        return list(plan_tasks(self._options, keeps))

    def read(self, partition: InputPartition) -> Iterator[RecordBatch]:
        from inlay_spark.rows.read import read_rows
        from inlay_spark.rows.row_tally import RowTally
        from inlay_spark.rows.wanted_rows import parse_row_filter

        pieces = partition.pieces if isinstance(partition, RowTask) else []
        schema = widen_schema(self._schema)
        options = self._options
        only = parse_row_filter(options)
        tally = RowTally()
        rows = read_rows(
            options.store(),
            pieces,
            schema,
            passes_over=partial(is_passed_over, options=options),
            filters=self._trees,
            only=only,
            tolerant=options.flag(TOLERANT),
            zone=find_zone(options),
            scheme=options.scheme,
            tally=tally,
        )
        if self._trees or only is not None:
            rows = tally.log_after(rows)
        return hide_traceback_of_each(rows)

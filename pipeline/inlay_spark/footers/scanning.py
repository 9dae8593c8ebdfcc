"""What both readers do with the files of a task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from pyspark.sql.datasource import InputPartition

from inlay.ground.files.entries import FileEntry
from inlay.ground.schema.quoted_names import match_name
from inlay.tables.scan.schemas import ALL_TABLES, ON_REQUEST, ColumnSelection, select_columns
from inlay_spark.footers.file_pack import FilePack
from inlay_spark.sources.arrow_schema import fit_batch, format_ddl, widen_schema
from inlay_spark.sources.input_errors import hide_traceback_of_each
from inlay_spark.sources.option_names import OptionError
from inlay_spark.sources.options import SourceOptions

if TYPE_CHECKING:
    from pyarrow import RecordBatch
    from pyspark.sql.types import StructType


class FooterScan:
    """Travels to the tasks, so it holds no listing and no connection."""

    def __init__(self, options: SourceOptions, schema: StructType) -> None:
        self.options = options
        self.schema = schema
        table = _table(options)
        own = ALL_TABLES[table].names
        self.partitions: Final = tuple(name for name in schema.names if name not in own)
        """Columns that the table does not have are taken for partitions; a file without one has null."""

    @property
    def selection(self) -> ColumnSelection:
        return select_columns(_table(self.options), self.schema.names, self.partitions)

    def read(self, partition: InputPartition) -> Iterator[RecordBatch]:
        # Without a single file Spark still makes a partition, of its own kind.
        files = partition.files if isinstance(partition, FilePack) else []
        return hide_traceback_of_each(self._batches(files))

    def _batches(self, files: Iterable[FileEntry]) -> Iterator[RecordBatch]:
        from inlay.tables.scan.scan import scan_entries

        expected = widen_schema(self.schema)
        for _, batch in scan_entries(self.options.store(), files, [self.selection]):
            yield fit_batch(batch, expected)


def describe_schema(options: SourceOptions) -> str:
    """The columns of the table, and the partitions of the first file that there is."""
    table = _table(options)
    first = next((entry for entry in options.files() if entry.error is None), None)
    partitions = tuple(first.partition) if first is not None else ()
    columns = options.names("columns")
    if columns is not None:
        columns = [match_name(name, partitions) or name for name in columns]
    if columns is not None and len(set(columns)) < max(len(columns), 1):
        raise OptionError("option columns is empty, or names a column twice")
    if columns is None and options.flag("payloads"):
        columns = [*select_columns(table).columns, *ON_REQUEST.get(table, ())]
        columns += [name for name in partitions if name not in columns]
    try:
        chosen = select_columns(table, columns, partitions)
    except ValueError as error:
        raise OptionError(str(error)) from error
    return format_ddl(chosen.schema)


def _table(options: SourceOptions) -> str:
    table = options.text("table") or "files"
    if table not in ALL_TABLES:
        raise OptionError(f"option table: no table {table!r}; there are {', '.join(ALL_TABLES)}")
    return table

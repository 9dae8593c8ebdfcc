"""What both readers do with the files of a task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import pyarrow as pa
from pyspark.sql.datasource import InputPartition

from inlay.ground.files.entries import FileEntry
from inlay.ground.schema.quoted_names import match_name
from inlay.tables.scan.schemas import ALL_TABLES, ON_REQUEST, ColumnSelection, select_columns
from inlay.tables.typed_extensions.sources import TypeSources, find_sources
from inlay.tables.typed_extensions.typed_columns import TypedColumns
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
        self._sources = _sources(options)
        own = (
            ALL_TABLES[table].names if self._sources is None else _typed(self._sources).schema.names
        )
        self.partitions: Final = tuple(name for name in schema.names if name not in own)
        """Columns that the table does not have are taken for partitions; a file without one has null."""

    @property
    def selection(self) -> ColumnSelection:
        if self._sources is not None:
            return _whole(self.partitions)
        return select_columns(_table(self.options), self.schema.names, self.partitions)

    def read(self, partition: InputPartition) -> Iterator[RecordBatch]:
        # Without a single file Spark still makes a partition, of its own kind.
        files = partition.files if isinstance(partition, FilePack) else []
        return hide_traceback_of_each(self._batches(files))

    def _batches(self, files: Iterable[FileEntry]) -> Iterator[RecordBatch]:
        from inlay.tables.scan.scan import scan_entries

        expected = widen_schema(self.schema)
        typed = None if self._sources is None else _typed(self._sources, self.partitions)
        for _, batch in scan_entries(self.options.store(), files, [self.selection]):
            fitting = batch if typed is None else typed.convert(batch).select(self.schema.names)
            yield fit_batch(fitting, expected)


def describe_schema(options: SourceOptions) -> str:
    """The columns of the table, and the partitions of the first file that there is."""
    table = _table(options)
    first = next((entry for entry in options.files() if entry.error is None), None)
    partitions = tuple(first.partition) if first is not None else ()
    columns = options.names("columns")
    if (sources := _sources(options)) is not None:
        return _describe_typed(_typed(sources, partitions), columns)
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


def _describe_typed(typed: TypedColumns, columns: list[str] | None) -> str:
    try:
        chosen = typed.choose(columns)
    except ValueError as error:
        raise OptionError(str(error)) from error
    return format_ddl(pa.schema([typed.schema.field(name) for name in chosen]))


def _sources(options: SourceOptions) -> TypeSources | None:
    """Schemas are compiled here, so that the tasks need no compiler."""
    types = options.names("types")
    if types is None:
        return None
    if _table(options) != "extensions":
        raise OptionError("option types is of the table extensions")
    return find_sources(types)


def _typed(sources: TypeSources, partitions: Sequence[str] = ()) -> TypedColumns:
    return TypedColumns(sources.load(), _whole(partitions).schema)


def _whole(partitions: Sequence[str]) -> ColumnSelection:
    names = ALL_TABLES["extensions"].names
    return select_columns("extensions", [*names, *partitions], partitions)


def _table(options: SourceOptions) -> str:
    table = options.text("table") or "files"
    if table not in ALL_TABLES:
        raise OptionError(f"option table: no table {table!r}; there are {', '.join(ALL_TABLES)}")
    return table

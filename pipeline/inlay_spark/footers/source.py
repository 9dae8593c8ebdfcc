"""`spark.read.format("parquet_footer")`.

table               files (the default), schema, row_groups, column_chunks, extensions, key_values, problems,
                    others; pages, page_indexes, bloom_filters
columns             some of its columns, with commas between them; `.schema(...)` says the same
payloads            true: extensions have their payload
types               of the table extensions: a column for each field of these types, and those rows alone. Schemas (.fbs) and
                    generated packages, with commas between them; the code of a package is run where files are read, too
pathGlobFilter, recursiveFileLookup, basePath, modifiedAfter, modifiedBefore, timeZone
                    which files, and where partitions begin: as in Spark's own file sources
filesPerPartition   in place of 100 to 1,000 by size
maxFilesPerTrigger  of a stream: at most so many new files a batch
lateness            of a stream: seconds that a file may be older than the newest, and be new; 3600
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import (
    DataSource,
    DataSourceReader,
    DataSourceStreamReader,
    InputPartition,
)

from inlay_spark.footers.file_pack import FilePack
from inlay_spark.footers.scanning import FooterScan, describe_schema
from inlay_spark.jobs.file_groups import group_files
from inlay_spark.session.errors import SessionError
from inlay_spark.session.native_modules import archive_in_use
from inlay_spark.sources.input_errors import hide_traceback
from inlay_spark.sources.option_names import FOOTERS
from inlay_spark.sources.options import SourceOptions

if TYPE_CHECKING:
    from pyarrow import RecordBatch
    from pyspark.sql.types import StructType

    from inlay_spark.footers.filters import Pushdown


class DefaultSource(DataSource):
    """Spark finds it by this name in `pyspark_parquet_footer`."""

    @classmethod
    def name(cls) -> str:
        return "parquet_footer"

    @hide_traceback
    def schema(self) -> str:
        return describe_schema(SourceOptions(self.options, FOOTERS))

    @hide_traceback
    def reader(self, schema: StructType) -> DataSourceReader:
        return FooterReader(FooterScan(SourceOptions(self.options, FOOTERS), schema))

    @hide_traceback
    def streamReader(self, schema: StructType) -> DataSourceStreamReader:
        from pyspark import __version__

        try:
            from inlay_spark.footers.stream import FooterStreamReader
        except ModuleNotFoundError as error:
            if error.name != "pyspark.sql.streaming.datasource":
                raise
            raise SessionError(
                f"streams need Spark 4.2 or newer, here is {__version__}; it reads footers as a batch"
            ) from None

        return FooterStreamReader(FooterScan(SourceOptions(self.options, FOOTERS), schema))

    def __reduce__(self) -> tuple[Any, ...]:
        """Brings the archive along: the process that plans a stream looks for it in the wrong directory.

        Spark (4.3) starts that process with `<files of Spark>/streaming_job` as the directory of `--py-files`, and
        nothing is ever put there. It is a process of the same machine, so the path that holds here holds there.
        """
        archive = archive_in_use()
        if archive is None:
            return DefaultSource, (self.options,)
        return _unpickle, (str(archive), self.options)


def _unpickle(archive: str, options: Any) -> DataSource:
    import sys

    if archive not in sys.path:
        sys.path.insert(1, archive)
    from inlay_spark.footers.source import DefaultSource

    return DefaultSource(options)


# Pickled by value: where it is needed, nothing of this package can be imported yet.
_unpickle.__module__ = "__main__"


def _pushdown(partitions: Iterable[str]) -> Pushdown | None:
    """None for Spark before 4.1, which pushes nothing down, and has no filters that could be."""
    try:
        from inlay_spark.footers.filters import Pushdown
    except ImportError:
        return None
    return Pushdown(partitions)


class FooterReader(DataSourceReader):
    def __init__(self, scan: FooterScan) -> None:
        self._scan = scan
        self._pushdown = _pushdown(scan.partitions)
        if self._pushdown is not None:
            # Of this reader, and not of its class, where Spark might see a method of ours.
            vars(self)["pushFilters"] = self._pushdown

    @hide_traceback
    def partitions(self) -> list[InputPartition]:
        """Runs once, beside the driver; the listing is one process's work."""
        options = self._scan.options
        files = options.files()
        if self._pushdown is not None:
            files = filter(self._pushdown.keeps, files)
        return [
            FilePack(group) for group in group_files(files, options.number("filesPerPartition"))
        ]

    def read(self, partition: InputPartition) -> Iterator[RecordBatch]:
        return self._scan.read(partition)

"""`spark.read.format("inlay").load(path)`: the rows of files of any form, also of those that Spark cannot open.

    pathGlobFilter    of directories, only files whose name matches
    maxPartitionBytes of data for a task; 128 MiB

`.schema(...)` names the columns that are read; structs may have fewer fields than the file's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from inlay_spark.arrow_schema import expected_by_spark
from inlay_spark.input_errors import each_shortly, shortly
from inlay_spark.options import SourceOptions
from inlay_spark.rows.plan import RowTask, planned
from inlay_spark.rows.schema import schema_of_lake

if TYPE_CHECKING:
    from pyarrow import RecordBatch
    from pyspark.sql.types import StructType


class DefaultSource(DataSource):
    """Spark finds it by this name in `pyspark_inlay`."""

    @classmethod
    def name(cls) -> str:
        return "inlay"

    @shortly
    def schema(self) -> StructType:
        options = SourceOptions(self.options)
        return schema_of_lake(options.store(), options.files())

    def reader(self, schema: StructType) -> DataSourceReader:
        return RowReader(SourceOptions(self.options), schema)


class RowReader(DataSourceReader):
    def __init__(self, options: SourceOptions, schema: StructType) -> None:
        self._options = options
        self._schema = schema

    @shortly
    def partitions(self) -> list[InputPartition]:
        options = self._options
        most = options.number("maxPartitionBytes")
        return list(planned(options.store(), options.files(), most))

    def read(self, partition: InputPartition) -> Iterator[RecordBatch]:
        from inlay_spark.rows.read import read_rows

        pieces = partition.pieces if isinstance(partition, RowTask) else []
        schema = expected_by_spark(self._schema)
        return each_shortly(read_rows(self._options.store(), pieces, schema))

from collections.abc import Iterator
from io import RawIOBase
from os import PathLike
from typing import IO, Self

from pyarrow import BufferReader, RecordBatch, Schema, Table

class Statistics:
    has_min_max: bool
    min: object
    max: object
    null_count: int | None

class ColumnChunkMetaData:
    statistics: Statistics | None
    path_in_schema: str

class RowGroupMetaData:
    num_columns: int
    num_rows: int
    def column(self, i: int) -> ColumnChunkMetaData: ...

class FileMetaData:
    num_rows: int
    num_row_groups: int
    def row_group(self, i: int) -> RowGroupMetaData: ...

def write_table(
    table: Table,
    where: str | PathLike[str],
    *,
    row_group_size: int | None = None,
    compression: str = "snappy",
    store_decimal_as_integer: bool = False,
    write_page_index: bool = False,
) -> None: ...
def read_metadata(where: str | PathLike[str] | BufferReader) -> FileMetaData: ...
def read_table(source: str | PathLike[str]) -> Table: ...

class ParquetWriter:
    def __init__(
        self, where: str | PathLike[str] | IO[bytes], schema: Schema, *, store_schema: bool = True
    ) -> None: ...
    def write_table(self, table: Table) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *args: object) -> None: ...

class ParquetFile:
    def __init__(self, source: str | PathLike[str] | RawIOBase | BufferReader) -> None: ...
    def read(self, columns: list[str] | None = None) -> Table: ...
    def read_row_groups(
        self, row_groups: list[int], columns: list[str] | None = None
    ) -> Table: ...
    def iter_batches(
        self,
        batch_size: int = 65536,
        row_groups: list[int] | None = None,
        columns: list[str] | None = None,
    ) -> Iterator[RecordBatch]: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *args: object) -> None: ...

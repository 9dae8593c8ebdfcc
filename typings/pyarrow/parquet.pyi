from os import PathLike

from pyarrow import Table

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
def read_metadata(where: str | PathLike[str]) -> FileMetaData: ...
def read_table(source: str | PathLike[str]) -> Table: ...

"""What the walk has to say, taken from decoded classes in the plainest way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pyarrow as pa

from inlay.designs import BOUNDS, PLACEMENT
from parquet_format.parquet import ColumnMetaData, FileMetaData, Statistics


def placement(
    metadata: FileMetaData, columns: Sequence[int], row_groups: Sequence[int]
) -> pa.RecordBatch:
    def row(chunk: ColumnMetaData) -> dict[str, object]:
        return {
            "data_page_offset": chunk.data_page_offset,
            "dictionary_page_offset": chunk.dictionary_page_offset,
            "compressed_size": chunk.total_compressed_size,
            "uncompressed_size": chunk.total_uncompressed_size,
            "num_values": chunk.num_values,
            "codec": int(chunk.codec),
        }

    return _rows(metadata, columns, row_groups, row, PLACEMENT)


def bounds(
    metadata: FileMetaData, columns: Sequence[int], row_groups: Sequence[int]
) -> pa.RecordBatch:
    def row(chunk: ColumnMetaData) -> dict[str, object]:
        says = chunk.statistics or Statistics()
        return {
            "minimum": says.min_value,
            "maximum": says.max_value,
            "min_is_exact": says.is_min_value_exact,
            "max_is_exact": says.is_max_value_exact,
            "null_count": says.null_count,
            "nan_count": says.nan_count,
        }

    return _rows(metadata, columns, row_groups, row, BOUNDS)


def _rows(
    metadata: FileMetaData,
    columns: Sequence[int],
    row_groups: Sequence[int],
    row: Callable[[ColumnMetaData], dict[str, object]],
    schema: pa.Schema,
) -> pa.RecordBatch:
    rows = []
    for column in columns:
        for group in row_groups:
            chunk = metadata.row_groups[group].columns[column].meta_data
            assert chunk is not None
            rows.append({"column": column, "row_group": group} | row(chunk))
    return pa.RecordBatch.from_pylist(rows, schema=schema)

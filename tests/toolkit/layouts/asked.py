"""What every layout of a footer has to answer, by plain Python over the decoded Thrift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inlay.conversion.leaves import Leaves
from parquet_format.parquet import ColumnIndex, ColumnMetaData, FileMetaData, OffsetIndex

Rows = list[dict[str, Any]]


def chunk_at(metadata: FileMetaData, column: int, group: int) -> ColumnMetaData:
    chunk = metadata.row_groups[group].columns[column].meta_data
    assert chunk is not None
    return chunk


def placement(metadata: FileMetaData, columns: Sequence[int], groups: Sequence[int]) -> Rows:
    return [
        {
            "column": column,
            "row_group": group,
            "data_page_offset": chunk.data_page_offset,
            "dictionary_page_offset": chunk.dictionary_page_offset,
            "compressed_size": chunk.total_compressed_size,
            "uncompressed_size": chunk.total_uncompressed_size,
            "num_values": chunk.num_values,
            "codec": int(chunk.codec),
        }
        for column in columns
        for group in groups
        for chunk in [chunk_at(metadata, column, group)]
    ]


def bounds(metadata: FileMetaData, columns: Sequence[int], groups: Sequence[int]) -> Rows:
    return [
        {
            "column": column,
            "row_group": group,
            "minimum": getattr(said, "min_value", None),
            "maximum": getattr(said, "max_value", None),
            "min_is_exact": getattr(said, "is_min_value_exact", None),
            "max_is_exact": getattr(said, "is_max_value_exact", None),
            "null_count": getattr(said, "null_count", None),
            "nan_count": getattr(said, "nan_count", None),
        }
        for column in columns
        for group in groups
        for said in [chunk_at(metadata, column, group).statistics]
    ]


def paths(metadata: FileMetaData) -> list[str]:
    leaves = Leaves(metadata.schema)
    return [".".join(reversed(leaf.names_upwards())) for leaf in leaves.list]


def pages(offsets: OffsetIndex, index: ColumnIndex | None) -> Rows:
    rows = [
        {
            "offset": page.offset,
            "compressed_size": page.compressed_page_size,
            "first_row_index": page.first_row_index,
            "is_null_page": None,
            "minimum": None,
            "maximum": None,
            "null_count": None,
            "nan_count": None,
        }
        for page in offsets.page_locations
    ]
    for at, row in enumerate(rows if index is not None else ()):
        assert index is not None
        is_null = index.null_pages[at]
        row["is_null_page"] = is_null
        row["minimum"] = None if is_null else index.min_values[at]
        row["maximum"] = None if is_null else index.max_values[at]
        row["null_count"] = None if index.null_counts is None else index.null_counts[at]
        row["nan_count"] = None if index.nan_counts is None else index.nan_counts[at]
    return rows

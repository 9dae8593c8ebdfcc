"""A bound that Arrow has said to be exact, and that is none: of infinities alone (apache/arrow#50182)."""

from __future__ import annotations

import sys
from struct import pack

from parquet_format.parquet import ColumnIndex, FileMetaData, Statistics
from tests.support.footers import edit_column_index, edit_footer


def edit_statistics(metadata: FileMetaData, column: int, row_group: int = 0) -> Statistics:
    """Those of a chunk, to be changed."""
    meta = metadata.row_groups[row_group].columns[column].meta_data
    assert meta is not None
    assert meta.statistics is not None
    return meta.statistics


def loosen_bounds(data: bytes, column: int) -> bytes:
    """As Arrow did until 25, in a file with one row group and one page a column."""
    bound = pack("<d", sys.float_info.max)

    def change_index(index: ColumnIndex) -> None:
        index.min_values = [bound]

    def change_footer(metadata: FileMetaData) -> None:
        metadata.created_by = "parquet-cpp-arrow version 24.0.0"
        statistics = edit_statistics(metadata, column)
        statistics.min_value = statistics.min = bound
        statistics.is_min_value_exact = True

    return edit_footer(edit_column_index(data, column, change_index), change_footer)

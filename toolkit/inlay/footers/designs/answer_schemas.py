"""The schemas of the answers; rows come by column and then by row group, as they were asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa

from parquet_format.parquet import BoundaryOrder

_PLACEMENT: list[pa.Field[Any]] = [
    pa.field("column", pa.int32(), nullable=False),
    pa.field("row_group", pa.int32(), nullable=False),
    pa.field("data_page_offset", pa.int64(), nullable=False),
    pa.field("dictionary_page_offset", pa.int64()),
    pa.field("compressed_size", pa.int64(), nullable=False),
    pa.field("uncompressed_size", pa.int64(), nullable=False),
    pa.field("num_values", pa.int64(), nullable=False),
    pa.field("codec", pa.int32(), nullable=False),
]
PLACEMENT: Final = pa.schema(_PLACEMENT)
"""One row a chunk. `codec` is the number of parquet.CompressionCodec, which may be one that is not known yet."""

_BOUNDS: list[pa.Field[Any]] = [
    pa.field("column", pa.int32(), nullable=False),
    pa.field("row_group", pa.int32(), nullable=False),
    pa.field("minimum", pa.binary()),
    pa.field("maximum", pa.binary()),
    pa.field("min_is_exact", pa.bool_()),
    pa.field("max_is_exact", pa.bool_()),
    pa.field("null_count", pa.int64()),
    pa.field("nan_count", pa.int64()),
]
BOUNDS: Final = pa.schema(_BOUNDS)
"""One row a chunk. Bounds are `min_value` and `max_value` of its Statistics, as they lie there: in PLAIN, for bytes the
bytes alone. The deprecated `min` and `max` are no bounds, for their order is not that of the column."""

_PAGES: list[pa.Field[Any]] = [
    pa.field("offset", pa.int64(), nullable=False),
    pa.field("compressed_size", pa.int32(), nullable=False),
    pa.field("first_row_index", pa.int64(), nullable=False),
    pa.field("is_null_page", pa.bool_()),
    pa.field("minimum", pa.binary()),
    pa.field("maximum", pa.binary()),
    pa.field("null_count", pa.int64()),
    pa.field("nan_count", pa.int64()),
]
PAGES: Final = pa.schema(_PAGES)
"""One row a data page. `compressed_size` counts the page header, too. What only a ColumnIndex says is null without one."""


@dataclass(frozen=True)
class PageIndex:
    """The pages of one chunk (`PAGES`). `boundary_order` is None where the chunk has no ColumnIndex."""

    boundary_order: BoundaryOrder | None
    pages: pa.RecordBatch

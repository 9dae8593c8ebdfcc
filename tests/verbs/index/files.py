"""Tables of all kinds of columns, and what the footer and the indexes of a file say of each of its chunks."""

from __future__ import annotations

import datetime
import decimal
from pathlib import Path
from typing import Any, cast

import pyarrow as pa
from pyarrow import parquet

import inlay
from parquet_format.parquet import ColumnChunk, ColumnIndex, OffsetIndex

pq = cast("Any", parquet)

DAY = datetime.date(1960, 5, 1)
ROWS = 4_000


def many_kinds(rows: int = ROWS) -> pa.Table:
    """Of each type whose bounds pyarrow writes, with nulls, NaNs, both zeros, lists, and text that begins alike."""
    every = range(rows)
    columns: dict[str, pa.Array[Any]] = {
        "int8": pa.array([number % 7 - 3 for number in every], pa.int8()),
        "uint32": pa.array([number * 4_000_037 % 2**32 for number in every], pa.uint32()),
        "int64": pa.array([None if number % 3 == 0 else -number for number in every]),
        "rising": pa.array(every, pa.int32()),
        "all null": pa.array([None] * rows, pa.int32()),
        "null pages": pa.array([None] * (rows - 5) + [1, 2, 3, 4, 5], pa.int64()),
        "float": pa.array([(0.0, -0.0, float("nan"), 1.5)[it % 4] for it in every], pa.float32()),
        "zeros": pa.array([0.0] * rows),
        "double": pa.array([None if it % 5 == 0 else it / 3 for it in every]),
        "half": pa.array([it % 100 - 50.0 for it in every], pa.float16()),
        "text": pa.array([f"https://example.org/{it % 9}/{it}" for it in every]),
        "few": pa.array([None if it % 11 == 0 else "äöü€"[it % 4] for it in every]),
        "bytes": pa.array([bytes([it % 256, 255]) for it in every]),
        "fixed": pa.array([it.to_bytes(5, "big") for it in every], pa.binary(5)),
        "decimal": pa.array([decimal.Decimal(it - 9) for it in every], pa.decimal128(30, 2)),
        "truth": pa.array([it % 2 == 0 for it in every]),
        "date": pa.array([DAY + datetime.timedelta(it) for it in every]),
        "moment": pa.array([it * 10**9 for it in every], pa.timestamp("us", "UTC")),
        "list": pa.array([[it, None] if it % 4 else [] if it % 3 else None for it in every]),
        "struct": pa.array([{"a": it, "b": str(it)} if it % 4 else None for it in every]),
        "map": pa.array([[(str(it), it)] for it in every], pa.map_(pa.string(), pa.int64())),
    }
    table: Any = pa.table(cast("Any", columns))
    required: Any = pa.field("required", pa.int32(), nullable=False)
    return cast("pa.Table", table.append_column(required, pa.array(every, pa.int32())))


def list_chunks(path: Path) -> list[ColumnChunk]:
    groups = inlay.read_metadata(path).row_groups
    return [chunk for group in groups for chunk in group.columns]


def column_index_of(path: Path, chunk: ColumnChunk) -> ColumnIndex | None:
    if chunk.column_index_offset is None:
        return None
    length = chunk.column_index_length or 0
    return ColumnIndex.decode(path.read_bytes()[chunk.column_index_offset :][:length])


def offset_index_of(path: Path, chunk: ColumnChunk) -> OffsetIndex | None:
    if chunk.offset_index_offset is None:
        return None
    length = chunk.offset_index_length or 0
    return OffsetIndex.decode(path.read_bytes()[chunk.offset_index_offset :][:length])


def bloom_filter_of(path: Path, chunk: ColumnChunk) -> bytes | None:
    """Header and bits."""
    meta = chunk.meta_data
    if meta is None or meta.bloom_filter_offset is None:
        return None
    length = meta.bloom_filter_length or 0
    return path.read_bytes()[meta.bloom_filter_offset :][:length]

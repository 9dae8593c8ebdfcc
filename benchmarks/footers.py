"""Footers to measure with, written by pyarrow."""

from __future__ import annotations

import io

import pyarrow as pa
import pyarrow.parquet as pq


def footer(columns: int, groups: int, rows: int = 10) -> bytes:
    """The Thrift bytes of a file's footer; column types take turns: i64, double, string, i32."""
    data = file(columns, groups, rows)
    size = int.from_bytes(data[-8:-4], "little")
    return data[-8 - size : -8]


def file(columns: int, groups: int, rows: int = 10) -> bytes:
    kinds = [
        pa.array(list(range(rows)), pa.int64()),
        pa.array([i / rows for i in range(rows)], pa.float64()),
        pa.array([f"v{i}" for i in range(rows)]),
        pa.array(list(range(rows)), pa.int32()),
    ]
    names = [f"column_{i:05d}" for i in range(columns)]
    whole = pa.table([kinds[i % 4] for i in range(columns)], names=names)
    sink = io.BytesIO()
    with pq.ParquetWriter(sink, whole.schema, store_schema=False) as writer:
        for _ in range(groups):
            writer.write_table(whole)
    return sink.getvalue()

"""Footers to measure with, written by pyarrow."""

from __future__ import annotations

import io

import pyarrow as pa
import pyarrow.parquet as pq


def footer(columns: int, groups: int, rows: int = 10) -> bytes:
    """The Thrift bytes of a file's footer; column types take turns: i64, double, string, i32."""
    return footer_of(file(columns, groups, rows))


def text_footer(columns: int, groups: int) -> bytes:
    """The footer of a file whose columns are all strings, with long names and long statistics."""
    values = pa.array([f"a value that makes long statistics, number {at:05d}" for at in range(10)])
    names = [f"a_long_name_of_a_column_{at:05d}" for at in range(columns)]
    return footer_of(_written(pa.table([values] * columns, names=names), groups))


def nested_footer(columns: int, groups: int) -> bytes:
    """The footer of a file of lists of structs: three leaves each."""
    row = [{"a": 1, "b": "text", "c": [1.5, 2.5]}]
    values = pa.array([row] * 10)
    names = [f"column_{at:05d}" for at in range(columns)]
    return footer_of(_written(pa.table([values] * columns, names=names), groups))


def _written(table: pa.Table, groups: int) -> bytes:
    sink = io.BytesIO()
    with pq.ParquetWriter(sink, table.schema, store_schema=False) as writer:
        for _ in range(groups):
            writer.write_table(table)
    return sink.getvalue()


def footer_of(data: bytes) -> bytes:
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
    return _written(pa.table([kinds[i % 4] for i in range(columns)], names=names), groups)

"""Files whose statements are all true, of every shape that statements are made about."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 400


def build_table() -> pa.Table:
    """Each column has nulls, except `id`; all of `nothing` is null."""
    start = datetime(2020, 1, 1, tzinfo=UTC)

    def some(make: Any) -> list[Any]:
        return [None if n % 11 == 3 else make(n) for n in range(ROWS)]

    columns = {
        "id": pa.array(range(ROWS), pa.int64()),
        "small": pa.array(some(lambda n: n % 100 - 50), pa.int8()),
        "unsigned": pa.array(some(lambda n: (1 << 32) - 1 - n * 7_000_000), pa.uint32()),
        "wide": pa.array(some(lambda n: (1 << 63) + n), pa.uint64()),
        "price": pa.array(some(lambda n: math.nan if n % 5 == 0 else n / 4 - 20)),
        "zero": pa.array(some(lambda n: -0.0 if n % 2 else 0.0), pa.float32()),
        "endless": pa.array(some(lambda n: math.inf)),
        "half": pa.array(some(lambda n: n / 8), pa.float32()).cast(pa.float16()),
        "flag": pa.array(some(lambda n: n % 3 == 0)),
        "name": pa.array(some(lambda n: f"näme {n % 17}")),
        "text": pa.array(some(lambda n: f"{n * 7919 % 1000}" * (1 + n % 40))),
        "code": pa.array(some(lambda n: n.to_bytes(5, "little")), pa.binary(5)),
        "money": pa.array(some(lambda n: Decimal(n - 200) / 100), pa.decimal128(7, 2)),
        "much": pa.array(some(lambda n: Decimal(n - 200) * 10**25), pa.decimal128(38, 0)),
        "day": pa.array(some(lambda n: date(1970, 1, 1) + timedelta(n - 200))),
        "time": pa.array(some(lambda n: start + timedelta(hours=n))),
        "nothing": pa.nulls(ROWS, pa.string()),
        "tags": pa.array(some(lambda n: [str(n)] * (n % 4))),
        "deep": pa.array(some(lambda n: [[k, None] for k in range(n % 3)] + [None])),
        "pairs": pa.array(some(lambda n: [{"a": n, "b": [n] * (n % 3)}])),
        "map": pa.array(
            some(lambda n: [(f"k{k}", k) for k in range(n % 3)]), pa.map_(pa.string(), pa.int32())
        ),
    }
    fields = [pa.field(name, one.type, nullable=name != "id") for name, one in columns.items()]
    return pa.table(columns, schema=pa.schema(fields))


def write_right(path: Path, **options: Any) -> None:
    """Two row groups and an empty one, several pages a chunk."""
    defaults: dict[str, Any] = {"data_page_size": 300, "write_batch_size": 25}
    table = build_table()
    with pq.ParquetWriter(path, table.schema, **{**defaults, **options}) as writer:
        writer.write_table(table.slice(0, 250))
        writer.write_table(table.slice(0, 0))
        writer.write_table(table.slice(250))

"""Footers to index: flat and nested, one and many row groups, none; and real ones."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.footers.footer import read_footer


@cache
def made_footers() -> dict[str, bytes]:
    """By name. Names come twice in `twins`, and differ in case only."""
    nested = pa.table(
        {
            "a": [{"b": {"c": 1, "d": "x"}, "e": [1, 2]}, None] * 5,
            "a.b": list(range(10)),
            "ä": ["é"] * 10,
            "m": pa.array([[("k", 1)]] * 10, pa.map_(pa.string(), pa.int64())),
        }
    )
    twins = pa.table([pa.array([number, 2]) for number in range(3)], names=["x", "X", "x"])
    wide = pa.table({f"column_{number}": [1.5, 2.5] for number in range(300)})
    ids = pa.schema(
        [
            pa.field(name, pa.int32(), metadata={"PARQUET:field_id": id_})
            for name, id_ in (("p", "7"), ("q", "3"))
        ]
    )
    return {
        "nested": written(nested, row_group_size=4),
        "twins": written(twins),
        "wide": written(wide, row_group_size=1),
        "empty": written(pa.table({"a": pa.array([], pa.int32())})),
        "ids": written(
            pa.table([pa.array([1], pa.int32()), pa.array([2], pa.int32())], schema=ids)
        ),
    }


def written(table: pa.Table, **options: Any) -> bytes:
    """The footer that pyarrow writes."""
    file = io.BytesIO()
    pq.write_table(table, file, **options)
    return read_footer(file.getvalue()).data

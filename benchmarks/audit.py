"""What `inlay verify --values` costs, beside reading the same columns with pyarrow."""

from __future__ import annotations

import json
import struct
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from benchmarks.measure import Contender, measure
from inlay.variant import from_json_array, write_table

ROUNDS: Final = 5
GOAL: Final = 0.7
METHOD: Final = (
    "Files of pyarrow with Snappy and its defaults, in the cache of the system. pyarrow reads with two threads, and the audit has two; "
    f"the columns are the same. Medians of {ROUNDS} rounds in turn; the share is that of pyarrow's throughput, by the clock and by seconds of the processor. Aim: {GOAL}."
)


def run() -> str:
    pa.set_cpu_count(2)
    lines = ["## Audit of values", "", METHOD, ""]
    lines += [
        "| file | pyarrow ms | audit ms | share | by processor |",
        "|---|---:|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as name:
        for kind, (build, rows, write) in FILES.items():
            path = Path(name) / "file.parquet"
            write(build(Random(0)), path, row_group_size=rows)
            contenders: dict[str, Contender] = {
                "read": partial(pq.read_table, path),
                "audit": partial(inlay.verify, str(path), values=True),
            }
            passed = measure(contenders, ROUNDS)
            worked = measure(contenders, ROUNDS, time.process_time)
            read, audit = passed["read"].median, passed["audit"].median
            share = worked["read"].median / worked["audit"].median
            times = f"{read * 1e3:.0f} | {audit * 1e3:.0f} | {read / audit:.2f} | {share:.2f}"
            lines.append(f"| {kind} | {times} |")
    return "\n".join(lines)


def build_trips(rng: Random) -> pa.Table:
    """Twenty columns as records of taxis have them."""
    count = 400_000
    columns: dict[str, pa.Array[Any]] = {}
    for at in range(6):
        columns[f"count_{at}"] = pa.array(rng.choices(range(10 ** (at + 1)), k=count))
    for at in range(8):
        columns[f"amount_{at}"] = pa.array([round(rng.random() * 100, 2) for _ in range(count)])
    for at in range(2):
        columns[f"time_{at}"] = pa.array(range(at, count + at)).cast(pa.timestamp("us"))
    for at in range(2):
        columns[f"flag_{at}"] = pa.array(rng.choices(["Y", "N", None], k=count))
    for at in range(2):
        columns[f"zone_{at}"] = pa.array(rng.choices(range(265), k=count), pa.int32())
    return pa.table(columns)


def build_strings(rng: Random) -> pa.Table:
    count = 300_000
    return pa.table(
        {
            "user": [f"user-{rng.randrange(10**7)}" for _ in range(count)],
            "city": [f"city {rng.randrange(3000)}" for _ in range(count)],
            "hash": [f"{rng.getrandbits(128):032x}" for _ in range(count)],
        }
    )


def build_nested(rng: Random) -> pa.Table:
    rows = [
        [{"x": rng.randrange(1000), "y": rng.random()} for _ in range(rng.randrange(5))]
        for _ in range(100_000)
    ]
    return pa.table({"points": rows, "numbers": [[point["x"] for point in row] for row in rows]})


def build_doubles(rng: Random) -> pa.Table:
    return pa.table({f"c{at}": [rng.random() for _ in range(5_000)] for at in range(2_000)})


def build_geometries(rng: Random) -> pa.Table:
    """Lines of nine points in WKB, and the key `geo` with the box around them and their type."""
    head = struct.pack("<BII", 1, 2, 9)
    lines = [head + struct.pack("<18d", *(rng.random() for _ in range(18))) for _ in range(200_000)]
    about = {"encoding": "WKB", "geometry_types": ["LineString"], "bbox": [0, 0, 1, 1]}
    geo = {"version": "1.1.0", "primary_column": "g", "columns": {"g": about}}
    return pa.table({"g": lines}).replace_schema_metadata({"geo": json.dumps(geo)})


def build_events(rng: Random) -> pa.Table:
    """A Variant of four fields, two of them in a list."""
    texts = [
        json.dumps({"id": at, "kind": rng.choice("abc"), "at": [rng.random(), rng.random()]})
        for at in range(100_000)
    ]
    return pa.table({"v": from_json_array(pa.array(texts))})


Write: TypeAlias = Callable[..., object]

FILES: Final[dict[str, tuple[Callable[[Random], pa.Table], int, Write]]] = {
    "20 columns of taxis": (build_trips, 200_000, pq.write_table),
    "3 columns of strings": (build_strings, 150_000, pq.write_table),
    "lists of structs": (build_nested, 50_000, pq.write_table),
    "2,000 doubles": (build_doubles, 5_000, pq.write_table),
    "geometries (WKB)": (build_geometries, 100_000, pq.write_table),
    "Variants": (build_events, 50_000, write_table),
}
"""What makes the table, the rows of a row group, and what writes the file."""

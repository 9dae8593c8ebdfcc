"""What the native passes of the audit over decoded values take, without pages and decoding."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

import pyarrow as pa

from benchmarks.measure import measure
from inlay.ground.values.extremes import find_extremes
from inlay.ground.values.orders import keys_of
from inlay.ground.values.steps import find_steps
from inlay.pages.engine.bloom_building import build_bloom_filter
from inlay.pages.engine.bloom_filter import BLOCK, take_bloom_filter
from inlay.pages.engine.bloom_pass import find_absent
from parquet_format.parquet import ColumnOrder, SchemaElement, Type

COUNT: Final = 1 << 20
ROUNDS: Final = 15
TYPES: Final[dict[str, tuple[Type, pa.DataType, int]]] = {
    "DOUBLE": (Type.DOUBLE, pa.float64(), 8),
    "FLOAT": (Type.FLOAT, pa.float32(), 4),
    "INT64": (Type.INT64, pa.int64(), 8),
    "INT32": (Type.INT32, pa.int32(), 4),
}
FALSE_POSITIVES: Final = 0.01
METHOD: Final = (
    f"{COUNT:,} random values of a type, a core, seconds of the processor, medians of {ROUNDS} rounds in turn: GB/s of values. "
    "Sortedness is asked of the same values, sorted. Aim: 2 GB/s."
)


def build_table() -> str:
    lines = ["### Passes over values", "", METHOD, ""]
    lines += ["| type | bounds and NaNs | sortedness | Bloom filter |", "|---|---:|---:|---:|"]
    for name, (type_, arrow, width) in TYPES.items():
        spent = measure(_list_passes(type_, arrow), ROUNDS, time.process_time)
        rates = [f"{COUNT * width / timing.median / 1e9:.1f}" for timing in spent.values()]
        lines.append(f"| {name} | {' | '.join(rates)} |")
    return "\n".join(lines)


def _list_passes(type_: Type, arrow: pa.DataType) -> dict[str, Callable[[], object]]:
    rng = Random(0)
    numbers = [rng.randrange(1 << 31) for _ in range(COUNT)]
    (key,) = keys_of(SchemaElement(name="", type=type_), ColumnOrder.TYPE_ORDER)
    values = _as_column(numbers, arrow)
    ascending = _as_column(sorted(numbers), arrow)
    built = build_bloom_filter(values, FALSE_POSITIVES)
    blocks = built[take_bloom_filter(built, 0).start :]
    return {
        "bounds": partial(find_extremes, values, key, [(0, COUNT)]),
        "sortedness": partial(find_steps, ascending, key),
        "Bloom filter": partial(find_absent, values, blocks, 0, len(blocks) // BLOCK),
    }


def _as_column(numbers: list[int], arrow: pa.DataType) -> pa.ChunkedArray[Any]:
    array: Any = pa.array(numbers).cast(arrow, safe=False)
    return pa.chunked_array([array])

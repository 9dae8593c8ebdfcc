"""What the native passes of the audit over decoded values take, without pages and decoding."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from inlay.ground.values.extremes import find_extremes
from inlay.ground.values.orders import keys_of
from inlay.ground.values.steps import StepsOfValues
from inlay.pages.engine.bloom_building import build_bloom_filter
from inlay.pages.engine.bloom_filter import BLOCK, take_bloom_filter
from inlay.pages.engine.bloom_pass import find_absent
from parquet_format.parquet import (
    ColumnOrder,
    DecimalType,
    Float16Type,
    LogicalType,
    SchemaElement,
    Type,
    UUIDType,
)

COUNT: Final = 1 << 20
ROUNDS: Final = 15
FALSE_POSITIVES: Final = 0.01
METHOD: Final = (
    f"{COUNT:,} random values of a type, a core, seconds of the processor, the least of {ROUNDS} rounds: GB/s of values. "
    "Sortedness is asked of the same values, sorted. Aim: 2 GB/s."
)

_WHOLE: Final = np.random.default_rng(0).integers(0, 1 << 31, COUNT)


class ValueType(NamedTuple):
    """`ascending` are values of one width as they lie in a page, sorted by the order of the column."""

    element: SchemaElement
    ascending: np.ndarray[Any, Any]
    order: ColumnOrder = ColumnOrder.TYPE_ORDER


def _list_types() -> dict[str, ValueType]:
    whole = np.sort(_WHOLE)
    fixed = Type.FIXED_LEN_BYTE_ARRAY
    halves = np.sort(np.random.default_rng(0).normal(0, 100, COUNT).astype("f2"))
    moments = np.zeros(COUNT, [("nanoseconds", "<u8"), ("day", "<u4")])
    moments["day"], moments["nanoseconds"] = whole >> 18, (whole & 0x3FFFF) << 28
    return {
        "DOUBLE": ValueType(_element(Type.DOUBLE), whole.astype("f8")),
        "FLOAT": ValueType(_element(Type.FLOAT), whole.astype("f4")),
        "INT64": ValueType(_element(Type.INT64), whole),
        "INT32": ValueType(_element(Type.INT32), whole.astype("i4")),
        "FLOAT16": ValueType(_element(fixed, 2, Float16Type()), halves),
        "INT96": ValueType(_element(Type.INT96), moments, ColumnOrder.INT96_TIMESTAMP_ORDER),
        "DECIMAL of 4 bytes": ValueType(
            _element(fixed, 4, DecimalType(scale=2, precision=9)), whole.astype(">i4")
        ),
        "UUID": ValueType(_element(fixed, 16, UUIDType()), _widen(whole)),
    }


def _element(
    type_: Type, width: int | None = None, meaning: LogicalType | None = None
) -> SchemaElement:
    return SchemaElement(name="", type=type_, type_length=width, logicalType=meaning)


def _widen(numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """As the first and the last bytes of 16."""
    wide = np.zeros((len(numbers), 2), ">u8")
    wide[:, 0] = wide[:, 1] = numbers << 32
    return wide.view("V16").reshape(-1)


def run() -> str:
    lines = ["## Passes over values", "", METHOD, ""]
    lines += ["| type | bounds and NaNs | sortedness | Bloom filter |", "|---|---:|---:|---:|"]
    for name, of_type in _list_types().items():
        width = of_type.ascending.itemsize
        rates = [f"{COUNT * width / _find_least(it) / 1e9:.1f}" for it in _list_passes(of_type)]
        lines.append(f"| {name} | {' | '.join(rates)} |")
    return "\n".join(lines)


def _find_least(do: Callable[[], object]) -> float:
    """Seconds."""
    spent: list[float] = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        do()
        spent.append(time.process_time() - begin)
    return min(spent)


def _list_passes(of_type: ValueType) -> list[Callable[[], object]]:
    """Bounds, sortedness, and the Bloom filter."""
    (key,) = keys_of(of_type.element, of_type.order)
    mixed = of_type.ascending[np.random.default_rng(1).permutation(COUNT)]
    values, ascending = _as_column(mixed), _as_column(of_type.ascending)
    built = build_bloom_filter(values, FALSE_POSITIVES)
    blocks = built[take_bloom_filter(built, 0).start :]
    return [
        partial(find_extremes, values, key, [(0, COUNT)]),
        partial(StepsOfValues(key).take, ascending),
        partial(find_absent, values, blocks, 0, len(blocks) // BLOCK),
    ]


def _as_column(values: np.ndarray[Any, Any]) -> pa.ChunkedArray[Any]:
    if values.dtype.kind in "if" and values.dtype.isnative and values.itemsize > 2:
        return pa.chunked_array([pa.array(values)])
    kind = pa.binary(values.itemsize)
    return pa.chunked_array(
        [pa.Array.from_buffers(kind, COUNT, [None, pa.py_buffer(values.tobytes())])]
    )

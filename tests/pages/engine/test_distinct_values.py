"""Distinct values are counted as Python counts them, however few there is room for, natively and slowly."""

from __future__ import annotations

import struct
from contextlib import nullcontext
from importlib import import_module
from math import isnan
from typing import Any, Final
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.pages.engine import distinct_values
from inlay.pages.engine.chunk_values import ChunkValues
from inlay.pages.engine.dense_chunk import DenseChunk, DenseRun
from inlay.pages.engine.distinct_values import count_distinct
from tests.support.examples import examples

pa: Any = import_module("pyarrow")

NANS: Final = [
    struct.unpack("<d", bits.to_bytes(8, "little"))[0]
    for bits in (0x7FF8 << 48, 0xFFF8 << 48, 1 | 0x7FF8 << 48)
]

TYPES: Final[dict[str, tuple[Any, st.SearchStrategy[Any]]]] = {
    "int32": (pa.int32(), st.integers(-20, 20)),
    "int64": (pa.int64(), st.integers(-(1 << 63), (1 << 63) - 1)),
    "double": (pa.float64(), st.sampled_from([0.0, -0.0, 1.5, *NANS]) | st.floats()),
    "float": (pa.float32(), st.sampled_from([0.0, -0.0, 1.5, float("nan")])),
    "boolean": (pa.bool_(), st.booleans()),
    "fixed": (pa.binary(5), st.binary(min_size=5, max_size=5)),
    "bytes": (pa.binary(), st.binary(max_size=40)),
    "dictionary": (pa.binary(), st.binary(max_size=2)),
}


def count_slowly(array: Any) -> range:
    if not pa.types.is_floating(array.type):
        count = len(set(array.to_pylist()))
        return range(count, count + 1)
    width = array.type.byte_width
    raw = array.buffers()[1].to_pybytes()
    bits = {
        raw[at : at + width]
        for at in range(array.offset * width, (array.offset + len(array)) * width, width)
    }
    numbers = [struct.unpack("<d" if width == 8 else "<f", each)[0] for each in bits]
    nans, zeros = sum(map(isnan, numbers)), numbers.count(0)
    return range(len(bits) - max(nans - 1, 0) - max(zeros - 1, 0), len(bits) + 1)


@pytest.mark.parametrize(
    "is_native", [pytest.param(True, marks=pytest.mark.needs("native core")), False]
)
@pytest.mark.parametrize("name", TYPES)
@examples(60)
@given(data=st.data())
def test_as_python_counts(name: str, is_native: bool, data: st.DataObject) -> None:
    """In runs, of which each look sees all."""
    arrow, strategy = TYPES[name]
    array: Any = pa.array(data.draw(st.lists(strategy, max_size=60)), arrow)
    cut = data.draw(st.integers(0, len(array)))
    runs = [pa.chunked_array([piece], arrow) for piece in (array.slice(0, cut), array.slice(cut))]
    if name == "dictionary":
        runs = [run.dictionary_encode() for run in runs]
    values = ChunkValues(lambda: (DenseRun(DenseChunk(run, []), is_only=False) for run in runs))
    with (
        patch.object(distinct_values, "MOST", data.draw(st.sampled_from([1, 2, 9, 1000]))),
        nullcontext() if is_native else patch.object(distinct_values, "_native", None),
    ):
        values.open([])
        assert count_distinct(values) == count_slowly(array)

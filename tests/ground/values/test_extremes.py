"""The least and the largest of values, natively and slowly: the same places, by every order."""

from __future__ import annotations

import struct
from random import Random
from typing import Any, Final, Literal

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.values import extremes
from inlay.ground.values.extremes import Extremes, find_extremes, merge_extremes
from inlay.ground.values.orders import Key, keys_of
from parquet_format.parquet import (
    ColumnOrder,
    DecimalType,
    Float16Type,
    IntType,
    SchemaElement,
    Type,
)

pytestmark = pytest.mark.needs("native core")


def key_of(
    type_: Type,
    order: ColumnOrder | None = ColumnOrder.TYPE_ORDER,
    number: int = 0,
    length: int | None = None,
    meaning: DecimalType | Float16Type | IntType | None = None,
) -> Key:
    element = SchemaElement(name="x", type=type_, type_length=length, logicalType=meaning)
    return keys_of(element, order)[number]


def fixed(width: int) -> st.SearchStrategy[list[bytes]]:
    odd = st.sampled_from([b"\0" * width, b"\xff" * width, b"\x80" + b"\0" * (width - 1)])
    return st.lists(st.binary(min_size=width, max_size=width) | odd, min_size=1, max_size=40)


_BITS: Final[dict[str, Literal[16, 32, 64]]] = {"<e": 16, "<f": 32, "<d": 64}


def reals(format: Literal["<e", "<f", "<d"]) -> st.SearchStrategy[list[bytes]]:
    numbers = st.floats(width=_BITS[format])
    return st.lists(numbers.map(lambda one: struct.pack(format, one)), min_size=1, max_size=40)


TOTAL = ColumnOrder.IEEE_754_TOTAL_ORDER
UNSIGNED = IntType(bitWidth=32, isSigned=False)
WIDE = IntType(bitWidth=64, isSigned=False)
DECIMAL = DecimalType(scale=0, precision=9)
HALF = Float16Type()
FIXED = Type.FIXED_LEN_BYTE_ARRAY

CASES: dict[str, tuple[Key, pa.DataType, st.SearchStrategy[list[bytes]]]] = {
    "int32": (key_of(Type.INT32), pa.int32(), fixed(4)),
    "int64": (key_of(Type.INT64), pa.int64(), fixed(8)),
    "uint32": (key_of(Type.INT32, meaning=UNSIGNED), pa.int32(), fixed(4)),
    "uint64": (key_of(Type.INT64, meaning=WIDE), pa.int64(), fixed(8)),
    "float": (key_of(Type.FLOAT), pa.float32(), reals("<f")),
    "double": (key_of(Type.DOUBLE), pa.float64(), reals("<d")),
    "half": (key_of(FIXED, length=2, meaning=HALF), pa.binary(2), reals("<e")),
    "float, total": (key_of(Type.FLOAT, TOTAL), pa.float32(), reals("<f") | fixed(4)),
    "double, total": (key_of(Type.DOUBLE, TOTAL), pa.float64(), reals("<d") | fixed(8)),
    "half, total": (key_of(FIXED, TOTAL, 0, 2, HALF), pa.binary(2), reals("<e") | fixed(2)),
    "int96": (key_of(Type.INT96, ColumnOrder.INT96_TIMESTAMP_ORDER), pa.binary(12), fixed(12)),
    "fixed": (key_of(FIXED, length=5), pa.binary(5), fixed(5)),
    "signed bytes": (key_of(FIXED, None, 1, 5), pa.binary(5), fixed(5)),
    "decimal, fixed": (key_of(FIXED, length=9, meaning=DECIMAL), pa.binary(9), fixed(9)),
    "bytes": (key_of(Type.BYTE_ARRAY), pa.binary(), st.lists(st.binary(max_size=6), min_size=1)),
    "decimal": (
        key_of(Type.BYTE_ARRAY, meaning=DECIMAL),
        pa.binary(),
        st.lists(st.binary(max_size=4), min_size=1),
    ),
}


def build(values: list[bytes], arrow: pa.DataType) -> pa.Array[Any]:
    if pa.types.is_binary(arrow) or pa.types.is_fixed_size_binary(arrow):
        return pa.array(values, arrow)
    return pa.Array.from_buffers(arrow, len(values), [None, pa.py_buffer(b"".join(values))])


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_both_passes_say_the_same(name: str, data: st.DataObject) -> None:
    key, arrow, strategy = CASES[name]
    values = data.draw(strategy)
    cut = data.draw(st.integers(0, len(values)))
    array = build(values, arrow)
    chunked = pa.chunked_array([array.slice(0, cut), array.slice(cut)])
    if data.draw(st.booleans()) and pa.types.is_binary(arrow):
        chunked = chunked.dictionary_encode().unify_dictionaries()
    first = data.draw(st.integers(0, len(values) - 1))
    spans = [(0, len(values)), (first, len(values) - first), (first, 0)]
    found = find_extremes(chunked, key, spans)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extremes, "_native", None)
        slowly = find_extremes(chunked, key, spans)
    assert [_ranks(one, key) for one in found] == [_ranks(one, key) for one in slowly]
    whole, rest, nothing = found
    assert nothing == Extremes(None, None, 0)
    before = find_extremes(chunked, key, [(0, first)])[0]
    assert _ranks(merge_extremes([before, rest], key), key) == _ranks(whole, key)


def _ranks(found: Extremes, key: Key) -> tuple[object, object, int]:
    """Equal values, as two zeros, may have other bytes."""
    low, high, nans = found
    return low and key(low), high and key(high), nans


def test_booleans() -> None:
    key = key_of(Type.BOOLEAN)
    values = pa.chunked_array([pa.array([True] * 9 + [False] * 3 + [True])])
    found = find_extremes(values, key, [(0, 9), (9, 3), (8, 2), (0, 13)])
    yes, no = b"\x01", b"\x00"
    assert [one[:2] for one in found] == [(yes, yes), (no, no), (no, yes), (no, yes)]


def test_a_dictionary_counts_what_is_used() -> None:
    values = pa.DictionaryArray.from_arrays(
        pa.array([1, 1, 2], pa.int32()), pa.array([b"a", b"b", b"c", b"d"])
    )
    (found,) = find_extremes(pa.chunked_array([values]), key_of(Type.BYTE_ARRAY), [(0, 3)])
    assert found == Extremes(b"b", b"c", 0)


def test_infinities_and_nan_in_total_order() -> None:
    nan, low, high = (struct.pack("<d", one) for one in (float("nan"), -0.0, 0.0))
    key = key_of(Type.DOUBLE, TOTAL)
    values = pa.chunked_array([build([nan, high, low, nan], pa.float64())])
    assert find_extremes(values, key, [(0, 4), (0, 1)]) == [
        Extremes(low, high, 2),
        Extremes(nan, nan, 1),
    ]


OF_ONE_WIDTH = [name for name, (_, arrow, _) in CASES.items() if not pa.types.is_binary(arrow)]


def draw_many(name: str, rng: Random, count: int) -> list[bytes]:
    """Few are alike; in half of the draws, many have the same first eight bytes."""
    width = CASES[name][1].bit_width // 8
    alike = rng.randbytes(max(width - 1, 0)) if rng.randrange(2) else b""
    return [
        alike + rng.randbytes(width - len(alike)) if rng.randrange(3) else rng.randbytes(width)
        for _ in range(count)
    ]


@pytest.mark.parametrize("name", OF_ONE_WIDTH)
@pytest.mark.parametrize("seed", range(2))
def test_many_values(name: str, seed: int) -> None:
    """As many as several blocks of the native pass; the extremes lie anywhere, also at the edges of blocks."""
    key, arrow, _ = CASES[name]
    rng = Random(seed)
    values = draw_many(name, rng, 5_000)
    spans = [(0, 5_000), (rng.randrange(2_100), 2_048), (2_047, 2), (rng.randrange(4_000), 13)]
    chunked = pa.chunked_array([build(values, arrow)])
    found = find_extremes(chunked, key, spans)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extremes, "_native", None)
        slowly = find_extremes(chunked, key, spans)
    assert [_ranks(one, key) for one in found] == [_ranks(one, key) for one in slowly]

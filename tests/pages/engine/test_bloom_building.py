"""Bloom filters that are built natively and slowly: the same bytes, with every value; and both zeros, and NaNs, where one is there."""

from __future__ import annotations

import struct
from math import nan
from typing import Any, Final

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.pages.engine import bloom_building
from inlay.pages.engine.bloom_building import (
    LARGEST_FILTER,
    HeldNumbers,
    build_bloom_filter,
    build_filters_of_numbers,
)
from inlay.pages.engine.bloom_filter import BLOCK, count_bits, has_bits, take_bloom_filter
from inlay.pages.engine.bloom_pass import find_absent
from inlay.pages.engine.xxh64 import hash_bytes
from tests.pages.engine.test_bloom_pass import ARRAYS

NUMBERS: Final[list[Any]] = [pa.int32(), pa.int64(), pa.float32(), pa.float64()]


def bits_of(data: bytes) -> bytes:
    bloom = take_bloom_filter(data, 0)
    assert bloom.is_known
    assert len(bloom.read) == bloom.header.numBytes
    return bloom.read


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", ARRAYS)
@given(data=st.data())
def test_both_ways_build_the_same(name: str, data: st.DataObject) -> None:
    arrow, strategy = ARRAYS[name]
    drawn = data.draw(st.lists(strategy, min_size=1, max_size=60))
    array = pa.array(drawn * data.draw(st.integers(1, 4)), arrow)  # beyond a batch
    cut = data.draw(st.integers(0, len(array)))
    values = pa.chunked_array([array.slice(0, cut), array.slice(cut)])
    if name == "dictionary":
        values = values.dictionary_encode()
    share = data.draw(st.floats(0.001, 0.5))
    native = build_bloom_filter(values, share)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bloom_building, "_native", None)
        assert build_bloom_filter(values, share) == native
    bits = bits_of(native)
    assert find_absent(values, bits, 0, len(bits) // BLOCK) is None


@pytest.mark.parametrize(("arrow", "form"), [(pa.float64(), "<d"), (pa.float32(), "<f")])
@pytest.mark.parametrize(("value", "also"), [(-0.0, 0.0), (0.0, -0.0), (nan, -nan)])
def test_what_readers_take_for_the_same_is_in_it(
    arrow: Any, form: str, value: float, also: float
) -> None:
    bits = bits_of(build_bloom_filter(pa.chunked_array([pa.array([value, 1.5], arrow)]), 0.001))
    for each in (value, also, 1.5):
        assert has_bits(bits, hash_bytes(struct.pack(form, each)))
    assert not has_bits(bits, hash_bytes(struct.pack(form, 2.5)))


@pytest.mark.needs("native core")
@given(st.data())
def test_those_that_are_built_together_are_the_same(data: st.DataObject) -> None:
    """Few numbers have one block, and are built natively; others take several."""
    held: list[HeldNumbers] = []
    arrays: list[Any] = []
    for arrow in data.draw(st.lists(st.sampled_from(NUMBERS), max_size=4)):
        is_float = pa.types.is_floating(arrow)
        values = data.draw(st.lists(st.sampled_from([0, 1, 2, 7, 100]), min_size=1, max_size=40))
        odd = data.draw(st.sampled_from([(), (-0.0,), (nan,)])) if is_float else ()
        array = pa.array([*values, *odd], arrow)
        arrays.append(array)
        raw = array.buffers()[1].to_pybytes()[: len(array) * arrow.byte_width]
        held.append(HeldNumbers(raw, arrow.byte_width, is_float))
    share = data.draw(st.sampled_from([0.5, 0.01, 1e-9]))
    assert build_filters_of_numbers(held, share) == [
        build_bloom_filter(pa.chunked_array([array]), share) for array in arrays
    ]


def test_false_positives_are_as_rare_as_asked() -> None:
    values: Any = pa.chunked_array([pa.array(range(20_000), pa.int64())])
    for share in (0.1, 0.01):
        bits = bits_of(build_bloom_filter(values, share))
        asked = 20_000
        others = (struct.pack("<q", -1 - number) for number in range(asked))
        wrong = sum(has_bits(bits, hash_bytes(raw)) for raw in others)
        assert wrong < share * asked * 1.2


def test_a_filter_has_an_end() -> None:
    assert bloom_building.choose_size(10**12, 0.01) == LARGEST_FILTER
    assert bloom_building.choose_size(0, 0.01) == BLOCK


@pytest.mark.parametrize("count", [1, 10, 100, 1_000, 5_000])
def test_values_that_are_there_often_take_no_room(count: int) -> None:
    """A filter of all of them is folded to that of those that differ."""
    values = pa.array(range(count), pa.int64())
    many: Any = pa.chunked_array([values] * 20)
    assert build_bloom_filter(many, 0.01) == build_bloom_filter(pa.chunked_array([values]), 0.01)


@given(st.binary(max_size=100))
def test_bits_are_counted(data: bytes) -> None:
    assert count_bits(data) == sum(byte.bit_count() for byte in data)

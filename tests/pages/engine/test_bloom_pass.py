"""Values that a Bloom filter does not have, natively and slowly: the same one, whichever blocks are looked at."""

from __future__ import annotations

from random import Random
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.pages.engine import bloom_pass
from inlay.pages.engine.bloom_filter import BLOCK, has_bits
from inlay.pages.engine.bloom_pass import find_absent
from inlay.pages.engine.xxh64 import hash_bytes

pytestmark = pytest.mark.needs("native core")

ARRAYS: dict[str, tuple[pa.DataType, st.SearchStrategy[Any]]] = {
    "int32": (pa.int32(), st.integers(-(1 << 31), (1 << 31) - 1)),
    "int64": (pa.int64(), st.integers(-(1 << 63), (1 << 63) - 1)),
    "double": (pa.float64(), st.floats()),
    "fixed": (pa.binary(5), st.binary(min_size=5, max_size=5)),
    "bytes": (pa.binary(), st.binary(max_size=70)),
    "dictionary": (pa.binary(), st.binary(max_size=2)),
}


@pytest.mark.parametrize("name", ARRAYS)
@given(data=st.data())
def test_both_passes_find_the_same(name: str, data: st.DataObject) -> None:
    arrow, strategy = ARRAYS[name]
    array = pa.array(data.draw(st.lists(strategy, min_size=1, max_size=20)), arrow)
    cut = data.draw(st.integers(0, len(array)))
    values = pa.chunked_array([array.slice(0, cut), array.slice(cut)])
    if name == "dictionary":
        values = values.dictionary_encode()
    total = data.draw(st.integers(1, 6))
    begin = data.draw(st.integers(0, total - 1))
    holes = data.draw(st.sets(st.integers(0, 255), max_size=60))
    every = bytearray(b"\xff" * BLOCK * total)
    for hole in holes:
        every[hole % len(every)] &= ~(1 << hole % 8)
    blocks = bytes(every[begin * BLOCK :])
    native = find_absent(values, blocks, begin, total)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bloom_pass, "_native", None)
        assert find_absent(values, blocks, begin, total) == native


@pytest.mark.parametrize("arrow", [pa.int32(), pa.int64(), pa.binary(12)])
@pytest.mark.parametrize("seed", range(6))
def test_the_first_of_many_is_found(arrow: pa.DataType, seed: int) -> None:
    """Of as many as several batches, in all blocks of a filter or in some."""
    rng = Random(seed)
    count, total = rng.randrange(1, 500), 40
    width = arrow.bit_width // 8
    raw = pa.py_buffer(rng.randbytes(width * count))
    values = pa.chunked_array([pa.Array.from_buffers(arrow, count, [None, raw])])
    begin = rng.choice((0, 7))
    blocks = bytearray(b"\xff" * BLOCK * (total - begin))
    assert find_absent(values, bytes(blocks), begin, total) is None
    for hole in rng.sample(range(len(blocks)), 4):
        blocks[hole] = 0x7F
    native = find_absent(values, bytes(blocks), begin, total)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bloom_pass, "_native", None)
        assert find_absent(values, bytes(blocks), begin, total) == native


def test_entries_that_nothing_uses_are_not_asked_for() -> None:
    indexes, entries = pa.array([1, 1], pa.int32()), pa.array([b"a", b"b"])
    values = pa.chunked_array([pa.DictionaryArray.from_arrays(indexes, entries)])
    assert find_absent(values, bytes(BLOCK), 0, 1) == b"b"


@pytest.mark.parametrize("count", [40_000, 200_000])
@pytest.mark.parametrize("begin", [0, 3])
def test_values_of_two_bytes_are_asked_for_once(count: int, begin: int) -> None:
    """Many are the same."""
    rng, total = Random(count), 2000
    data = rng.randbytes(2 * count)
    raw = pa.py_buffer(data)
    values = pa.chunked_array([pa.Array.from_buffers(pa.binary(2), count, [None, raw], offset=0)])
    blocks = bytearray(b"\xff" * BLOCK * (total - begin))
    assert find_absent(values, bytes(blocks), begin, total) is None
    for hole in rng.sample(range(len(blocks)), 9):
        blocks[hole] = 0
    pairs = (data[at : at + 2] for at in range(0, len(data), 2))
    absent = next(pair for pair in pairs if not _has(blocks, begin, total, pair))
    assert find_absent(values, bytes(blocks), begin, total) == absent
    sliced = values.slice(1)
    assert find_absent(sliced, bytes(blocks), begin, total) is not None


def _has(blocks: bytes | bytearray, begin: int, total: int, raw: bytes) -> bool:
    hashed = hash_bytes(raw)
    start = (((hashed >> 32) * total >> 32) - begin) * BLOCK
    is_here = 0 <= start < len(blocks)
    return not is_here or has_bits(bytes(blocks[start : start + BLOCK]), hashed)

"""Pages of both cores: equal bytes, equal values, the examples of PforEncoding.md, and windows that nothing beats."""

from __future__ import annotations

import random
import struct
from array import array

import pytest

from inlay.pages.encodings.errors import DeclinedError
from inlay.pages.encodings.pfor.integer_kind import INT32, INT64, IntegerKind
from inlay.pages.encodings.pfor.native import NATIVE
from inlay.pages.encodings.pfor.page import decode_page, encode_page
from inlay.pages.encodings.pfor.plugin import Pfor
from inlay.pages.encodings.pfor.vector import encode_vector
from inlay.pages.encodings.pfor.window import choose_window
from inlay_runtime.packed import pack
from parquet_format.parquet import Type
from tests.pages.encodings.pfor.pages import CASES, KINDS, plain_values


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("case", CASES)
def test_every_integer_comes_back(case: str, name: str) -> None:
    kind = KINDS[name]
    values = plain_values(case, kind)
    count = len(values) // kind.size
    page = encode_page(values, kind)
    assert decode_page(memoryview(page), count, kind) == values
    if NATIVE is not None:
        assert NATIVE.encode_page(values, kind.size) == page
        assert NATIVE.decode_page(memoryview(page), count, kind.size) == bytes(values)


def integers_of(kind: IntegerKind, integers: list[int]) -> memoryview[int]:
    return memoryview(array(kind.code, integers))


def test_an_outlier() -> None:
    """Example 1: integer keys."""
    vector = encode_vector(integers_of(INT32, [100, 102, 101, 103, 100, 99, 50_000, 104]), INT32)
    assert vector == (
        struct.pack("<iBH", 99, 3, 1)
        + pack([1, 3, 2, 4, 1, 0, 0, 5], 3)
        + struct.pack("<Hi", 6, 50_000)
    )
    assert len(vector) == 16


def test_differences_with_a_gap() -> None:
    """Example 4: a reader patches the difference, then sums. Our frame is 7, and the 0 at the start an exception."""
    integers = [
        1_700_000_000_000 + 7 * at + (1_000_000_000 if at >= 500 else 0) for at in range(1_024)
    ]
    vector = encode_vector(integers_of(INT64, integers), INT64)
    assert vector == (
        struct.pack("<qBHq", 7, 0x80, 2, integers[0])
        + struct.pack("<HH", 0, 500)
        + struct.pack("<qq", 0, 1_000_000_007)
    )


def test_a_frame_at_the_minimum_is_read() -> None:
    """Example 4 as the draft writes it."""
    integers = [
        1_700_000_000_000 + 7 * at + (1_000_000_000 if at >= 500 else 0) for at in range(1_024)
    ]
    deltas = [0 if at in (0, 500) else 7 for at in range(1_024)]
    vector = (
        struct.pack("<qBHq", 0, 0x83, 1, integers[0])
        + pack(deltas, 3)
        + struct.pack("<Hq", 500, 1_000_000_007)
    )
    assert len(vector) == 413
    page = INT64.frame.build_page(1_024, [vector])
    values = struct.pack("<1024q", *integers)
    assert decode_page(memoryview(page), 1_024, INT64) == values
    assert Pfor().decode(memoryview(page), 1_024, Type.INT64) == values


def test_sentinels_below_take_no_bits_of_the_others() -> None:
    """Example 3: the sentinels are 16 bits away. It has 11 bits for the others, but these are 2,191 keys, which take 12."""
    chance = random.Random(3)
    keys = [chance.randint(2_450_815, 2_453_005) for _ in range(1_014)] + [2_415_022] * 10
    chance.shuffle(keys)
    vector = encode_vector(integers_of(INT32, keys), INT32)
    assert vector[4] == 12
    assert int.from_bytes(vector[5:7], "little") == 10
    assert len(vector) == 7 + 1_536 + 60


@pytest.mark.parametrize("seed", range(20))
def test_no_window_is_smaller(seed: int) -> None:
    """Against all windows that begin at an integer of the vector."""
    chance = random.Random(seed)
    integers = [
        chance.getrandbits(chance.randrange(1, 14)) - 50 for _ in range(chance.randint(1, 60))
    ]
    least = min(
        len(integers) * width
        + 48 * sum(not frame <= each < frame + (1 << width) for each in integers)
        for frame in integers
        for width in range(16)
    )
    window = choose_window(integers, 4)
    assert window.bits == least
    outside = sum(
        not window.frame <= each < window.frame + (1 << window.width) for each in integers
    )
    assert window.bits == len(integers) * window.width + 48 * outside


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", KINDS)
def test_both_cores_find_the_same_window(name: str) -> None:
    """In vectors of any length, with clusters and what stands apart on both sides."""
    kind, chance = KINDS[name], random.Random(11)
    assert NATIVE is not None
    for _ in range(300):
        widths = chance.choices(range(kind.bits), k=chance.randint(1, 3))
        integers = [
            kind.wrap(chance.getrandbits(chance.choice(widths)) - (1 << widths[0] >> 1))
            for _ in range(chance.randint(1, 90))
        ]
        values = memoryview(array(kind.code, integers)).cast("B")
        assert NATIVE.encode_page(values, kind.size) == encode_page(values, kind)


@pytest.mark.parametrize("name", KINDS)
def test_noise_is_declined(name: str) -> None:
    values = plain_values("any bits", KINDS[name])
    with pytest.raises(DeclinedError, match="by samples, PFOR takes"):
        Pfor().prepare([(values, 1_100)], Type[name])
    page = Pfor().encode(values, 1_100, Type[name])
    assert Pfor().decode(memoryview(page), 1_100, Type[name]) == values


def test_memory_that_is_not_aligned() -> None:
    values = plain_values("ids", INT64)
    shifted = memoryview(b"x" + values)[1:]
    assert Pfor().encode(shifted, 3_000, Type.INT64) == Pfor().encode(values, 3_000, Type.INT64)

"""Levels of a page counted natively and slowly: the same numbers, or no levels for both."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.pages.engine.levels import LevelsError, width_of
from inlay.pages.engine.page_levels import count_levels, count_slowly


def encode(levels: list[int], most: int, *, packed: bool) -> bytes:
    """As runs of one level each, or as one that is bit-packed."""
    width = width_of(most)
    if packed:
        groups = (len(levels) + 7) // 8
        bits = sum(level << (at * width) for at, level in enumerate(levels))
        return varint(groups << 1 | 1) + bits.to_bytes(groups * width, "little")
    out = b""
    for level, run in groupby(levels):
        out += varint(len(list(run)) << 1) + level.to_bytes((width + 7) // 8, "little")
    return out


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


@given(data=st.data(), most=st.sampled_from([1, 2, 3, 4, 7, 9, 300]), packed=st.booleans())
def test_every_level_is_counted(data: st.DataObject, most: int, *, packed: bool) -> None:
    size = st.sampled_from([1, 7, 8, 64, 65, 200])
    levels = data.draw(
        size.flatmap(lambda n: st.lists(st.integers(0, most), min_size=n, max_size=n))
    )
    counts = Counter(levels)
    encoded = encode(levels, most, packed=packed)
    expected = [counts[level] for level in range(most + 1)]
    assert count_levels(encoded, len(levels), most) == expected
    assert count_slowly(encoded, len(levels), most) == expected


@given(
    raw=st.binary(max_size=30),
    count=st.integers(0, 300),
    most=st.sampled_from([1, 2, 3, 5, 9, 300]),
)
def test_any_bytes(raw: bytes, count: int, most: int) -> None:
    """What the native pass refuses, Python refuses; what it counts, Python counts."""
    try:
        slowly = count_slowly(raw, count, most)
    except LevelsError:
        with pytest.raises(LevelsError):
            count_levels(raw, count, most)
    else:
        assert count_levels(raw, count, most) == slowly


@pytest.mark.parametrize("seed", range(200))
def test_many_short_runs(seed: int) -> None:
    """As where nulls lie at random. Some are of no level, or of none that there is."""
    draw = Random(seed)
    raw, count = b"", 0
    flaw = draw.choice([b"", b"\0", b"\4\2", b"\x80\x80", b"\xff"])
    for at in range(draw.randrange(20, 600)):
        if at == 300:
            raw += flaw
        length = draw.choice([1, 2, 7, 8, 9, 20, 63, 64, 200])
        if draw.random() < 0.5:
            raw += varint(length << 1) + bytes([draw.randrange(2)])
            count += length
        else:
            raw += varint(length << 1 | 1) + draw.randbytes(length)
            count += length * 8
    count -= draw.randrange(8)
    try:
        slowly = count_slowly(raw, count, 1)
    except LevelsError:
        with pytest.raises(LevelsError):
            count_levels(raw, count, 1)
    else:
        assert count_levels(raw, count, 1) == slowly


CLAIMS: dict[str, tuple[bytes, int, bool]] = {
    "its groups, and no more": (varint(2 << 1 | 1) + b"\x55\x55", 12, True),
    "a last group without its padding": (varint(2 << 1 | 1) + b"\x55", 8, False),
    "a group that nothing is in, with its bytes": (varint(3 << 1 | 1) + b"\x55\x55\x55", 12, True),
    "a group that nothing is in, without them": (varint(3 << 1 | 1) + b"\x55\x55", 12, False),
    "a million groups": (varint(1_000_000 << 1 | 1) + b"\x55\x55", 12, False),
    "a run of one level that goes on": (varint(1_000_000 << 1) + b"\x01", 12, True),
}


@pytest.mark.parametrize(("raw", "count", "is_right"), CLAIMS.values(), ids=CLAIMS)
def test_a_run_has_what_it_claims(raw: bytes, count: int, is_right: bool) -> None:
    """Bit-packed groups have to be there. A run of one level may be longer than what is left: all readers stop where the page does."""
    for counted in (count_levels, count_slowly):
        if is_right:
            assert sum(counted(raw, count, 1)) == count
        else:
            with pytest.raises(LevelsError, match="that are not there"):
                counted(raw, count, 1)


def test_padding_of_the_last_group_may_be_missing() -> None:
    """Of levels of two bits, half of the last group's bytes."""
    raw = varint(2 << 1 | 1) + b"\x55\x55\x55"
    assert count_levels(raw, 12, 2) == count_slowly(raw, 12, 2) == [0, 12, 0]


def test_a_column_without_levels() -> None:
    assert count_levels(b"", 5, 0) == [5]


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_runs_of_both_kinds(most: int, seed: int) -> None:
    """As writers have them: packed groups, and runs of one level."""
    rng = Random(seed)
    encoded = b""
    levels: list[int] = []
    for _ in range(60):
        count = 8 * rng.randrange(1, 20)
        if rng.randrange(2):
            more = [rng.randrange(most + 1)] * count
        else:
            more = rng.choices(range(most + 1), k=count)
        encoded += encode(more, most, packed=len(set(more)) > 1)
        levels += more
    count = len(levels) - rng.randrange(8)
    expected = [Counter(levels[:count])[level] for level in range(most + 1)]
    assert count_levels(encoded, count, most) == expected
    assert count_slowly(encoded, count, most) == expected

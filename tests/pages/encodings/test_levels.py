"""Levels are counted without being decoded: held against a list of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.pages.engine.levels import LevelsError, count_of, first_of, width_of
from inlay_runtime.compact.varint import unsigned


def packed(levels: list[int], width: int) -> bytes:
    padded = levels + [0] * (-len(levels) % 8)
    number = sum(level << (at * width) for at, level in enumerate(padded))
    return unsigned(len(padded) // 8 << 1 | 1) + number.to_bytes(len(padded) * width // 8, "little")


def repeated(level: int, count: int, width: int) -> bytes:
    return unsigned(count << 1) + level.to_bytes((width + 7) // 8, "little")


@st.composite
def encoded_levels(draw: st.DrawFn) -> tuple[list[int], bytes, int]:
    most = draw(st.integers(1, 9))
    level = st.integers(0, most)
    levels: list[int] = []
    data = b""
    for _ in range(draw(st.integers(0, 4))):
        if draw(st.booleans()):
            count = draw(st.integers(1, 9000))
            value = draw(level)
            levels += [value] * count
            data += repeated(value, count, width_of(most))
        else:
            groups = draw(st.lists(level, min_size=8, max_size=40))
            groups = groups[: len(groups) // 8 * 8] * draw(st.sampled_from([1, 1, 300]))
            levels += groups
            data += packed(groups, width_of(most))
    last = draw(st.lists(level, min_size=1, max_size=20))
    return levels + last, data + packed(last, width_of(most)), most


@given(encoded_levels())
def test_counts_are_those_of_the_list(case: tuple[list[int], bytes, int]) -> None:
    levels, data, most = case
    for level in range(most + 1):
        assert count_of(level, data, len(levels), most) == levels.count(level)
    assert first_of(data, most) == levels[0]
    with pytest.raises(LevelsError, match="of the levels"):
        count_of(0, data, len(levels) + 8, most)


def test_without_levels_there_is_one() -> None:
    assert count_of(0, b"", 12, 0) == 12
    assert count_of(1, b"", 12, 0) == 0
    assert first_of(b"", 0) == 0


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "without an end to its header, at offset 0"),
        (b"\xff\xff\xff\xff\xff\x01", "without an end to its header, at offset 0"),
        (b"\x00\x00", "an empty run, at offset 0"),
        (b"\x14", "a run without its level, at offset 0"),
        (b"\x14\x02", "level 2, and the highest is 1, at offset 1"),
        (b"\x05\x01", "a run of 10 levels that are not there, at offset 0"),
    ],
)
def test_what_are_no_levels(data: bytes, said: str) -> None:
    with pytest.raises(LevelsError, match=said):
        count_of(1, data, 10, 1)


@given(st.binary(max_size=40), st.integers(1, 7), st.integers(1, 200))
def test_any_bytes_give_a_count_or_an_error(data: bytes, most: int, count: int) -> None:
    try:
        highest = (1 << width_of(most)) - 1
        found = sum(count_of(level, data, count, highest) for level in range(highest + 1))
    except LevelsError:
        return
    assert found == count

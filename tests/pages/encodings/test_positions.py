"""Ranges of positions are the positions that one would list."""

from __future__ import annotations

from collections import deque
from itertools import chain

from inlay.pages.encodings.positions import cut_out, set_apart, take_first


def test_they_are_cut_where_some_are_apart() -> None:
    assert list(cut_out(range(6), [0, 2, 3])) == [range(1, 2), range(4, 6)]
    assert list(set_apart(range(6), [0, 2, 3])) == [
        *(range(at, at + 1) for at in range(4)),
        range(4, 6),
    ]
    assert list(set_apart(range(2, 5), [])) == list(cut_out(range(2, 5), [])) == [range(2, 5)]
    assert list(cut_out(range(2), [0, 1])) == list(set_apart(range(0), [])) == []


def test_the_first_are_taken_off() -> None:
    ranges = deque([range(3), range(5, 6), range(8, 10)])
    taken = [list(chain.from_iterable(take_first(ranges, count))) for count in (2, 0, 2, 2)]
    assert taken == [[0, 1], [], [2, 5], [8, 9]]
    assert not ranges

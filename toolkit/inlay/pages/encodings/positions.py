"""Positions of chunks in their row group, as ranges: a wide file has very many, of which few are moved by themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence


def cut_out(positions: range, alone: Sequence[int]) -> Iterator[range]:
    """The ranges before, between and behind some positions, which ascend."""
    at = positions.start
    for position in alone:
        if position > at:
            yield range(at, position)
        at = position + 1
    if at < positions.stop:
        yield range(at, positions.stop)


def set_apart(positions: range, alone: Sequence[int]) -> Iterator[range]:
    """The same ranges, and each of these positions as one of its own, in order."""
    at = positions.start
    for position in alone:
        if position > at:
            yield range(at, position)
        yield range(position, position + 1)
        at = position + 1
    if at < positions.stop:
        yield range(at, positions.stop)


def take_first(ranges: deque[range], count: int) -> Iterator[range]:
    """So many positions, off the front of ranges that have as many."""
    while count:
        first = ranges.popleft()
        if len(first) > count:
            ranges.appendleft(first[count:])
            first = first[:count]
        yield first
        count -= len(first)

"""How a layout gets its bytes, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Range(NamedTuple):
    """`length` bytes from `offset`, counted from the start of the file."""

    offset: int
    length: int


Fetch = Callable[[Sequence[Range]], Sequence[bytes | memoryview]]
"""The bytes of every range. All requests of one call go out at once: a call is one dependent step. Raises DecodeError
for a range that does not lie in the file."""


@dataclass(frozen=True)
class FetchCost:
    """What the answers took so far: bytes, requests, and steps each of which had to wait for the one before."""

    bytes: int = 0
    requests: int = 0
    steps: int = 0


class CountedFetch:
    """A Fetch that counts; `cost` is what went through it."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self.cost = FetchCost()

    def __call__(self, ranges: Sequence[Range]) -> Sequence[bytes | memoryview]:
        pieces = self._fetch(ranges)
        before = self.cost
        self.cost = FetchCost(
            before.bytes + sum(map(len, pieces)), before.requests + len(ranges), before.steps + 1
        )
        return pieces

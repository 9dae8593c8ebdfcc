"""What answers cost readers whose first read brings more of a file's end than a design asks for.

Readers have habits of their own: 64 KiB (pyarrow, Inlay), 128 KiB, 1% of the file (ClickHouse#115686), 2 MiB (DuckDB 2.0). Whatever
lies within the first read costs nothing more, and a design that saves steps with a small one may save none with a large one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from inlay.footers.designs.fetch import Fetch, FetchCost, Range

_KIB: Final = 1024
_SHARE: Final = "1% of the file"

FIRST_READS: Final = ("64 KiB", "128 KiB", _SHARE, "2 MiB")
"""By name; the share is 128 KiB or more, and 2 MiB or less."""

_BYTES: Final = {"64 KiB": 64 * _KIB, "128 KiB": 128 * _KIB, "2 MiB": 2 * _KIB * _KIB}


class RecordedFetch:
    """A Fetch that remembers what it was asked for; `steps` has the ranges of each call."""

    __slots__ = ("_source", "steps")

    def __init__(self, source: Fetch) -> None:
        self._source = source
        self.steps: list[Sequence[Range]] = []

    def __call__(self, ranges: Sequence[Range]) -> Sequence[bytes | memoryview]:
        self.steps.append([*ranges])
        return self._source(ranges)


def model_first_reads(
    steps: Sequence[Sequence[Range]], place: Range, body: int
) -> Mapping[str, FetchCost]:
    """The cost of `steps` under each of `FIRST_READS`, in a file of `body` bytes and, right behind them, the footer, which was fetched from
    `place`."""
    size = body + place.length
    moved = [[_move(part, place, body) for part in ranges] for ranges in steps]
    return {name: _cost(moved, max(size - _length(name, size), 0), size) for name in FIRST_READS}


def _length(name: str, size: int) -> int:
    if name == _SHARE:
        return min(max(size // 100, _BYTES["128 KiB"]), _BYTES["2 MiB"])
    return _BYTES[name]


def _move(part: Range, place: Range, body: int) -> Range:
    """To where it lies if the footer is right behind the body."""
    return Range(part.offset - place.offset + body, part.length) if part.offset >= body else part


def _cost(steps: Sequence[Sequence[Range]], known_from: int, size: int) -> FetchCost:
    fetched, requests, waits = size - known_from, 1, 1
    for ranges in steps:
        lengths = [min(part.offset + part.length, known_from) - part.offset for part in ranges]
        away = [length for length in lengths if length > 0]
        fetched += sum(away)
        requests += len(away)
        waits += bool(away)
    return FetchCost(fetched, requests, waits)

"""Short ranges that lie far apart for a disk and close for a network: read together, with what lies between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.pages.engine.range_reader import RangeReader

Placed = tuple[int, int, int]
"""Offset and size of a range, and what it belongs to."""

_NEAR: Final = 256 << 10
"""Bytes between two ranges that are read together."""

_MOST: Final = 8 << 20
"""Bytes that are in memory, but for one range that is larger by itself."""


def read_joined(
    reader: RangeReader, ranges: list[Placed]
) -> Iterator[tuple[list[Placed], int, bytes]]:
    """Some of them at a time, with the offset of the bytes that have them. Those that lie outside or overlap are left out."""
    for some in _join(ranges, reader.end):
        start, (last, size, _) = some[0][0], some[-1]
        yield some, start, reader.read_some(start, last + size - start)


def _join(ranges: list[Placed], end: int) -> Iterator[list[Placed]]:
    some: list[Placed] = []
    start, stop = 0, MAGIC_SIZE
    for it in sorted(ranges):
        offset, size, _ = it
        if size <= 0 or offset < stop or offset + size > end:
            continue
        if some and (offset - stop > _NEAR or offset + size - start > _MOST):
            yield some
            some = []
        if not some:
            start = offset
        some.append(it)
        stop = offset + size
    if some:
        yield some

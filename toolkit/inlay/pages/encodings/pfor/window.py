"""The frame of reference and the width that make a vector smallest.

The draft leaves the frame to the writer. Integers in `frame` to `frame + 2**width - 1` are packed, and all others are
exceptions, on either side. So a few sentinels far below the others cost their own bytes, and no bits of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Window(NamedTuple):
    """What is packed, and the bits that the vector takes behind its header."""

    frame: int
    width: int
    bits: int


def choose_window(integers: Sequence[int], size: int) -> Window:
    """The smallest for integers of `size` bytes; of equal ones that with fewer exceptions, then with the lower frame."""
    rising = sorted(integers)
    count = len(rising)
    exception = 16 + 8 * size
    width = (rising[-1] - rising[0]).bit_length()
    best = Window(rising[0], width, count * width)
    for narrower in range(width - 1, -1, -1):
        first, many = find_fullest(rising, narrower)
        bits = count * narrower + (count - many) * exception
        if bits < best.bits:
            best = Window(rising[first], narrower, bits)
        if (count - many) * exception >= best.bits:
            break  # narrower windows have no fewer exceptions
    return best


def find_fullest(rising: Sequence[int], width: int) -> tuple[int, int]:
    """The first window of this width that holds most integers: where it begins, and how many."""
    best = first = many = 0
    for end, integer in enumerate(rising):
        while integer - rising[first] >> width:
            first += 1
        if end + 1 - first > many:
            best, many = first, end + 1 - first
    return best, many

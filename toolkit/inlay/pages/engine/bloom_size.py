"""Whether a Bloom filter is as large as its values need, by what a footer says of them, or by the bits that are set in it."""

from __future__ import annotations

from math import comb, exp, inf, log
from typing import Final

from inlay.pages.engine.bloom_filter import BLOCK

PLENTY: Final = 16
"""Bits for each value: fewer than one in a thousand is found by mistake."""

MOST_BITS: Final = 64
"""For each value: above that, a filter is too large."""

LEAST_BYTES: Final = 4096
"""Of a filter: below that, its size does not matter."""

MOST_BY_MISTAKE: Final = 0.1
"""Of all values that are not there: a filter that takes more of them for values is too small."""

_WORDS: Final = 8
_BITS: Final = 32
"""Of a word: a value sets one."""


def is_too_large(
    size: int, values: float, *, bits: float = MOST_BITS, least: float = LEAST_BYTES
) -> bool:
    """Of `size` bytes, with so many distinct values at the most."""
    return size >= least and 8 * size > bits * values


def estimate_held(size: int, bits_set: int) -> float:
    """How many different values have been added to `size` bytes: of a block with n of them, each bit is still clear with (31/32)^n."""
    total = 8 * size
    clear = total - bits_set
    return -_BITS * size / BLOCK * log(clear / total) if clear else inf


def estimate_mistakes(size: int, held: float) -> float:
    """The share of values that are not there and are taken for values, with so many `held`: with n in its block, a value finds its bit in each
    word set by 1 - (31/32)^n, and n is a Poisson number."""
    in_block = held * BLOCK / size
    share: float = sum(
        (-1.0) ** words * comb(_WORDS, words) * exp(-in_block * (1 - (1 - 1 / _BITS) ** words))
        for words in range(_WORDS + 1)
    )
    return min(max(share, 0.0), 1.0)

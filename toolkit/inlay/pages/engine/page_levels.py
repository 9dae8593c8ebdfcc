"""What the levels of a page say: how often each is there. `native_levels.pyx` counts; `slowly` is the same in Python, and says what is
wrong with bytes that are no levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inlay.ground.wording import amounts
from inlay.pages.engine.levels import LevelsError, count_of
from inlay_runtime.core import load_native

_native: Any = load_native("inlay.pages.engine.native_levels")


def count_levels(levels: bytes | memoryview, count: int, most: int) -> list[int]:
    """How many of `count` levels are 0, 1 and so on up to `most`. Raises LevelsError."""
    if most == 0:
        return [count]
    counted: list[int] | None = None
    if _native is not None:
        counted = _native.count_levels(levels, count, most)
    return counted if counted is not None else count_slowly(bytes(levels), count, most)


def add_levels(histograms: Sequence[list[int]]) -> list[int]:
    """Of all pages together."""
    return [sum(counts) for counts in zip(*histograms, strict=True)]


def count_slowly(levels: bytes, count: int, most: int) -> list[int]:
    counts = [count_of(level, levels, count, most) for level in range(most + 1)]
    if (missing := count - sum(counts)) > 0:
        raise LevelsError(
            f"{amounts.count(missing, 'level')} above {most}, which is the highest", 0
        )
    return counts

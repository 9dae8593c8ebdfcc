"""How far a plan has come, or a walk over the pages of a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inlay.pages.engine.walk import ReadAt

Progress = Callable[[int], None]
"""Told how many bytes of the source are done."""


def tell_of_reads(read: ReadAt, progress: Progress) -> ReadAt:
    """The same, told how far: for what reads a file in its order."""

    def watched(offset: int, size: int, /) -> bytes | memoryview:
        progress(offset)
        return read(offset, size)

    return watched


def ignore_progress(_done: int) -> None:
    """Nobody watches."""

"""How far a verb has come: first with the footers of its sources, then with the bytes of its outputs."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeAlias


class Stage(Enum):
    FOOTERS = "footers"
    """Files whose footers were read."""

    BYTES = "bytes"
    """Bytes that were written."""


PartsProgress: TypeAlias = Callable[[Stage, int, int], None]
"""Told how much of how many is done in a stage."""


def ignore_stages(_stage: Stage, _done: int, _total: int) -> None:
    """Nobody watches."""


def tell_of_one(progress: PartsProgress, before: int, total: int) -> PartsProgress:
    """What one of several files tells: `before` bytes were written of others, and there are `total` in all of them."""
    return lambda stage, done, _: progress(stage, before + done, total)

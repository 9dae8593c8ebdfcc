"""How far `rewrite` has come: with the footers of its sources, then with the rows that are written, then with those that are compared."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeAlias


class RewriteStage(Enum):
    FOOTERS = "footers"
    """Files whose footers were read."""

    WRITTEN = "written"
    """Rows of the new file."""

    COMPARED = "compared"
    """Rows that were read from both, and are equal."""


RewriteProgress: TypeAlias = Callable[[RewriteStage, int, int], None]
"""Told how much of how many is done in a stage."""


def ignore_progress(_stage: RewriteStage, _done: int, _total: int) -> None:
    """Nobody watches."""

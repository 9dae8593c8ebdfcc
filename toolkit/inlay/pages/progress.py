"""How far a plan has come."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int], None]
"""Told how many bytes of the source are done."""


def ignore_progress(_done: int) -> None:
    """Nobody watches."""

"""When two names are one: as they are written, or without what only a style adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from inlayc.model.schema import Module

Spelling: TypeAlias = Callable[[str], str]
"""What names are compared by."""


def fold(name: str) -> str:
    """The name without letter case and underscores."""
    return name.replace("_", "").casefold()


def choose_spelling(a: Iterable[Module], b: Iterable[Module]) -> Spelling:
    """Each dialect has a style of its own; within one, another spelling is another name."""
    ours, theirs = {module.dialect for module in a}, {module.dialect for module in b}
    return str if ours <= theirs or theirs <= ours else fold

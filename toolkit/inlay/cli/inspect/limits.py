"""How much of a large file is shown unless everything is asked for: about a screen."""

from __future__ import annotations

from typing import Final

from inlay_runtime.frozen import Frozen

UNLIMITED: Final = 1 << 62


class ReportLimits(Frozen):
    """Most schema elements; most columns of one row group; most lines of tables of all row groups (the
    first is always shown); most lines of any other list; the deepest schema element."""

    schema: int = 24
    columns: int = 16
    chunks: int = 24
    lines: int = 8
    depth: int = 60
    """Kept with `--all` too: guides of a tree that is deeper would be most of the output."""


SCREEN: Final = ReportLimits()
EVERYTHING: Final = ReportLimits(UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED)


def tell_more(count: int, noun: str, plural: str = "") -> str:
    """What is left out, and how to see it."""
    shown = noun if count == 1 else plural or noun + "s"
    return f"... and {count:,} more {shown} (use --all)"

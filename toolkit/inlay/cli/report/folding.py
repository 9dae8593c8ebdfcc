"""Lines that are too long for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from inlay.cli.report.words import Words

if TYPE_CHECKING:
    from rich.console import Console


def fold_line(words: Words, width: int) -> Iterator[Words]:
    """The lines that they take, in their styles: broken between words that are short enough."""
    from rich.text import Text

    console = _any_console()
    for line in Text.assemble(*words.parts).wrap(console, width, overflow="fold"):
        parts = Words("")
        for part in line.render(console):
            parts.append(part.text, str(part.style or ""))
        yield parts


@cache
def _any_console() -> Console:
    """Rich asks for one, and then for nothing that depends on it."""
    from rich.console import Console

    return Console()

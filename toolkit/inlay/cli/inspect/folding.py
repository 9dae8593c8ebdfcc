"""Lines that are too long for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from inlay.cli.inspect.words import Listing, Words

if TYPE_CHECKING:
    from rich.console import Console


def fold_line(words: Words, width: int) -> Iterator[Words]:
    """The lines that they take, in their styles: broken between words that are short enough."""
    if isinstance(words, Listing):
        for items in _break_list(words, width):
            yield from fold_line(items, width)
        return
    from rich.text import Text

    console = _any_console()
    for line in Text.assemble(*words.parts).wrap(console, width, overflow="fold"):
        parts = Words("")
        for part in line.render(console):
            parts.append(part.text, str(part.style or ""))
        yield parts


def _break_list(words: Listing, width: int) -> Iterator[Words]:
    """An item that is too long by itself has a line that is too long."""
    ((text, style),) = words.parts
    *items, last = text.split(", ")
    line = ""
    for item in [*(f"{item}," for item in items), last]:
        longer = f"{line} {item}" if line else item
        if line and len(longer) > width:
            yield Words(line, style)
            longer = item
        line = longer
    yield Words(line, style)


@cache
def _any_console() -> Console:
    """Rich asks for one, and then for nothing that depends on it."""
    from rich.console import Console

    return Console()

"""What the terminal is like: its width, and whether it is shown colours (`--color`, NO_COLOR)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.segment import Segment

NOT_A_TERMINAL: Final = 10_000
"""The width where nobody looks: lines are never broken, so that they can be searched and compared."""

_AT_ONCE: Final = 200


def console_of() -> Console:
    """Of standard output. Without colours there are no other styles either: rich keeps bold and dim under NO_COLOR."""
    from rich.console import Console

    wanted = wants_color()
    console = Console(highlight=False, force_terminal=True if wanted else None)
    if not console.is_terminal:
        return Console(highlight=False, width=NOT_A_TERMINAL)
    if wanted is False:
        return Console(highlight=False, color_system=None)
    return console


def wants_color() -> bool | None:
    """What `--color` or NO_COLOR say; None where neither does, and the terminal decides."""
    context = click.get_current_context(silent=True)
    if context is not None and context.color is not None:
        return context.color
    return False if os.environ.get("NO_COLOR") else None


def lines_of(lines: Iterable[list[Segment]], console: Console) -> Iterator[str]:
    """Their text, a few hundred after the other. There are no blanks at the ends of lines."""
    from rich.segment import Segment, Segments

    rest = iter(lines)
    while batch := list(islice(rest, _AT_ONCE)):
        segments = [segment for line in batch for segment in (*line, Segment.line())]
        with console.capture() as captured:
            console.print(Segments(segments), end="", crop=False)
        yield "".join(line.rstrip() + "\n" for line in captured.get().splitlines())

"""What the terminal is like: its width, and whether it is shown colours (`--color`, NO_COLOR)."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console

    from inlay.cli.inspect.words import Part

NOT_A_TERMINAL: Final = 10_000
"""The width where nobody looks: lines are never broken, so that they can be searched and compared."""

_AT_ONCE: Final = 200

_TAKEN_FOR_A_TERMINAL: Final = frozenset({"FORCE_COLOR", "TTY_COMPATIBLE"})
"""Variables by which rich is told that something else is a terminal, too."""

_WANTED: Final = ContextVar[bool | None]("color", default=None)


def console_of() -> Console | None:
    """Of standard output; None if it is not a terminal, and nothing is said that would make rich take it for one.

    Without colours there are no other styles either: rich keeps bold and dim under NO_COLOR.
    """
    wanted = wants_color()
    if not _may_be_a_terminal():
        return None
    from rich.console import Console

    console = Console(highlight=False, force_terminal=True if wanted else None)
    if not console.is_terminal:
        return None
    if wanted is False:
        return Console(highlight=False, color_system=None)
    return console


@contextmanager
def use_color(wanted: bool | None) -> Generator[None]:
    """What `--color` says holds within; None leaves it to NO_COLOR and the terminal."""
    token = _WANTED.set(wanted)
    try:
        yield
    finally:
        _WANTED.reset(token)


def wants_color() -> bool | None:
    """What `--color` or NO_COLOR say; None where neither does, and the terminal decides."""
    wanted = _WANTED.get()
    if wanted is not None:
        return wanted
    return False if os.environ.get("NO_COLOR") else None


def width_of(console: Console | None) -> int:
    return console.width if console is not None else NOT_A_TERMINAL


def fold_line(line: str) -> str:
    """The line as it fits the terminal: it goes on below its text, and no word is broken. rich is not needed for that."""
    if not _may_be_a_terminal():
        return line
    import shutil

    width = shutil.get_terminal_size().columns
    if len(line) <= width:
        return line
    import re
    import textwrap

    start = re.match(
        r" *(?:\S+ {2,})?", line
    )  # blanks, and perhaps a title with its text beside it
    indent = start.end() if start is not None else 0
    below = " " * (indent if 0 < indent < width // 2 else 2)
    return textwrap.fill(
        line, width, subsequent_indent=below, break_long_words=False, break_on_hyphens=False
    )


def _may_be_a_terminal() -> bool:
    return (
        sys.stdout.isatty()
        or bool(wants_color())
        or any(name in os.environ for name in _TAKEN_FOR_A_TERMINAL)
    )


def lines_of(lines: Iterable[Sequence[Part]], console: Console | None) -> Iterator[str]:
    """Their text, a few hundred after the other. There are no blanks at the ends of lines."""
    rest = iter(lines)
    while batch := list(islice(rest, _AT_ONCE)):
        if console is not None and console.is_terminal:
            yield _styled(batch, console)
        else:
            plain = ("".join(text for text, _ in line).rstrip() for line in batch)
            yield "".join(f"{line}\n" for line in plain)


def _styled(lines: Iterable[Sequence[Part]], console: Console) -> str:
    from rich.segment import Segment, Segments
    from rich.style import Style

    segments: list[Segment] = []
    for line in lines:
        segments += (Segment(text, Style.parse(style)) for text, style in line)
        segments.append(Segment.line())
    with console.capture() as captured:
        console.print(Segments(segments), end="", crop=False)
    return "".join(line.rstrip() + "\n" for line in captured.get().splitlines())

"""An answer as text, for `str`, and as what a notebook shows: the lines that the command prints."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from inlay.ground.wording.printable import escape_unprintable


def join_lines(lines: Iterable[str]) -> str:
    """What is not printable is escaped, as on a terminal."""
    return "\n".join(map(escape_unprintable, lines))


def format_html(lines: Iterable[str]) -> str:
    """The same for a notebook, with nothing from outside."""
    return f"<pre>{escape(join_lines(lines))}</pre>"

"""How the commands print: whatever stands in a file, or in its name, is nothing but text to a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable

import click


def show_text(text: str, *, error: bool = False, paint: Callable[[str], str] = str) -> None:
    """Prints lines; `paint` colours what is safe."""
    whole = text if not text or text.endswith("\n") else f"{text}\n"
    click.echo(paint(_escape_lines(whole)), err=error, nl=False)


def show_line(text: str, *, error: bool = False) -> None:
    """Prints one line, also where a name in it has line ends."""
    from inlayc.base.printable import escape_unprintable

    click.echo(escape_unprintable(text), err=error)


def show_json(text: str) -> None:
    """Prints what `json.dumps` has made: it leaves one control character as it is."""
    click.echo(text.replace("\x7f", "\\u007f"), nl=not text.endswith("\n"))


def _escape_lines(text: str) -> str:
    from inlayc.base.printable import escape_unprintable

    return re.sub(r"[^\n\t]+", lambda match: escape_unprintable(match[0]), text)

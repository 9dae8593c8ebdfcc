"""How commands print what they found and what they did."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import click

from inlay.wording.printable import printable

if TYPE_CHECKING:
    from rich.console import JustifyMethod
    from rich.table import Table

    from inlay.cli.report.json_values import Json

NOT_A_TERMINAL: Final = 10_000
"""The width where nobody looks: lines are never broken, so that they can be searched and compared."""


def show_table(titles: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str]) -> None:
    """Columns whose titles are in `right` are flush right; what is not printable is escaped.

    Rows that fit the width are put together here: to lay them out takes rich half a millisecond each.
    """
    from rich.console import Console
    from rich.text import Text

    cells = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(titles, *cells, strict=True)]
    terminal = Console(highlight=False)
    console = terminal if terminal.is_terminal else Console(highlight=False, width=NOT_A_TERMINAL)
    fits = sum(widths) + len(_GAP) * len(widths) <= console.width
    table = _empty_table(titles, right, widths if fits else None)
    for row in [] if fits else cells:
        table.add_row(*map(Text, row))
    with console.capture() as captured:
        console.print(table)
    lines = captured.get().splitlines()
    if fits:
        flush = [title in right for title in titles]
        lines += [_GAP.join(map(_padded, row, widths, flush)) for row in cells]
    _write("".join(line.rstrip() + "\n" for line in lines))


_GAP: Final = "  "


def _empty_table(
    titles: Sequence[str], right: Sequence[str], widths: Sequence[int] | None
) -> Table:
    """Its titles; as wide as it has to be, without `widths`."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, len(_GAP), 0, 0))
    for at, title in enumerate(titles):
        width = None if widths is None else widths[at]
        justify: JustifyMethod = "right" if title in right else "left"
        table.add_column(title, overflow="fold", header_style="dim", width=width, justify=justify)
    return table


def _width(text: str) -> int:
    """Of its letters on the screen, some of which are two wide."""
    from rich.cells import cell_len

    return len(text) if text.isascii() else cell_len(text)


def _padded(text: str, width: int, is_right: bool) -> str:
    text = text.rstrip() if is_right else text  # as rich has it
    space = " " * (width - _width(text))
    return space + text if is_right else text + space


def show_line(line: str) -> None:
    _write(printable(line) + "\n")


def show_json(document: Json, *, in_line: bool = False) -> None:
    """`in_line` for one of several documents, each on a line."""
    from inlay.cli.report.json_values import format_json

    sys.stdout.write(format_json(document, in_line=in_line) + "\n")


def warn(message: str) -> None:
    click.echo(f"warning: {printable(message)}", err=True)


def _write(text: str) -> None:
    # Names may have characters that the encoding of the terminal lacks.
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))

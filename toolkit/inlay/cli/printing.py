"""How commands print what they found and what they did."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import click

from inlay.wording.printable import printable

if TYPE_CHECKING:
    from inlay.cli.report.json_values import Json

NOT_A_TERMINAL: Final = 10_000
"""The width where nobody looks: lines are never broken, so that they can be searched and compared."""


def show_table(titles: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str]) -> None:
    """Columns whose titles are in `right` are flush right; what is not printable is escaped."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in titles:
        table.add_column(title, overflow="fold", header_style="dim")
        if title in right:
            table.columns[-1].justify = "right"
    for row in rows:
        table.add_row(*[Text(printable(cell)) for cell in row])
    terminal = Console(highlight=False)
    console = terminal if terminal.is_terminal else Console(highlight=False, width=NOT_A_TERMINAL)
    with console.capture() as captured:
        console.print(table)
    _write("".join(line.rstrip() + "\n" for line in captured.get().splitlines()))


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

"""How commands print what they found and what they did."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from inlay.cli.progress import LAST_LINE, PRINTING
from inlay.ground.wording.printable import escape_unprintable

if TYPE_CHECKING:
    from inlay.ground.documents.pieces import StreamedJson

LEAST: Final = 24
"""Cells for text that goes on in further lines."""


def show_table(
    titles: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Sequence[str],
    *,
    goes: Sequence[str] = (),
    folds: Sequence[str] = (),
    cuts: Sequence[str] = (),
) -> None:
    """The first column names the rows; those whose titles are in `right` are flush right. What is not printable is escaped.

    On a narrow terminal, `goes` are left out, in this order, the texts of `folds` go on in further lines, and those of
    `cuts` end in dots.
    """
    from inlay.cli.inspect.fitted_table import FittedTable, cut_text
    from inlay.cli.inspect.fitting import Facet
    from inlay.cli.terminal import console_of, lines_of, width_of

    cells = [[escape_unprintable(cell) for cell in row] for row in rows]
    facets = [
        Facet(
            title,
            [row[at] for row in cells],
            title in right,
            least=LEAST * (title in folds or title in cuts),
            cut=cut_text if title in cuts else None,
        )
        for at, title in enumerate(titles)
    ]
    table = FittedTable(facets, len(cells), goes, name_style="")
    console = console_of()
    for text in lines_of(table.lines(width_of(console)), console):
        write(text)


def show_line(line: str, *, is_copied: bool = False) -> None:
    """A sentence, which a terminal has in lines that fit; what people or programs copy is in one line (`is_copied`)."""
    from inlay.cli.terminal import fold_line

    text = escape_unprintable(line)
    write((text if is_copied else fold_line(text)) + "\n")


def show_json(document: StreamedJson, *, in_line: bool = False) -> None:
    """`in_line` for one of several documents, each on a line."""
    from inlay.ground.documents.pieces import format_pieces

    for text in format_pieces(document, in_line=in_line):
        write(text)
    write("\n")


def warn(message: str) -> None:
    LAST_LINE.clear()
    print(f"warning: {escape_unprintable(message)}", file=sys.stderr)


def write(text: str) -> None:
    """To standard output."""
    LAST_LINE.begin_step(PRINTING)
    LAST_LINE.clear()
    if not text.isascii():
        # Names may have characters that the encoding of the terminal lacks.
        encoding = sys.stdout.encoding or "utf-8"
        text = text.encode(encoding, "backslashreplace").decode(encoding)
    sys.stdout.write(text)

"""The part of docs/reader_matrix.md that says what reader_matrix.json says: a table for each section."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.readers.document import table
from tests.readers.exceptions import join_rows, name_exceptions
from tests.readers.measuring import SEVERAL
from tests.readers.page.render import share_of
from tests.readers.record import Part, Row
from tests.readers.sections import SECTIONS
from tests.readers.verdict import NOT_ASKED, Cell

PLAIN: Final = ("right", "used", "noticed", "ignored", "yes", "no")
DASH: Final = "-"


def features(record: Sequence[Part]) -> str:
    """Of the sections that have no table of their own in the document."""
    parts = [part for part in record if part.name not in SEVERAL]
    asked = [part for part in parts if part.name != "writers"]
    readers = list(dict.fromkeys(reader for part in asked for reader in part.versions))
    shares = [
        [SECTIONS[part.name].title, *(_share(part, reader) for reader in readers)] for part in asked
    ]
    return "\n\n".join(
        ["### Rows that are right", table(["", *readers], shares), *map(_section, parts)]
    )


def _section(part: Part) -> str:
    section = SECTIONS[part.name]
    shown = [row for row in part.rows if not _is_all_right(row)]
    left_out = len(part.rows) - len(shown)
    more = (
        f" Every reader is right in {left_out} of {len(part.rows)} rows, which are not listed."
        if left_out
        else ""
    )
    rows = [
        (
            row.name,
            name_exceptions(
                {name: _word(row.cells.get(name, NOT_ASKED)) for name in part.versions}
            ),
        )
        for row in shown
    ]
    whose = "writers" if part.name == "writers" else "readers"
    about = section.about.replace(". ", ".\n")
    measured = f"Measured on {part.date}.{more}"
    return f"### {section.title}\n\n{about}\n{measured}\n\n{table(['', whose], join_rows(rows))}"


def _share(part: Part, reader: str) -> str:
    return share_of(part, reader)[0].replace(" of ", "/") or DASH


def _is_all_right(row: Row) -> bool:
    return all(cell.verdict == "right" for cell in row.cells.values())


def _word(cell: Cell) -> str:
    if cell == NOT_ASKED:
        return NOT_ASKED.verdict
    if cell.verdict == "says":
        return cell.text.replace("|", "/")
    return cell.verdict if cell.verdict in PLAIN else f"**{cell.verdict}**"

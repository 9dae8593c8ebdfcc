"""The page: an overview, a table for each section, and the evidence of the cell that is chosen.

The tables are HTML, so that they are there without a script and on paper; the script finds evidence by the place of a cell, in
the document that the page carries.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from inlay.ground.wording.page import NO_NETWORK, render_shell
from tests.readers.record import Part, Row, to_json
from tests.readers.sections import SECTIONS
from tests.readers.verdict import NOT_ASKED, WORDS, Cell

ASSETS: Final = Path(__file__).parent
GOOD: Final = ("right", "used", "noticed", "yes")
LABELS: Final = {"not asked": "\u2013"}


def render_page(record: Sequence[Part]) -> str:
    script = (ASSETS / "page.js").read_text(encoding="utf-8")
    style = (ASSETS / "page.css").read_text(encoding="utf-8")
    given = to_json(record).replace("<", "\\u003c")  # in a script, `<` could end it
    days = sorted({part.date for part in record})
    dates = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    rows = sum(len(part.rows) for part in record)
    cells = sum(len(row.cells) for part in record for row in part.rows)
    body = [
        f"<header><h1>Who reads and writes what of Parquet</h1><span>{rows:,} rows, {cells:,} cells, measured {dates}</span>",
        _controls(),
        "</header><main tabindex=-1>",
        _overview(record),
        *map(_section, record),
        "</main>",
        '<aside id="evidence" aria-live="polite" hidden></aside>',
        f'<script type="application/json" id="given">{given}</script>',
        f"<script>{script}</script>",
    ]
    return render_shell("Who reads and writes what of Parquet", style, "".join(body), NO_NETWORK)


def _controls() -> str:
    chips = "".join(
        f'<button class="chip {class_of(word)}" data-verdict="{word}" aria-pressed="false" title="{escape(meaning)}">{word}</button>'
        for word, meaning in WORDS.items()
        if word != "says"
    )
    return (
        '<div id="controls"><input id="search" type="search" placeholder="a row, a reader, a message" aria-label="Search">'
        f'<span id="verdicts">{chips}</span>'
        '<button id="differing" aria-pressed="false">rows that differ</button>'
        '<details id="columns"><summary>readers</summary><div></div></details>'
        '<button id="theme">dark or light</button></div>'
        '<p class="keys">Click a cell, or move with the arrow keys, for its evidence. '
        "<kbd>/</kbd> searches, <kbd>Esc</kbd> closes.</p>"
    )


def _overview(record: Sequence[Part]) -> str:
    """Of each section and reader, how many rows went well."""
    readers = list(
        dict.fromkeys(name for part in record if part.name != "writers" for name in part.versions)
    )
    head = "".join(f"<th scope=col>{escape(reader)}</th>" for reader in readers)
    rows = "".join(
        f'<tr><th scope=row><a href="#{part.name}">{SECTIONS[part.name].title}</a></th>'
        f'{"".join(_share(part, reader) for reader in readers)}</tr>'
        for part in record
        if part.name != "writers"
    )
    return (
        '<section id="overview"><h2>Overview</h2><p>How many rows are right; of the indexes, how many are used; of the invalid files, how many are treated as they must be. '
        '<a href="#writers">Who writes what</a> is below.</p>'
        f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table></section>"
    )


def share_of(part: Part, reader: str) -> tuple[str, int]:
    """In how many of the rows that a reader was asked it did well, in words and in percent; no words where there is none. Of
    the invalid files, how many."""
    asked = [row for row in part.rows if row.cells.get(reader, NOT_ASKED) != NOT_ASKED]
    if not asked:
        return "", 0
    cells = [row.cells[reader] for row in asked]
    if part.name == "invalid":  # a row is many files, which have nothing in common but their place
        every = sum(row.files for row in asked)
        good = sum(
            row.files if cell.verdict == "right" else cell.good
            for row, cell in zip(asked, cells, strict=True)
        )
    else:
        every, good = len(asked), sum(cell.verdict in GOOD for cell in cells)
    return f"{good} of {every}", round(100 * good / every)


def _share(part: Part, reader: str) -> str:
    words, percent = share_of(part, reader)
    if not words:
        return f"<td>{LABELS['not asked']}</td>"
    return f'<td class=share style="--part:{percent}%">{words}</td>'


def _section(part: Part) -> str:
    section = SECTIONS[part.name]
    head = "".join(
        f"<th scope=col>{escape(reader)}<small>{escape(version.partition(',')[0])}</small></th>"
        for reader, version in part.versions.items()
    )
    rows = "".join(_row(part, row) for row in part.rows)
    return (
        f'<section id="{part.name}" data-part><h2>{section.title}</h2><p>{escape(section.about)}</p>'
        f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table></section>"
    )


def _row(part: Part, row: Row) -> str:
    cells = "".join(_cell(row.cells.get(reader, NOT_ASKED)) for reader in part.versions)
    return f"<tr><th scope=row>{escape(row.name.replace('`', ''))}</th>{cells}</tr>"


def _cell(cell: Cell) -> str:
    shown = cell.text if cell.verdict == "says" else LABELS.get(cell.verdict, cell.verdict)
    return f"<td class={class_of(cell.verdict)}>{escape(shown)}</td>"


def class_of(verdict: str) -> str:
    return verdict.replace(" ", "-")

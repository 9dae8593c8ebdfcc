"""What the page begins with: each finding with what to do about it, whose files it is about, and an example."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from inlay.ground.wording.printable import escape_unprintable, shorten
from inlay.verbs.report.findings import WHAT_TO_DO
from inlay.verbs.report.query import Answer, Cell
from inlay.verbs.report.shown_cells import format_cell

_WRITERS: Final = 3
"""That are named with a finding; `findings_by_writer` has all of them."""

_LONGEST: Final = 120
_CODE: Final = re.compile("`([^`]*)`")

STYLE: Final = """
ol.to-do { padding-left: 1.4rem; } ol.to-do li { margin: .9rem 0; } ol.to-do p { margin: .15rem 0; }
ol.to-do .about { opacity: .75; overflow-wrap: anywhere; } .lead { font-size: 16px; }
code { background: color-mix(in srgb, var(--line) 45%, transparent); padding: .05rem .25rem; border-radius: 3px; }
"""


def render_lead(overview: Answer) -> str:
    """What there is, in one line; nothing where no file could be read."""
    if not overview.rows:
        return ""
    shown = {
        column: format_cell(column, value) or "unknown"
        for column, value in zip(overview.columns, overview.rows[0], strict=True)
    }
    if shown["files"] == "0":
        return '<p class="lead">No Parquet files that can be read.</p>'
    files, rows, groups = (
        f"{shown[column]} {noun}" if shown[column] == "1" else f"{shown[column]} {noun}s"
        for column, noun in (("files", "file"), ("rows", "row"), ("row_groups", "row group"))
    )
    return (
        f'<p class="lead">{files} that can be read, {shown["bytes"]}: {rows} in '
        f"{groups}; footers {shown['footer_bytes']} ({shown['footer_percent']}).</p>"
    )


def render_to_do(findings: Answer, by_writer: Answer) -> str:
    writers: dict[str, list[Mapping[str, Cell]]] = {}
    for row in _named(by_writer):
        writers.setdefault(str(row["finding"]), []).append(row)
    items = [_item(row, writers.get(str(row["finding"]), [])) for row in _named(findings)]
    return f'<ol class="to-do">{"".join(items)}</ol>'


def _named(answer: Answer) -> list[Mapping[str, Cell]]:
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def _item(row: Mapping[str, Cell], writers: Sequence[Mapping[str, Cell]]) -> str:
    name = str(row["finding"])
    advice = _CODE.sub(r"<code>\1</code>", escape(WHAT_TO_DO[name], quote=False))
    about = [f"e.g. {_text(row['example'])}"]
    if writers:
        named = [f"{_text(each['writer'])} {_share(each)}" for each in writers[:_WRITERS]]
        more = len(writers) - _WRITERS
        rest = [f'<a href="#findings_by_writer">{more:,} more</a>'] if more > 0 else []
        about.insert(0, f"by writer: {'; '.join([*named, *rest])}")
    return (
        f"<li><p><strong>{escape(name)}</strong>: {_share(row)} ({format_cell('percent', row['percent'])})</p>"
        f'<p>{advice}</p>{"".join(f"""<p class="about">{each}</p>""" for each in about)}</li>'
    )


def _share(row: Mapping[str, Cell]) -> str:
    return f"{format_cell('affected', row['affected'])} of {format_cell('total', row['total'])}"


def _text(value: Cell) -> str:
    return escape(shorten(escape_unprintable(str(value)), _LONGEST))

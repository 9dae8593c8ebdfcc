"""The page: every query with its answer, in one HTML file that needs nothing else.

Names, keys and messages come from files, so whatever is shown is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.ground.wording.page import REPORT, render_shell
from inlay.ground.wording.printable import escape_unprintable, shorten
from inlay.verbs.report.charts import Bar, draw_bars
from inlay.verbs.report.drift_map import STYLE as DRIFT
from inlay.verbs.report.drift_map import draw_drift
from inlay.verbs.report.pictures import draw_chunk_sizes, draw_column_sizes, draw_folders
from inlay.verbs.report.queries import QUERIES
from inlay.verbs.report.query import Answer, Cell, Query
from inlay.verbs.report.shown_cells import format_cell, is_number, title_of
from inlay.verbs.report.shown_paths import find_above, strip_folder
from inlay.verbs.report.to_do import STYLE as TO_DO
from inlay.verbs.report.to_do import render_lead, render_to_do

STYLE: Final = """
th, td { padding: .15rem .8rem .15rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
td, th { white-space: nowrap; } td.long { min-width: 14rem; max-width: 32rem; white-space: normal; overflow-wrap: anywhere; }
tbody tr:hover { background: color-mix(in srgb, var(--line) 45%, transparent); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
svg rect { fill: var(--s0); }
pre { background: color-mix(in srgb, var(--line) 35%, transparent); padding: .6rem; overflow-x: auto; }
summary { opacity: .7; margin-top: .3rem; }
"""


_MOST_BARS: Final = 12
_OPEN_ROWS: Final = 8
"""What follows is folded away, unless it is one row or two."""

_MOST_ROWS: Final = 300
_SHORT: Final = 24
"""Characters of a cell that needs no width of its own."""

_LONGEST_CELL: Final = 300
_NOTHING: Final = {
    "findings": "Nothing to complain about.",
    "findings_by_writer": "None.",
    "drift": "None.",
    "problems": "None: every file could be read.",
    "drifting_columns": "None.",
}


def render_page(title: str, answers: Mapping[str, Answer]) -> str:
    """HTML with a section for each query; `answers` has them all, by name."""
    above = find_above(answers.values())
    answers = {name: strip_folder(answer, above) for name, answer in answers.items()}
    sections = [_section(query, answers) for query in QUERIES]
    links = "".join(
        f'<a href="#{query.name}">{escape(query.title)}</a> '
        for query in QUERIES
        if answers[query.name].rows
    )
    heading = escape(escape_unprintable(title))
    lead = render_lead(answers["overview"])
    return render_shell(
        escape_unprintable(title),
        REPORT + STYLE + TO_DO + DRIFT,
        f"<h1>{heading}</h1>{lead}<nav>{links}</nav>{''.join(sections)}",
    )


def _section(query: Query, answers: Mapping[str, Answer]) -> str:
    answer = answers[query.name]
    body = f"<p>{_NOTHING.get(query.name, 'Nothing.')}</p>"
    if answer.rows and query.name == "findings":
        body = render_to_do(answer, answers["findings_by_writer"])
    elif answer.rows:
        draw = _DRAWN.get(query.name)
        drawn = draw(answer) if draw else _chart(query, answer)
        body = (f'<div class="drawing">{drawn}</div>' if drawn else "") + _tables(answer)
    return (
        f'<section id="{query.name}"><h2>{escape(query.title)}</h2>{body}'
        f'<details class="sql"><summary>SQL</summary><pre>{escape(query.sql.strip())}</pre></details></section>'
    )


_DRAWN: Final = {
    "drift": draw_drift,
    "chunk_sizes": draw_chunk_sizes,
    "folders": draw_folders,
    "column_sizes": draw_column_sizes,
}
"""What is more than bars."""


def _chart(query: Query, answer: Answer) -> str:
    if not query.label or len(answer.rows) == 1:
        return ""
    label, value = answer.columns.index(query.label), answer.columns.index(query.value)
    drawn = [
        Bar(
            escape_unprintable(format_cell(query.label, row[label])),
            _number(row[value]),
            format_cell(query.value, row[value]),
        )
        for row in answer.rows[:_MOST_BARS]
    ]
    return draw_bars(f"{query.title}: {title_of(query.value)}", drawn)


def _number(value: Cell) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _tables(answer: Answer) -> str:
    """The first rows, and the others behind a click."""
    rows = answer.rows
    if len(rows) <= _OPEN_ROWS + 2:
        return _table(answer.columns, rows)
    rest = rows[_OPEN_ROWS:_MOST_ROWS]
    more = (
        f"<p>{count(len(rows) - _MOST_ROWS, 'row is', 'rows are')} left out here.</p>"
        if len(rows) > _MOST_ROWS
        else ""
    )
    return (
        f"{_table(answer.columns, rows[:_OPEN_ROWS])}"
        f"<details><summary>{len(rows) - _OPEN_ROWS:,} more</summary>{_table(answer.columns, rest)}{more}</details>"
    )


def _table(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    numeric = [any(is_number(row[at]) for row in rows) for at in range(len(columns))]
    head = "".join(
        f"<th{_CLASS[is_numeric]}>{escape(title_of(name))}</th>"
        for name, is_numeric in zip(columns, numeric, strict=True)
    )
    body = "".join(f"<tr>{''.join(map(_cell, columns, row, numeric))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


_CLASS: Final = {True: ' class="number"', False: ""}


def _cell(column: str, value: Cell, is_numeric: bool) -> str:
    """A size has its exact number in the tooltip."""
    text = shorten(format_cell(column, value), _LONGEST_CELL)
    exact = f' title="{value:,}"' if isinstance(value, int) and is_numeric else ""
    if not is_numeric and len(text) > _SHORT:
        return f'<td class="long">{escape(text)}</td>'
    return f"<td{_CLASS[is_numeric]}{exact}>{escape(text)}</td>"

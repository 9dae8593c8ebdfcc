"""The report: every query with its answer, in one HTML file that needs nothing else.

Names, keys and messages come from files, so whatever is shown is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

from inlay.wording.printable import printable, shorten
from inlay_spark.catalog.charts import bars
from inlay_spark.catalog.queries import QUERIES, Query, answer, rows_of
from inlay_spark.catalog.views import open_catalog

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MOST_BARS: Final = 20
LONGEST_CELL: Final = 300

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2430; --paper: #fff; --line: #d9dee6; --bar: #4a7fb5; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #dfe5ee; --paper: #14181f; --line: #333c49; --bar: #6aa0d8; }
}
body { font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
       max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
svg { max-width: 100%; height: auto; margin: .5rem 0; }
svg text { fill: var(--ink); font-size: 12px; } svg rect { fill: var(--bar); }
pre { background: color-mix(in srgb, var(--line) 35%, transparent); padding: .6rem; overflow-x: auto; }
summary { cursor: pointer; opacity: .7; } nav a { margin-right: .8rem; }
"""


def report(spark: SparkSession, directory: str) -> str:
    """The HTML. Raises CatalogError for a directory in which there is no catalog."""
    tables = open_catalog(spark, directory)
    # Nothing is cached: each query reads a few columns, and the tables of a lake have many.
    sections = [_section(query, *rows_of(answer(spark, tables, query))) for query in QUERIES]
    links = "".join(f'<a href="#{query.name}">{escape(query.title)}</a> ' for query in QUERIES)
    title = f"Catalog of {directory}"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
        f"<h1>{escape(title)}</h1><nav>{links}</nav>{''.join(sections)}</body></html>\n"
    )


def _section(query: Query, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    shown = "<p>Nothing.</p>"
    if rows:
        shown = _chart(query, columns, rows) + _table(columns, rows)
    return (
        f'<section id="{query.name}"><h2>{escape(query.title)}</h2>{shown}'
        f"<details><summary>SQL</summary><pre>{escape(query.sql.strip())}</pre></details></section>"
    )


def _chart(query: Query, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    if not query.label:
        return ""
    label, value = columns.index(query.label), columns.index(query.value)
    drawn = [(printable(str(row[label])), float(row[value] or 0)) for row in rows[:MOST_BARS]]
    return bars(f"{query.title}: {query.value}", drawn)


def _table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    match value:
        case None:
            return "<td></td>"
        case bool():
            return f"<td>{'yes' if value else 'no'}</td>"
        case int():
            return f'<td class="number">{value:,}</td>'
        case float():
            return f'<td class="number">{value:,.2f}</td>'
        case list():
            return f"<td>{escape(shorten('; '.join(map(str, value)), LONGEST_CELL))}</td>"
        case _:
            return f"<td>{escape(shorten(str(value), LONGEST_CELL))}</td>"

"""The page of a comparison: curves over the projection, bars of the components, tables; it needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from inlay.laboratory.plots import Curve, draw_curves, draw_stacks
from inlay.laboratory.results import ComparedFile, Measured, RemoteStore
from inlay.laboratory.shown import ShownTable, tables_of
from inlay.wording.amounts import count, format_seconds, format_size
from inlay.wording.printable import escape_unprintable

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2430; --paper: #fff; --line: #d9dee6;
  --s0: #1f5fa8; --s1: #c2571a; --s2: #2f8a4b; --s3: #9a3fa0; --s4: #a8862b; --s5: #178a94; --s6: #c23b5a; --s7: #6b7280; }
@media (prefers-color-scheme: dark) { :root { --ink: #dfe5ee; --paper: #14181f; --line: #333c49;
  --s0: #6aa6e8; --s1: #f0955a; --s2: #6cc98a; --s3: #d58ada; --s4: #dcc06a; --s5: #5cc7d0; --s6: #f08099; --s7: #a3abb8; } }
body { font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { overflow-wrap: anywhere; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: .15rem .9rem .15rem 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap;
  font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
svg { max-width: 100%; height: auto; margin: .5rem 0; } svg text { fill: var(--ink); font-size: 12px; }
svg line { stroke: var(--line); } svg polyline { fill: none; stroke-width: 2; }
.bad { font-weight: 600; }
"""
_COLOURS: Final = "".join(
    f"svg rect.s{at}, svg circle.s{at}, svg text.s{at} {{ fill: var(--s{at}); }} "
    f"svg polyline.s{at} {{ stroke: var(--s{at}); }}\n"
    for at in range(8)
)


def render_page(files: Sequence[ComparedFile], store: RemoteStore) -> str:
    """HTML with a section for each file."""
    title = f"Layouts of {count(len(files), 'footer')}"
    sections = "".join(_section(at, file, store) for at, file in enumerate(files, 1))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}{_COLOURS}</style></head><body>"
        f"<h1>{title}</h1>{sections}</body></html>\n"
    )


def _section(at: int, file: ComparedFile, store: RemoteStore) -> str:
    size = f"{count(file.columns, 'column')}, {count(file.row_groups, 'row group')}"
    stacks = {layout.name: layout.components for layout in file.layouts if layout.components}
    sizes = {layout.name: format_size(layout.size) for layout in file.layouts}
    place = f"{format_seconds(store.latency)} of latency and {store.bandwidth / 1e6:g} MB/s"
    return "".join(
        [
            f'<section id="file-{at}">'
            f"<h2>{escape(escape_unprintable(file.path))}</h2><p>{size}</p>",
            "<h3>Bytes by component</h3>",
            draw_stacks("Bytes by component", stacks, sizes),
            "<h3>Placement of some columns: processor time</h3>",
            _curves(file, "Time", lambda answer: answer.seconds),
            f"<h3>The same from a store with {escape(place)}</h3>",
            _curves(file, "Time from a store", lambda answer: answer.modelled),
            *(_table(table) for table in tables_of(file)),
            "</section>",
        ]
    )


def _curves(file: ComparedFile, title: str, measure: Callable[[Measured], float]) -> str:
    curves = [
        Curve(
            layout.name,
            [
                (answer.columns, max(measure(answer), 1e-7))
                for answer in layout.measured
                if answer.columns
            ],
        )
        for layout in file.layouts
    ]
    return draw_curves(title, curves, "columns asked for", "s")


def _table(table: ShownTable) -> str:
    head = "".join(f"<th>{escape(title)}</th>" for title in table.titles)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(escape_unprintable(cell))}</td>' for cell in row)}</tr>"
        for row in table.rows
    )
    return f"<h3>{escape(table.title)}</h3><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

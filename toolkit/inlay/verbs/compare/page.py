"""The page of a comparison: curves over the projection, bars of the components, tables; it needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from inlay.ground.wording.amounts import count, format_seconds, format_size
from inlay.ground.wording.page import REPORT, render_shell, style_of_shapes
from inlay.ground.wording.printable import escape_unprintable
from inlay.ground.wording.stacks import draw_stacks
from inlay.verbs.compare.comparison_tables import ShownTable, tables_of
from inlay.verbs.compare.plots import Curve, draw_curves
from inlay.verbs.compare.results import ComparedFile, Measured, RemoteStore

_STYLE: Final = """
h2 { overflow-wrap: anywhere; }
th, td { padding: .15rem .9rem .15rem 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap;
  font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
svg line { stroke: var(--line); } svg polyline { fill: none; stroke-width: 2; }
.bad { font-weight: 600; }
"""


def render_page(files: Sequence[ComparedFile], store: RemoteStore) -> str:
    """HTML with a section for each file."""
    title = f"Designs of {count(len(files), 'footer')}"
    sections = "".join(_section(at, file, store) for at, file in enumerate(files, 1))
    style = REPORT + _STYLE + style_of_shapes()
    return render_shell(title, style, f"<h1>{title}</h1>{sections}")


def _section(at: int, file: ComparedFile, store: RemoteStore) -> str:
    size = f"{count(file.columns, 'column')}, {count(file.row_groups, 'row group')}"
    stacks = {design.name: design.components for design in file.designs if design.components}
    sizes = {design.name: format_size(design.size) for design in file.designs}
    place = f"{format_seconds(store.latency)} of latency and {store.bandwidth / 1e6:g} MB/s"
    return "".join(
        [
            f'<section id="file-{at}">'
            f"<h2>{escape(escape_unprintable(file.path))}</h2><p>{size}</p>",
            "<h3>Bytes by component</h3>",
            draw_stacks("Bytes by component", stacks, sizes).svg,
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
            design.name,
            [
                (answer.columns, max(measure(answer), 1e-7))
                for answer in design.measured
                if answer.columns
            ],
        )
        for design in file.designs
    ]
    return draw_curves(title, curves, "columns asked for", "s")


def _table(table: ShownTable) -> str:
    head = "".join(f"<th>{escape(title)}</th>" for title in table.titles)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(escape_unprintable(cell))}</td>' for cell in row)}</tr>"
        for row in table.rows
    )
    return f"<h3>{escape(table.title)}</h3><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

"""A file as a picture in SVG: a bar from its first byte to its last, and the largest columns."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Final

from inlay.ground.wording.amounts import count, format_share, format_size
from inlay.ground.wording.heat_map import HeatAxis, draw_heat_map, height_of
from inlay.ground.wording.page import style_of_colours, style_of_shapes
from inlay.ground.wording.printable import escape_unprintable, quote_empty, shorten_path
from inlay.ground.wording.stacks import draw_legend, draw_stacks
from inlay.ground.wording.svg import ALONE, begin_svg
from inlay.verbs.layout.bar import cut_into_cells
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import Ledger
from inlay.verbs.layout.purposes import PURPOSES, Purpose
from inlay.verbs.layout.totals import total_by_column

_CELLS: Final = 220
_MOST_COLUMNS: Final = 12
_LONGEST_NAME: Final = 20
_LEGEND: Final = 74
"""Where the legend of the bar begins."""


def draw_picture(ledger: Ledger) -> str:
    """The bar, what its colours mean, and bars of the columns that take most of the file. Names are escaped."""
    columns = [total for total in total_by_column(ledger) if not total.name.startswith("(")]
    largest = columns[:_MOST_COLUMNS]
    names = _choose_names([total.name for total in largest])
    stacks = {
        name: dict(zip(PURPOSES, total.by_purpose, strict=True))
        for name, total in zip(names, largest, strict=True)
    }
    shown = {
        name: f"{format_size(total.size)}, {format_share(total.size, ledger.size)}"
        for name, total in zip(names, largest, strict=True)
    }
    cells = cut_into_cells(ledger, _CELLS)
    legend = draw_legend(_name_shares(ledger, cells), ALONE)
    # The bar has all bytes, so its legend names whatever a column has.
    below = draw_stacks("The largest columns", stacks, shown, ALONE, has_legend=False)
    top = _LEGEND + legend.height + 4
    heat = draw_chunks(ledger)
    bottom = top + below.height
    title = f"{name_file(ledger)}: {format_size(ledger.size)}"
    style = style_of_colours(".inlay-file") + style_of_shapes(".inlay-file")
    font = f".inlay-file text {{ fill: var(--ink); font: {ALONE.font}px system-ui, sans-serif; }} "
    frame = ".inlay-file .frame { fill: none; stroke: var(--line); } .inlay-file .heat { fill: var(--s0); }"
    return "".join(
        [
            begin_svg(
                escape_unprintable(title), ALONE.width, bottom + (height_of(heat) if heat else 0)
            ).replace("<svg ", '<svg class="inlay-file" ', 1),
            f"<style>{style}{font}{frame}</style>",
            *_bar(ledger, cells),
            f'<g transform="translate(0,{_LEGEND})">{legend.svg}</g>',
            f'<g transform="translate(0,{top})">{below.svg}</g>' if below.svg else "",
            f'<g transform="translate(0,{bottom})">{heat}</g>' if heat else "",
            "</svg>",
        ]
    )


def name_file(ledger: Ledger) -> str:
    """Without its folders: a picture is shown to others."""
    return os.path.basename(ledger.file) or ledger.file


def draw_chunks(ledger: Ledger) -> str:
    """Columns down and row groups across, by the bytes of their chunks; nothing where there is one of either."""
    groups = max(ledger.row_group, default=-1) + 1
    if groups < 2 or len(ledger.paths) < 2:
        return ""
    chunks = (
        (column, group, size)
        for kind, column, group, size in zip(
            ledger.kind, ledger.column, ledger.row_group, ledger.length, strict=True
        )
        if kind == OwnerKind.COLUMN_CHUNK and column >= 0 and group >= 0
    )
    return draw_heat_map(
        "Bytes by column and row group",
        HeatAxis("column", [quote_empty(path) for path in ledger.paths]),
        HeatAxis("row group", range(groups)),
        chunks,
        ALONE,
    )


def _choose_names(paths: Sequence[str]) -> list[str]:
    """Short ones; the end of a path tells more than its beginning. Those that are equal then have numbers."""
    short = [shorten_path(path.split("."), _LONGEST_NAME) for path in paths]
    return [
        f"{name} ({short[: at + 1].count(name)})" if short.count(name) > 1 else name
        for at, name in enumerate(short)
    ]


def _name_shares(ledger: Ledger, cells: Sequence[Sequence[int]]) -> list[tuple[int, str]]:
    """What takes bytes, by its number, and how many of all."""
    sizes = [sum(cell[purpose] for cell in cells) for purpose in Purpose]
    return [
        (number, f"{PURPOSES[number]} {format_share(size, ledger.size)}")
        for number, size in enumerate(sizes)
        if size
    ]


def _bar(ledger: Ledger, cells: Sequence[Sequence[int]]) -> Iterator[str]:
    head = f"{name_file(ledger)}  {format_size(ledger.size)}, {ledger.form}"
    yield f'<text x="0" y="14">{escape(ALONE.fit(head))}</text>'
    width = ALONE.width / max(len(cells), 1)
    shown = [max(range(len(cell)), key=cell.__getitem__) for cell in cells]
    at = 0
    for purpose, run in groupby(shown):
        length = len(list(run))
        yield (
            f'<rect class="s{purpose}" x="{at * width:.1f}" y="40" width="{length * width:.1f}" height="26">'
            f"<title>{PURPOSES[purpose]}</title></rect>"
        )
        at += length
    yield from _row_groups(ledger)


def _row_groups(ledger: Ledger) -> Iterator[str]:
    scale = ALONE.width / max(ledger.size, 1)
    rows = (row for row, kind in enumerate(ledger.kind) if kind == OwnerKind.ROW_GROUP)
    for owner in map(ledger.__getitem__, rows):
        x, width = owner.start * scale, owner.size * scale
        title = f"row group {owner.row_group}: {count(owner.size, 'byte')} at {owner.start:,}"
        yield (
            f'<rect class="frame" x="{x:.1f}" y="22" width="{width:.1f}" height="16"><title>{title}</title></rect>'
        )
        names = (f"{noun}{owner.row_group}" for noun in ("row group ", "group ", ""))
        text = next((name for name in names if ALONE.measure(name) <= width - 8), "")
        if text:
            yield f'<text x="{x + 4:.1f}" y="34">{text}</text>'

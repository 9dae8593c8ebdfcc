"""A map of amounts as SVG: things down, things across, and the more there is in a cell the darker it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import log2
from typing import Final, NamedTuple

from inlay.ground.wording.amounts import count, format_size
from inlay.ground.wording.printable import shorten
from inlay.ground.wording.svg import begin_svg

MOST_DOWN: Final = 60
MOST_ACROSS: Final = 200
"""Of more, neighbours are put together."""

_SHADES: Final = 6
_LABEL: Final = 200
_WIDTH: Final = 520
_TOP: Final = 40
_LEGEND: Final = 30
_LONGEST_LABEL: Final = 28


class HeatAxis(NamedTuple):
    """`noun` is what a line or a stack of cells is of; `names` are those of all, in their order; numbers name themselves.

    Where a name already stands for several, `things` is how many there are.
    """

    noun: str
    names: Sequence[str] | range
    things: int = 0


def draw_heat_map(
    title: str, down: HeatAxis, across: HeatAxis, cells: Iterable[tuple[int, int, int]]
) -> str:
    """`cells` are numbers down and across, and bytes. A path for each shade keeps the picture small: of the largest it is 100 KB.

    Nothing where nothing has bytes. Names are escaped.
    """
    rows, columns = _Steps(len(down.names), MOST_DOWN), _Steps(len(across.names), MOST_ACROSS)
    sums: dict[tuple[int, int], int] = {}
    for at, to, size in cells:
        place = rows.step_of(at), columns.step_of(to)
        sums[place] = sums.get(place, 0) + size
    largest = max(sums.values(), default=0)
    if largest <= 0:
        return ""
    line = max(min(18, 720 // rows.number), 10)
    width = min(_WIDTH / columns.number, 40)
    drawn: list[list[str]] = [[] for _ in range(_SHADES)]
    for (row, column), size in sorted(sums.items()):
        if size > 0:
            x, y = _LABEL + column * width, _TOP + row * line
            drawn[_shade_of(size, largest)].append(
                f"M{x:.1f} {y}h{width - min(1, width / 5):.1f}v{line - 1}h-{width - min(1, width / 5):.1f}z"
            )
    height = _TOP + rows.number * line + _LEGEND
    lines = [begin_svg(title, _LABEL + _WIDTH + 40, height)]
    lines += [_label(_LABEL, 14, _describe_axis(across, columns), "start")]
    lines += [_label(_LABEL, _TOP - 6, _name_step(across, columns, 0), "start")]
    if columns.number * width > 200:
        last = _name_step(across, columns, columns.number - 1)
        lines.append(_label(_LABEL + columns.number * width, _TOP - 6, last, "end"))
    for row in range(rows.number):
        y = _TOP + row * line + line - 4
        lines.append(_label(_LABEL - 8, y, _name_step(down, rows, row), "end"))
    for shade, parts in enumerate(drawn):
        if parts:
            said = _describe_shade(shade, largest)
            lines.append(
                f'<path class="heat" fill-opacity="{_opacity(shade)}" d="{"".join(parts)}"><title>{said}</title></path>'
            )
    return "".join([*lines, *_legend(largest, height - _LEGEND + 8), "</svg>"])


def height_of(drawn: str) -> int:
    """Of a map that was drawn, in pixels."""
    return int(drawn.partition(' height="')[2].partition('"')[0])


class _Steps:
    """So many things in steps of as many neighbours as it takes."""

    def __init__(self, things: int, most: int) -> None:
        self.things = things
        self.each = max(-(-things // most), 1)
        self.number = max(-(-things // self.each), 1)

    def step_of(self, thing: int) -> int:
        return thing // self.each


def _shade_of(size: int, largest: int) -> int:
    """Each shade is for four times as much as the one below; the last is for the largest."""
    return max(_SHADES - 1 - int(log2(largest / size) / 2), 0)


def _opacity(shade: int) -> float:
    return round(0.12 + 0.88 * shade / (_SHADES - 1), 2)


def _describe_shade(shade: int, largest: int) -> str:
    top = largest >> (2 * (_SHADES - 1 - shade))
    return f"up to {format_size(max(top, 1))}"


def _describe_axis(axis: HeatAxis, steps: _Steps) -> str:
    things = axis.things or steps.things
    each = f", up to {-(-things // steps.number):,} in each cell" if things > steps.number else ""
    return f"{count(things, axis.noun)}{each}"


def _name_step(axis: HeatAxis, steps: _Steps, step: int) -> str:
    names = axis.names[step * steps.each : (step + 1) * steps.each]
    return name_several(str(names[0]), len(names))


def name_several(first: str, number: int) -> str:
    """So many things by the first of them, short enough for the map."""
    more = f" and {number - 1:,} more" if number > 1 else ""
    return _keep_end(first, _LONGEST_LABEL - len(more)) + more


def _keep_end(name: str, most: int) -> str:
    """The end of a path tells more than its beginning."""
    shown = shorten(name, 10 * most)
    return shown if len(shown) <= most else f"...{shown[3 - most :]}"


def _label(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def _legend(largest: int, y: int) -> list[str]:
    return [
        f'<path class="heat" fill-opacity="{_opacity(shade)}" d="M{_LABEL + 86 * shade} {y}h12v12h-12z"></path>'
        f'<text x="{_LABEL + 86 * shade + 16}" y="{y + 11}">{escape(_describe_shade(shade, largest)[6:])}</text>'
        for shade in range(_SHADES)
        if largest >> (2 * (_SHADES - 1 - shade))
    ]

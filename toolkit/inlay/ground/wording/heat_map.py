"""A map of amounts as SVG: things down, things across, and the more there is in a cell the darker it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import log2
from typing import Final, NamedTuple

from inlay.ground.wording.amounts import count, format_size
from inlay.ground.wording.printable import shorten
from inlay.ground.wording.svg import PAGE, Canvas, begin_svg

MOST_DOWN: Final = 60
MOST_ACROSS: Final = 200
"""Of more, neighbours are put together."""

_SHADES: Final = 6
_GAP: Final = 8
_TOP: Final = 40
_LEGEND: Final = 20
"""A line of it."""
_LONGEST_SIZE: Final = 9
_LONGEST_LABEL: Final = 28
_SHORTEST_LABEL: Final = 6


class HeatAxis(NamedTuple):
    """`noun` is what a line or a stack of cells is of; `names` are those of all, in their order; numbers name themselves.

    Where a name already stands for several, `things` is how many there are.
    """

    noun: str
    names: Sequence[str] | range
    things: int = 0


def draw_heat_map(
    title: str,
    down: HeatAxis,
    across: HeatAxis,
    cells: Iterable[tuple[int, int, int]],
    canvas: Canvas = PAGE,
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
    longest = min(_LONGEST_LABEL, canvas.letters(0.4))
    names = [_name_step(down, rows, row, longest) for row in range(rows.number)]
    left = max(map(canvas.measure, names)) + _GAP
    line = max(min(18, 720 // rows.number), canvas.font)
    width = min((canvas.width - left) / columns.number, 40)
    drawn: list[list[str]] = [[] for _ in range(_SHADES)]
    for (row, column), size in sorted(sums.items()):
        if size > 0:
            x, y = left + column * width, _TOP + row * line
            drawn[_shade_of(size, largest)].append(
                f"M{x:.1f} {y}h{width - min(1, width / 5):.1f}v{line - 1}h-{width - min(1, width / 5):.1f}z"
            )
    bottom = _TOP + rows.number * line + _GAP
    legend = _legend(largest, bottom, canvas)
    lines = [begin_svg(title, canvas.width, bottom + _LEGEND * legend.lines + 2)]
    lines += [_label(left, 14, _describe_axis(across, columns), "start")]
    first = _name_step(across, columns, 0, longest)
    lines += [_label(left, _TOP - 6, first, "start")]
    last = _name_step(across, columns, columns.number - 1, longest)
    if columns.number * width > canvas.measure(f"{first} {last}"):
        lines.append(_label(left + columns.number * width, _TOP - 6, last, "end"))
    for row, name in enumerate(names):
        lines.append(_label(left - _GAP, _TOP + row * line + line - 4, name, "end"))
    for shade, parts in enumerate(drawn):
        if parts:
            said = _describe_shade(shade, largest)
            lines.append(
                f'<path class="heat" fill-opacity="{_opacity(shade)}" d="{"".join(parts)}"><title>{said}</title></path>'
            )
    return "".join([*lines, *legend.parts, "</svg>"])


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


def _name_step(axis: HeatAxis, steps: _Steps, step: int, longest: int) -> str:
    names = axis.names[step * steps.each : (step + 1) * steps.each]
    return name_several(str(names[0]), len(names), longest)


def name_several(first: str, number: int, longest: int = _LONGEST_LABEL) -> str:
    """So many things by the first of them, short enough for the map."""
    more = f" and {number - 1:,} more" if number > 1 else ""
    return _keep_end(first, max(longest - len(more), _SHORTEST_LABEL)) + more


def _keep_end(name: str, most: int) -> str:
    """The end of a path tells more than its beginning."""
    shown = shorten(name, 10 * most)
    return shown if len(shown) <= most else f"...{shown[3 - most :]}"


def _label(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


class _Legend(NamedTuple):
    parts: list[str]
    lines: int


def _legend(largest: int, top: int, canvas: Canvas) -> _Legend:
    """What the shades mean, in as many lines as it takes."""
    step = 2 * _GAP + canvas.letter * _LONGEST_SIZE
    shades = [shade for shade in range(_SHADES) if largest >> (2 * (_SHADES - 1 - shade))]
    lines = -(-len(shades) * step // canvas.width)
    each = -(-len(shades) // lines)
    parts: list[str] = []
    for at, shade in enumerate(shades):
        x, y = step * (at % each), top + _LEGEND * (at // each)
        said = escape(_describe_shade(shade, largest)[6:])
        parts.append(
            f'<path class="heat" fill-opacity="{_opacity(shade)}" d="M{x} {y}h12v12h-12z"></path>'
            f'<text x="{x + 16}" y="{y + 11}">{said}</text>'
        )
    return _Legend(parts, lines)

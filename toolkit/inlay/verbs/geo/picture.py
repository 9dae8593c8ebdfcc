"""Boxes over a graticule, as SVG or as a page of HTML; nothing in it comes from the network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.ground.wording.page import (
    COLOURS,
    NO_NETWORK,
    render_shell,
    style_of_colours,
    style_of_shapes,
)
from inlay.ground.wording.printable import escape_unprintable, shorten
from inlay.ground.wording.svg import PAGE, begin_svg
from inlay.verbs.geo.drawn_boxes import (
    DrawnBox,
    MapExtent,
    find_extent,
    keep_first_system,
    measure_depth,
)

_TALLEST: Final = 560
_LEAST: Final = 120
_MARGIN: Final = 34
_TOP: Final = 46
_MOST: Final = 5_000
_LINES: Final = 8
_NICE: Final = (1, 2, 5, 10)
_LONGEST: Final = 80
_TITLE: Final = "Boxes of geometries"


def draw_boxes(given: Sequence[DrawnBox], left_out: int = 0) -> str:
    """A picture of one box or more, in the reference system of the first; `left_out` files have none."""
    boxes = keep_first_system(given)
    others = len({it.file for it in given}) - len({it.file for it in boxes})
    extent = _pad(find_extent(boxes))
    width = PAGE.width - 2 * _MARGIN
    across, up = extent.xmax - extent.xmin, extent.ymax - extent.ymin
    scale = min(width / across, _TALLEST / up)
    height = max(up * scale, _LEAST)
    drawing = _Drawing(extent, scale, _TOP + height)
    style = style_of_colours(".inlay-geo") + style_of_shapes(".inlay-geo")
    style += (
        f".inlay-geo text {{ fill: var(--ink); font: {PAGE.font}px system-ui, sans-serif; }} "
        ".inlay-geo .grid { stroke: var(--line); } .inlay-geo rect { fill-opacity: .12; stroke: var(--ink); stroke-opacity: .6; }"
    )
    start = begin_svg(_TITLE, PAGE.width, ceil(_TOP + height + _MARGIN))
    return "".join(
        [
            start.replace("<svg ", '<svg class="inlay-geo" ', 1),
            f"<style>{style}</style>",
            f'<text x="{_MARGIN}" y="16">{escape(describe_boxes(boxes))}</text>',
            f'<text x="{_MARGIN}" y="34">{escape(_tell_left_out(boxes, left_out, others))}</text>',
            *drawing.graticule(),
            *drawing.rectangles(boxes[:_MOST]),
            "</svg>",
        ]
    )


def render_boxes(boxes: Sequence[DrawnBox], left_out: int = 0) -> str:
    """The same as a page."""
    return render_shell(_TITLE, "", f"<h1>{_TITLE}</h1>{draw_boxes(boxes, left_out)}", NO_NETWORK)


def describe_boxes(boxes: Sequence[DrawnBox]) -> str:
    """Whether this layout prunes, in a sentence."""
    files = len({it.file for it in boxes})
    number = len({(it.file, it.row_group) for it in boxes})
    said = "1 box" if number == 1 else f"{number:,} boxes"
    depth = measure_depth(boxes)
    where = f"; a place lies in {depth:,.2f} of them on average" if depth is not None else ""
    return f"{said} of {count(files, 'file')}{where}"


def _tell_left_out(boxes: Sequence[DrawnBox], left_out: int, others: int) -> str:
    parts = [boxes[0].crs] if boxes[0].crs else []
    parts += [f"{count(left_out, 'file')} without a box"] if left_out else []
    parts += [f"{count(others, 'file')} in another reference system"] if others else []
    if len(boxes) > _MOST:
        parts.append(f"the first {_MOST:,} are drawn")
    return shorten(escape_unprintable(", ".join(parts)), _LONGEST)


def _pad(extent: MapExtent) -> MapExtent:
    """Never empty: places on a line, or in one point, have room around them."""
    across, up = extent.xmax - extent.xmin, extent.ymax - extent.ymin
    farthest = max(map(abs, extent))
    room = max(max(across, up) / 50, farthest * 1e-6, 1e-6)
    return MapExtent(extent.xmin - room, extent.ymin - room, extent.xmax + room, extent.ymax + room)


class _Drawing:
    """Places in pixels: `bottom` is where the lowest y is."""

    def __init__(self, extent: MapExtent, scale: float, bottom: float) -> None:
        self._extent = extent
        self._scale = scale
        self._bottom = bottom

    def _x(self, x: float) -> float:
        return _MARGIN + (x - self._extent.xmin) * self._scale

    def _y(self, y: float) -> float:
        return self._bottom - (y - self._extent.ymin) * self._scale

    def graticule(self) -> Iterator[str]:
        """Lines at round numbers, with these."""
        extent = self._extent
        right, top = self._x(extent.xmax), self._y(extent.ymax)
        for x in _list_marks(extent.xmin, extent.xmax):
            at = self._x(x)
            yield f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{top:.1f}" y2="{self._bottom:.1f}"/>'
            yield f'<text x="{at + 2:.1f}" y="{self._bottom + 14:.1f}">{x:g}</text>'
        for y in _list_marks(extent.ymin, extent.ymax):
            at = self._y(y)
            yield f'<line class="grid" x1="{_MARGIN}" x2="{right:.1f}" y1="{at:.1f}" y2="{at:.1f}"/>'
            yield f'<text x="0" y="{at + 4:.1f}">{y:g}</text>'

    def rectangles(self, boxes: Sequence[DrawnBox]) -> Iterator[str]:
        """A colour for each file; a point is a pixel."""
        colours: dict[str, int] = {}
        for box in boxes:
            colour = colours.setdefault(box.file, len(colours) % COLOURS)
            width = max((box.xmax - box.xmin) * self._scale, 1.0)
            height = max((box.ymax - box.ymin) * self._scale, 1.0)
            yield (
                f'<rect class="s{colour}" x="{self._x(box.xmin):.1f}" y="{self._y(box.ymax):.1f}" width="{width:.1f}" height="{height:.1f}">'
                f"<title>{escape(_name(box))}</title></rect>"
            )


def _name(box: DrawnBox) -> str:
    place = "file" if box.row_group is None else f"row group {box.row_group}"
    file = shorten(escape_unprintable(box.file), _LONGEST)
    return f"{file}, {place}: x {box.xmin!r} .. {box.xmax!r}, y {box.ymin!r} .. {box.ymax!r}"


def _list_marks(low: float, high: float) -> Iterator[float]:
    """Round numbers between the two, at most _LINES and one."""
    least = (high - low) / _LINES
    power = 10.0 ** floor(log10(least))
    step = next(it * power for it in _NICE if it * power >= least)
    for number in range(ceil(low / step), floor(high / step) + 1):
        yield number * step

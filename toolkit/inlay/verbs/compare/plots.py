"""Curves as SVG, in the colours of the page; no library to ship."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from inlay.ground.wording.amounts import format_seconds
from inlay.ground.wording.page import COLOURS
from inlay.ground.wording.svg import begin_svg

_WIDTH: Final = 760
_LEFT: Final = 70
_RIGHT: Final = 190
_TOP: Final = 14
_HEIGHT: Final = 300
_BOTTOM: Final = 44
_ROOM: Final = 50
"""Between two labels."""


class Curve(NamedTuple):
    """Points from left to right, all above 0."""

    name: str
    points: Sequence[tuple[float, float]]


def draw_curves(title: str, curves: Sequence[Curve], across: str, up: str) -> str:
    """Both axes logarithmic; nothing where there is nothing to draw."""
    points = [point for curve in curves for point in curve.points]
    if not points:
        return ""
    xs = _decades(x for x, _ in points)
    ys = _whole_decades(y for _, y in points)
    lines = [begin_svg(title, _WIDTH, _HEIGHT + _TOP + _BOTTOM)]
    lines += [
        _rule(_x(x, xs), vertical=True, label=_number(x))
        for x in _list_marks({x for x, _ in points}, xs)
    ]
    lines += [
        _rule(_y(10**power, ys), vertical=False, label=_seconds_or(10**power, up))
        for power in _ticks(ys)
    ]
    lines.append(f'<text x="{_LEFT}" y="{_TOP + _HEIGHT + 38}">{escape(across)}</text>')
    ends = _spread([_y(curve.points[-1][1], ys) for curve in curves if curve.points])
    for at, (curve, end) in enumerate(zip([c for c in curves if c.points], ends, strict=True)):
        path = " ".join(f"{_x(x, xs):.1f},{_y(y, ys):.1f}" for x, y in curve.points)
        lines.append(f'<polyline class="s{at % COLOURS}" points="{path}"/>')
        for x, y in curve.points:
            shown = f"{curve.name}: {_number(x)}, {_seconds_or(y, up)}"
            lines.append(
                f'<circle class="s{at % COLOURS}" cx="{_x(x, xs):.1f}" cy="{_y(y, ys):.1f}" r="3.5">'
                f"<title>{escape(shown)}</title></circle>"
            )
        lines.append(
            f'<text class="s{at % COLOURS}" x="{_WIDTH - _RIGHT + 8}" y="{end + 4:.1f}">{escape(curve.name)}</text>'
        )
    return "".join([*lines, "</svg>"])


def _decades(values: Iterator[float]) -> tuple[float, float]:
    powers = [math.log10(value) for value in values if value > 0] or [0.0]
    low, high = min(powers), max(powers)
    return (low - 0.1, high + 0.1) if high > low else (low - 0.5, high + 0.5)


def _whole_decades(values: Iterator[float]) -> tuple[float, float]:
    low, high = _decades(values)
    return math.floor(low), math.ceil(high)


def _list_marks(values: Iterable[float], span: tuple[float, float]) -> Iterator[float]:
    """What was asked for, from the largest down, as far as there is room for a label."""
    last = math.inf
    for value in sorted(values, reverse=True):
        if last - _x(value, span) >= _ROOM:
            last = _x(value, span)
            yield value


def _ticks(span: tuple[float, float]) -> range:
    return range(math.ceil(span[0]), math.floor(span[1]) + 1)


def _x(value: float, span: tuple[float, float]) -> float:
    share = (math.log10(value) - span[0]) / (span[1] - span[0])
    return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)


def _y(value: float, span: tuple[float, float]) -> float:
    share = (math.log10(value) - span[0]) / (span[1] - span[0])
    return _TOP + (1 - share) * _HEIGHT


def _rule(at: float, *, vertical: bool, label: str) -> str:
    if vertical:
        line = f'x1="{at:.1f}" x2="{at:.1f}" y1="{_TOP}" y2="{_TOP + _HEIGHT}"'
        text = f'x="{at:.1f}" y="{_TOP + _HEIGHT + 18}" text-anchor="middle"'
    else:
        line = f'x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{at:.1f}" y2="{at:.1f}"'
        text = f'x="{_LEFT - 8}" y="{at + 4:.1f}" text-anchor="end"'
    return f"<line {line}/><text {text}>{escape(label)}</text>"


def _spread(heights: Sequence[float]) -> Sequence[float]:
    """Labels that would lie on each other, apart."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed, last = [0.0] * len(heights), -math.inf
    for at in order:
        last = placed[at] = max(heights[at], last + 15)
    return placed


def _seconds_or(value: float, unit: str) -> str:
    return format_seconds(value) if unit == "s" else _number(value)


def _number(value: float) -> str:
    return f"{value:,.0f}"

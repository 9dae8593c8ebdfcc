"""Stacked bars as SVG, in the colours of the page; no library to ship."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from inlay.ground.wording.amounts import count
from inlay.ground.wording.page import COLOURS
from inlay.ground.wording.svg import PAGE, Canvas, begin_svg

_ROW: Final = 26
_LINE: Final = 20
"""Of a legend."""
_GAP: Final = 8
"""Between a name and its bar, and between the bar and what stands behind it."""


class Drawing(NamedTuple):
    """As SVG, and how high it is."""

    svg: str
    height: int


def draw_stacks(
    title: str,
    stacks: Mapping[str, Mapping[str, int]],
    shown: Mapping[str, str],
    canvas: Canvas = PAGE,
    *,
    has_legend: bool = True,
) -> Drawing:
    """A bar for each name, made of its parts; `shown` is what stands behind it; both take what the longest needs. Without a legend where one stands above it."""
    largest = max((sum(parts.values()) for parts in stacks.values()), default=0)
    if not largest:
        return Drawing("", 0)
    kinds = list(dict.fromkeys(kind for parts in stacks.values() for kind in parts))
    legend, above = draw_legend(_used(kinds, stacks), canvas) if has_legend else Drawing("", 0)
    height = above + _ROW * len(stacks) + 12
    label = _width_of(stacks, canvas) + _GAP
    whole = canvas.width - label - _GAP - _width_of(shown.values(), canvas)
    lines = [begin_svg(title, canvas.width, height), legend]
    for row, (name, parts) in enumerate(stacks.items()):
        top, at = above + _ROW * row + 6, float(label)
        lines.append(
            f'<text x="{label - _GAP}" y="{top + 14}" text-anchor="end">{escape(name)}</text>'
        )
        for number, kind in enumerate(kinds):
            length = whole * parts.get(kind, 0) / largest
            tip = escape(f"{name}, {kind}: {count(parts.get(kind, 0), 'byte')}")
            lines.append(
                f'<rect class="s{number % COLOURS}" x="{at:.1f}" y="{top}" width="{length:.1f}" '
                f'height="{_ROW - 8}"><title>{tip}</title></rect>'
            )
            at += length
        lines.append(
            f'<text x="{at + _GAP:.1f}" y="{top + 14}">{escape(shown.get(name, ""))}</text>'
        )
    return Drawing("".join([*lines, "</svg>"]), height)


def _width_of(texts: Iterable[str], canvas: Canvas) -> int:
    return max(map(canvas.measure, texts), default=0)


def draw_legend(kinds: Sequence[tuple[int, str]], canvas: Canvas) -> Drawing:
    """What the colours mean, by number and name, in as many lines as it takes."""
    parts: list[str] = []
    at = top = 0
    for number, kind in kinds:
        width = 34 + canvas.measure(kind)
        if at and at + width > canvas.width:
            at, top = 0, top + _LINE
        parts.append(
            f'<rect class="s{number % COLOURS}" x="{at}" y="{top + 4}" width="12" height="12"/>'
            f'<text x="{at + 17}" y="{top + 14}">{escape(kind)}</text>'
        )
        at += width
    return Drawing("".join(parts), top + _ROW)


def _used(
    kinds: Sequence[str], stacks: Mapping[str, Mapping[str, int]]
) -> Sequence[tuple[int, str]]:
    return [
        (number, kind)
        for number, kind in enumerate(kinds)
        if any(parts.get(kind) for parts in stacks.values())
    ]

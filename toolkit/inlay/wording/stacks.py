"""Stacked bars as SVG, in the colours of the page; no library to ship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from inlay.wording.page import COLOURS
from inlay.wording.svg import begin_svg

_WIDTH: Final = 760
_ROW: Final = 26
_LABEL: Final = 190
_BAR: Final = 430


def draw_stacks(
    title: str, stacks: Mapping[str, Mapping[str, int]], shown: Mapping[str, str]
) -> str:
    """A bar for each name, made of its parts; `shown` is what stands behind it."""
    largest = max((sum(parts.values()) for parts in stacks.values()), default=0)
    if not largest:
        return ""
    kinds = list(dict.fromkeys(kind for parts in stacks.values() for kind in parts))
    lines = [begin_svg(title, _WIDTH, _ROW * (len(stacks) + 1) + 12)]
    lines += draw_legend(_used(kinds, stacks))
    for row, (name, parts) in enumerate(stacks.items(), 1):
        top, at = _ROW * row + 6, float(_LABEL)
        lines.append(
            f'<text x="{_LABEL - 8}" y="{top + 14}" text-anchor="end">{escape(name)}</text>'
        )
        for number, kind in enumerate(kinds):
            length = _BAR * parts.get(kind, 0) / largest
            tip = escape(f"{name}, {kind}: {parts.get(kind, 0):,} bytes")
            lines.append(
                f'<rect class="s{number % COLOURS}" x="{at:.1f}" y="{top}" width="{length:.1f}" '
                f'height="{_ROW - 8}"><title>{tip}</title></rect>'
            )
            at += length
        lines.append(f'<text x="{at + 6:.1f}" y="{top + 14}">{escape(shown.get(name, ""))}</text>')
    return "".join([*lines, "</svg>"])


def draw_legend(kinds: Sequence[tuple[int, str]]) -> Iterator[str]:
    """What the colours mean, by number and name."""
    at = 0
    for number, kind in kinds:
        yield f'<rect class="s{number % COLOURS}" x="{at}" y="4" width="12" height="12"/>'
        yield f'<text x="{at + 17}" y="14">{escape(kind)}</text>'
        at += 34 + 7 * len(kind)


def _used(
    kinds: Sequence[str], stacks: Mapping[str, Mapping[str, int]]
) -> Sequence[tuple[int, str]]:
    return [
        (number, kind)
        for number, kind in enumerate(kinds)
        if any(parts.get(kind) for parts in stacks.values())
    ]

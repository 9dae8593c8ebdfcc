"""Bar charts as SVG: a name, a bar, a number. Enough for counts and bytes, and no library to ship."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from inlay.ground.wording.svg import begin_svg

_ROW: Final = 22
_LABEL: Final = 300
_BAR: Final = 420
_VALUE: Final = 130
_LONGEST_LABEL: Final = 44


class Bar(NamedTuple):
    """`shown` is the value as people read it."""

    label: str
    value: float
    shown: str


def draw_bars(title: str, rows: Sequence[Bar]) -> str:
    """Each as long as its value is large; nothing where there is nothing to compare, for they are zero or all alike."""
    largest = max((bar.value for bar in rows), default=0)
    if largest <= 0 or all(bar.value == largest for bar in rows):
        return ""
    height = _ROW * len(rows) + 8
    width = _LABEL + _BAR + _VALUE
    lines = [begin_svg(title, width, height)]
    for at, bar in enumerate(rows):
        top = _ROW * at + 4
        length = max(_BAR * bar.value / largest, 1 if bar.value > 0 else 0)
        lines.append(
            f'<text x="{_LABEL - 8}" y="{top + 14}" text-anchor="end">{escape(_short(bar.label))}'
            f"<title>{escape(bar.label)}</title></text>"
            f'<rect x="{_LABEL}" y="{top + 2}" width="{length:.1f}" height="{_ROW - 6}" rx="2"/>'
            f'<text x="{_LABEL + length + 6:.1f}" y="{top + 14}">{escape(bar.shown)}</text>'
        )
    lines.append("</svg>")
    return "".join(lines)


def _short(label: str) -> str:
    """The end of a path tells more than its beginning."""
    return label if len(label) <= _LONGEST_LABEL else f"...{label[3 - _LONGEST_LABEL :]}"

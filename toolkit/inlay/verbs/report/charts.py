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
_HIGH: Final = 120
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


def draw_columns(title: str, bars: Sequence[Bar]) -> str:
    """Columns beside each other, in the order that they have; the first and the last are named, the others in their titles."""
    largest = max((bar.value for bar in bars), default=0)
    if largest <= 0 or len(bars) < 2:
        return ""
    whole = _LABEL + _BAR + _VALUE
    width = min(whole / len(bars), 60)
    lines = [begin_svg(title, whole, _HIGH + 2 * _ROW)]
    for at, bar in enumerate(bars):
        height = max(_HIGH * bar.value / largest, 1 if bar.value > 0 else 0)
        lines.append(
            f'<rect x="{at * width:.1f}" y="{_ROW + _HIGH - height:.1f}" width="{max(width - 1, width * 0.8):.1f}" '
            f'height="{height:.1f}"><title>{escape(bar.label)}: {escape(bar.shown)}</title></rect>'
        )
    most = max(bars, key=lambda bar: bar.value)
    ends = [(0.0, "start", bars[0])]
    if len(bars) * width > _LABEL:
        ends.append((len(bars) * width, "end", bars[-1]))
    lines += [
        f'<text x="{x:.1f}" y="{_HIGH + _ROW + 15}" text-anchor="{anchor}">{escape(_short(bar.label))}</text>'
        for x, anchor, bar in ends
    ]
    lines.append(
        f'<text x="0" y="14">{escape(f"at most {most.shown}: {_short(most.label)}")}</text></svg>'
    )
    return "".join(lines)


def _short(label: str) -> str:
    """The end of a path tells more than its beginning."""
    return label if len(label) <= _LONGEST_LABEL else f"...{label[3 - _LONGEST_LABEL :]}"

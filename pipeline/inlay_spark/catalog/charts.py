"""Bar charts as SVG: a name, a bar, a number. Enough for counts and bytes, and no library to ship."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

_ROW: Final = 22
_LABEL: Final = 300
_BAR: Final = 420
_VALUE: Final = 130
_LONGEST_LABEL: Final = 44


def bars(title: str, rows: Sequence[tuple[str, float]]) -> str:
    """One bar for each row, as long as its value is large; nothing where there is nothing to compare."""
    largest = max((value for _, value in rows), default=0)
    if largest <= 0:
        return ""
    height = _ROW * len(rows) + 8
    width = _LABEL + _BAR + _VALUE
    lines = [
        f'<svg role="img" viewBox="0 0 {width} {height}" width="{width}" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>'
    ]
    for at, (label, value) in enumerate(rows):
        top = _ROW * at + 4
        length = max(_BAR * value / largest, 1 if value else 0)
        lines.append(
            f'<text x="{_LABEL - 8}" y="{top + 14}" text-anchor="end">{escape(_short(label))}'
            f"<title>{escape(label)}</title></text>"
            f'<rect x="{_LABEL}" y="{top + 2}" width="{length:.1f}" height="{_ROW - 6}" rx="2"/>'
            f'<text x="{_LABEL + length + 6:.1f}" y="{top + 14}">{value:,.0f}</text>'
        )
    lines.append("</svg>")
    return "".join(lines)


def _short(label: str) -> str:
    """The end of a path tells more than its beginning."""
    return label if len(label) <= _LONGEST_LABEL else f"...{label[3 - _LONGEST_LABEL :]}"

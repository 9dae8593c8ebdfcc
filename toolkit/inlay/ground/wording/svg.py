"""How a picture begins, and how wide it is."""

from __future__ import annotations

from html import escape
from typing import Final, NamedTuple


class Canvas(NamedTuple):
    """In pixels: all of a picture, its letters, and what one of them takes beside others; the widest common font is DejaVu Sans."""

    width: int
    font: int
    letter: int

    def letters(self, share: float = 1) -> int:
        """How many go into such a part of the width."""
        return int(self.width * share) // self.letter


PAGE: Final = Canvas(760, 12, 7)
"""A drawing in a page of ours, which scrolls where it is narrow."""
ALONE: Final = Canvas(440, 14, 8)
"""A picture that others show: on a phone, a page has 358 pixels for it, and its letters are still 11 high."""


def begin_svg(title: str, width: int, height: int) -> str:
    """The start tag, and the title that a reader of screens says."""
    return (
        f'<svg role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>'
    )

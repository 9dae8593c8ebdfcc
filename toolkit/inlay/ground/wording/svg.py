"""How a picture begins, and how wide it is."""

from __future__ import annotations

from html import escape
from math import ceil
from typing import Final, NamedTuple

from inlay.ground.wording.printable import shorten

_WIDEST: Final = 1.0
_EMS: Final = {
    letter: width
    for width, letters in {
        0.34: "'ijlIJ ,./:;\\|",
        0.46: '-()[]!frt"',
        0.64: "*_`?$0123456789{}abcdeghknopqsuvxyzEFLPSTY",
        0.84: "&#+<=>^~wABCDGHKNOQRUVXZ",
    }.items()
    for letter in letters
}
"""Widths of letters as parts of their height, rounded up; all others are wide."""


class Canvas(NamedTuple):
    """In pixels: all of a picture, its letters, and what one of them takes beside others."""

    width: int
    font: int
    letter: int

    def letters(self, share: float = 1) -> int:
        """How many go into such a part of the width."""
        return int(self.width * share) // self.letter

    def measure(self, text: str) -> int:
        """What a text takes at most, in the widest common font, DejaVu Sans: a name of digits is wider than a word."""
        return ceil(self.font * sum(_EMS.get(letter, _WIDEST) for letter in text))

    def fit(self, text: str, share: float = 1) -> str:
        """What such a part of the width has room for; what was cut is marked with `...`."""
        room = int(self.width * share)
        most = room // int(self.font * min(_EMS.values()))
        while self.measure(fitting := shorten(text, most)) > room:
            most -= 1
        return fitting


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

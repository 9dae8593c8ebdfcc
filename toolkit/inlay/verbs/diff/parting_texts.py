"""Two texts side by side, cut so that one sees where they part."""

from __future__ import annotations

from itertools import compress
from operator import ne
from typing import Final

from inlay.ground.wording.printable import shorten

_CONTEXT: Final = 12
"""Characters that are shown before the first that differs."""

_DOTS: Final = "..."


def shorten_both(old: str, new: str, longest: int) -> tuple[str, str]:
    """Both in at most `longest` characters. Where a cut at the end would hide what differs, the equal beginning is cut, too."""
    cut = shorten(old, longest), shorten(new, longest)
    if cut[0] != cut[1] or old == new:
        return cut
    start = max(0, _parting_of(old, new) - _CONTEXT)
    room = longest - len(_DOTS)
    return _DOTS + shorten(old[start:], room), _DOTS + shorten(new[start:], room)


def _parting_of(old: str, new: str) -> int:
    """The position of the first character that differs, or where the shorter text ends."""
    shorter = min(len(old), len(new))
    return next(compress(range(shorter), map(ne, old, new)), shorter)

"""What to try where a path leads to nothing: the name beside it that is nearest, or the folder that is not there."""

from __future__ import annotations

import os
from itertools import islice
from typing import Final

MOST_NAMES: Final = 2000
"""So many names of a folder are compared: a lake may have millions, and an error should take no longer than the work."""

_ALIKE: Final = 0.6
"""Of names without their suffixes, of which a letter is a larger part: one of three may be wrong, and not one of two."""


def advise_on_missing(path: str) -> str:
    """One sentence, or nothing. Looks at names only, and raises nothing."""
    folder, name = os.path.split(path.rstrip(os.sep))
    if folder and not os.path.lexists(folder):
        return f"check the path: there is no folder {folder!r}"
    if os.path.islink(path):
        return f"it is a link, and what it names is not there: {os.readlink(path)!r}"
    near = _find_nearest(name, _names_of(folder or os.curdir))
    return f"the nearest name there is {os.path.join(folder, near)!r}" if near else ""


def _names_of(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in islice(entries, MOST_NAMES)]
    except OSError:
        return []


def _find_nearest(name: str, names: list[str]) -> str:
    from difflib import get_close_matches

    plain = name.strip().casefold()
    same = [other for other in names if other.strip().casefold() == plain]
    if same:
        return same[0]
    if close := get_close_matches(name, names, n=1, cutoff=0.8):
        # A suffix that all names have in common makes short ones look alike.
        stem, other = _stem_of(name), _stem_of(close[0])
        return close[0] if get_close_matches(stem, [other], cutoff=_ALIKE) else ""
    return ""


def _stem_of(name: str) -> str:
    return os.path.splitext(name)[0].casefold()

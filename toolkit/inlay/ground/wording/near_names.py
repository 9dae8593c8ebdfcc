"""What is near a name that nothing has."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_SHOWN: Final = 24
"""So many names where none is near."""


def hint_at(name: object, known: Iterable[str], tops: Iterable[str] | None = None) -> str:
    """The end of a sentence about a name that is none of those that are `known`: the nearest of them, or the first of `tops`, which are all
    of them by default."""
    text, known = str(name), list(known)
    by_case = next((path for path in known if path.lower() == text.lower()), None)
    nested = (path for path in known if path.endswith(f".{text}"))
    near = by_case or next(nested, None)
    close = [near] if near is not None else get_close_matches(text, known, n=1, cutoff=0.65)
    if close:
        return f"; did you mean {close[0]!r}?"
    tops = list(dict.fromkeys(known if tops is None else tops))
    more = f" and {len(tops) - _SHOWN:,} more" if len(tops) > _SHOWN else ""
    return (
        f": choose one of {', '.join(map(repr, tops[:_SHOWN]))}{more}"
        if tops
        else ": it has no columns"
    )


def hint_at_several(number: int) -> str:
    """The end of a sentence about a text that joins so many names."""
    return f"; these are {number:,} names: give each by itself, and repeat an option"

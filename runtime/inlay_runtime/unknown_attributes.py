"""The error of `replace` for attributes that a class does not have."""

from __future__ import annotations

from collections.abc import Iterable


def refuse_attributes(struct: str, unknown: Iterable[str], known: Iterable[str]) -> TypeError:
    """All that are unknown, each with the nearest attribute that there is."""
    from difflib import get_close_matches

    known = list(known)
    hinted: list[str] = []
    for name in sorted(unknown):
        close = get_close_matches(name, known, n=1)
        hinted.append(f"{name} (did you mean {close[0]}?)" if close else name)
    return TypeError(f"{struct} has no attribute {', '.join(hinted)}")

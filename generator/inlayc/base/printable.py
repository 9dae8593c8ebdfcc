"""Text of others as visible characters."""

from __future__ import annotations


def escape_unprintable(text: str) -> str:
    """One line that a terminal takes for nothing but text."""
    if text.isprintable():  # as nearly all of it is
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)

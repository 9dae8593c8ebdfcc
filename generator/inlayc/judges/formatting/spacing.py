"""What stands between two pieces on one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlayc.judges.formatting.pieces import Piece

_NOTHING_BEFORE: Final = frozenset(", ; ) ] >".split())
_NOTHING_AFTER: Final = frozenset("( [ <".split())
_VALUE_FOLLOWS: Final = frozenset("= , [ : {".split())
"""Before the brace of a value; before that of a definition there is a name."""

OPENING: Final = frozenset("{ ( [".split())
CLOSING: Final = frozenset("} ) ]".split())


def is_of_value(before: Sequence[Piece]) -> bool:
    """Whether a brace after these pieces opens a value."""
    return bool(before) and before[-1].text in _VALUE_FOLLOWS


def space_before(piece: Piece, before: Sequence[Piece], brackets: Sequence[str]) -> str:
    """`before` are the pieces that come before it, without comments; `brackets` those that are open there."""
    if not before:
        return ""
    previous = before[-1].text
    inside = brackets[-1] if brackets else ""
    if piece.text == "(":
        return " " if piece.spaced and previous not in _NOTHING_AFTER else ""
    if piece.text in _NOTHING_BEFORE or previous in _NOTHING_AFTER:
        return ""
    if piece.text == "<":
        return ""
    if piece.text == ":":
        return " " if len(before) > 1 and before[-2].text == "enum" else ""
    if previous == ":":
        return "" if inside == "[" else " "
    if previous in ("{", "value{") or piece.text == "}":
        return _space_in_braces(piece, previous, inside)
    return " "


def _space_in_braces(piece: Piece, previous: str, inside: str) -> str:
    is_empty = previous == "{" and piece.text == "}"
    return "" if is_empty or inside == "value{" else " "

"""Bounds with fewer digits: rounded outward, so that each is still a bound."""

from __future__ import annotations

from typing import Final

MOST_DIGITS: Final = 6
"""Of a number that is rounded."""
_LEAST_POWER: Final = -4
"""Of ten, without an exponent: as in Python's own numbers."""


def round_outward(number: str, digits: int, *, is_low: bool) -> str:
    """A lower bound downward, an upper one upward. What is not finite stays as it is."""
    from decimal import ROUND_CEILING, ROUND_FLOOR, Context  # few tables are that narrow

    context = Context(digits, ROUND_FLOOR if is_low else ROUND_CEILING)
    rounded = context.create_decimal(number)
    if not rounded.is_finite():
        return number
    rounded = rounded.normalize(context)
    is_short = _LEAST_POWER <= rounded.adjusted() < digits
    return f"{rounded:f}" if is_short else f"{rounded:e}"

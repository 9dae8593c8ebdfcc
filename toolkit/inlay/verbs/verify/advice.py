"""What is told of a file that is not wrong: readers take it in different ways."""

from __future__ import annotations

from typing import Final

ADVICE: Final = frozenset(
    {"value-unused-dictionary", "value-bloom-size", "value-map-keys", "value-group-order"}
)
"""Codes that are not among the findings, and fail only where they are asked for."""

"""A number and what it counts."""

from __future__ import annotations


def count(number: int, noun: str) -> str:
    """`1 file`, `1,000 files`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

"""A number and what it counts."""

from __future__ import annotations


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 row`, `1,000 rows`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"

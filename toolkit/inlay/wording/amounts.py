"""Counts and sizes, as people read them."""

from __future__ import annotations

_UNITS = ("KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def format_size(count: int) -> str:
    """`671 B`, `1.8 KiB`, `128 MiB`."""
    if abs(count) < 1024:
        return f"{count} B"
    power = 1
    while abs(count) >= 999.5 * 1024**power and power < len(_UNITS):
        power += 1
    value = count / 1024**power
    digits = 0 if abs(value) >= 99.95 else 1
    return f"{value:.{digits}f} {_UNITS[power - 1]}"


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 row`, `1,000 rows`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"

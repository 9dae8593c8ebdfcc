"""Counts and sizes, as people read them."""

from __future__ import annotations

from inlay_runtime.amounts import count

__all__ = ["count", "format_seconds", "format_share", "format_size"]

_SECONDS = ((1e6, "us"), (1e3, "ms"), (1, "s"))
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


def format_share(part: int, whole: int) -> str:
    """`12.5%`, `< 0.1%`."""
    share = 100 * part / whole
    return "< 0.1%" if 0 < share < 0.05 else f"{share:.1f}%"


def format_seconds(value: float) -> str:
    """`7.2 us`, `31 ms`, `2 s`."""
    factor, unit = next(
        ((factor, unit) for factor, unit in _SECONDS if value * factor < 1000), _SECONDS[-1]
    )
    number = value * factor
    return f"{number:.0f} {unit}" if number >= 100 else f"{number:.2g} {unit}"

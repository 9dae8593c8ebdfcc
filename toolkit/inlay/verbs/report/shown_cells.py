"""What is in a cell, for people: the name of a column says what its numbers are."""

from __future__ import annotations

from typing import Final

from inlay.ground.wording.amounts import format_size
from inlay.verbs.report.query import Cell
from inlay.verbs.report.sql import SIZES

_BYTES: Final = ("bytes", "_length")
_PERCENT: Final = "percent"
_LEAST_PERCENT: Final = 0.05
"""From here on it is rounded to more than nothing."""
_CLASS: Final = "from_bytes"
"""The lower end of a class of sizes."""

_TITLES: Final = {_CLASS: "size", "alike": "files as expected"}
"""Of columns whose name alone does not say what they hold."""

_PATHS: Final = "paths"
_MOST_PATHS: Final = 3
"""Of files; JSON has all of them."""


def format_cell(column: str, value: Cell) -> str:
    """Not escaped, and as long as it is."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int() | float() if _PERCENT in column.split("_"):
            return "< 0.1%" if 0 < value < _LEAST_PERCENT else f"{value:.1f}%"
        case int() if column == _CLASS:
            return _format_class(value)
        case int() if column.endswith(_BYTES):
            return format_size(value)
        case int():
            return f"{value:,}"
        case float():
            return f"{value:,.2f}"
        case str():
            return value
        case _ if column == _PATHS and len(value) > _MOST_PATHS:
            return f"{'; '.join(value[:_MOST_PATHS])} and {len(value) - _MOST_PATHS:,} more"
        case _:
            return "; ".join(value)


def _format_class(lower: int) -> str:
    if lower < SIZES[0]:
        return f"under {format_size(SIZES[0])}"
    if lower >= SIZES[-1]:
        return f"{format_size(lower)} or more"
    return f"{format_size(lower)} to {format_size(SIZES[SIZES.index(lower) + 1])}"


def title_of(column: str) -> str:
    return _TITLES.get(column) or column.replace("_", " ")


def is_number(value: Cell) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)

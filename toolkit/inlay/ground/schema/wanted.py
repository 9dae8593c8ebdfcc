"""The row groups that a caller asks for, held against those that a file has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import SupportsIndex, cast


def require_row_groups(row_groups: Sequence[int] | None, count: int) -> list[int] | None:
    """The numbers as a list, in the order of the caller; None for all row groups.

    Raises ValueError for one that the file does not have, and for one that is named twice: its rows would be there
    twice.
    """
    if row_groups is None:
        return None
    numbers = require_numbers(row_groups)
    seen: set[int] = set()
    for number in numbers:
        if not 0 <= number < count:
            there = {0: "there is none", 1: "there is only row group 0"}
            known = there.get(count, f"there are 0 to {count - 1:,}")
            raise ValueError(f"the file has no row group {number:,}: {known}")
        if number in seen:
            raise ValueError(f"row group {number:,} is named twice")
        seen.add(number)
    return numbers


def require_numbers(row_groups: Sequence[int]) -> list[int]:
    """Whatever the file has. Raises ValueError for what is not a list of numbers."""
    given = cast(object, row_groups)  # what callers without a type checker pass
    if isinstance(given, str | bytes):
        what = "row groups are a list of numbers, such as row_groups=[0, 1]"
        raise ValueError(f"{what}, not the text {given!r}")
    if not isinstance(given, Iterable):
        raise ValueError(f"row groups are a list of numbers: say row_groups=[{given!r}]")
    return [_number(number) for number in row_groups]


def _number(value: object) -> int:
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        return index(value)
    raise ValueError(f"row groups are a list of numbers, and {value!r} is none")

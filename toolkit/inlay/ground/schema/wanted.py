"""The row groups that a caller asks for, held against those that a file has; and what is near a name that nothing has."""

from __future__ import annotations

import difflib
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


def hint_at(name: object, known: dict[str, None], tops: Sequence[str]) -> str:
    """The end of a sentence about a name that is none of those that are `known`: the nearest of them, or the first of `tops`."""
    text = str(name)
    by_case = next((path for path in known if path.lower() == text.lower()), None)
    nested = (path for path in known if path.endswith(f".{text}"))
    near = by_case or next(nested, None)
    close = [near] if near is not None else difflib.get_close_matches(text, known, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    tops = list(dict.fromkeys(tops))
    more = f" and {len(tops) - 10:,} more" if len(tops) > 10 else ""
    return (
        f": choose one of {', '.join(map(repr, tops[:10]))}{more}"
        if tops
        else ": it has no columns"
    )


def hint_at_several(number: int) -> str:
    """The end of a sentence about a text that joins so many names."""
    return f"; these are {number:,} names: give each by itself, and repeat an option"

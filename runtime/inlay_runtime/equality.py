"""When two values of generated classes are equal: as in Python, but that NaN equals NaN.

So a value equals itself, its copy, and what is decoded from its bytes, whatever floats it holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Final, cast

PLAIN: Final = frozenset({bool, bytes, int, str})
"""Types that Python compares as well, and faster."""
_DEEP: Final = frozenset({float, list, dict, tuple})
"""Types that Python does not compare as we do, or whose elements may be such."""


def are_equal(first: object, other: object) -> bool:
    """Whether two values of one field are equal."""
    if first is other:
        return True
    if type(first) in PLAIN:
        return bool(first == other)
    if isinstance(first, float):
        return first == other or (_is_nan(first) and _is_nan(other))
    if isinstance(first, list) and isinstance(other, list):
        return _lists_equal(cast("Sequence[object]", first), cast("Sequence[object]", other))
    if isinstance(first, dict) and isinstance(other, dict):
        return _maps_equal(
            cast("Mapping[object, object]", first), cast("Mapping[object, object]", other)
        )
    if isinstance(first, tuple) and isinstance(
        other, tuple
    ):  # an item of a map whose keys are structs
        both = cast("Sequence[object]", first), cast("Sequence[object]", other)
        return len(both[0]) == len(both[1]) and all(map(are_equal, *both))
    return bool(first == other)


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and isnan(value)


def _lists_equal(first: Sequence[object], other: Sequence[object]) -> bool:
    if len(first) != len(other):
        return False
    if first and type(first[0]) not in _DEEP:
        if first == other:
            return True
        if type(first[0]) not in PLAIN:  # records: they compare their own floats
            return False
    return all(map(are_equal, first, other))


def _maps_equal(first: Mapping[object, object], other: Mapping[object, object]) -> bool:
    """A key that is NaN is found by identity alone, so such maps are compared in their order."""
    if len(first) != len(other):
        return False
    try:
        return all(are_equal(value, other[key]) for key, value in first.items())
    except KeyError:
        return any(map(_is_nan, first)) and _lists_equal([*first.items()], [*other.items()])

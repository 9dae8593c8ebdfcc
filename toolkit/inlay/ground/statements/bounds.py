"""The bounds that statistics give, as far as they agree with themselves: a pair in order, and deprecated ones beside others."""

from __future__ import annotations

import struct
from typing import Any, Final, NamedTuple

from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.ends import NO_ENDS, Ends, is_bound
from inlay.ground.values.orders import Key, is_greater
from parquet_format.parquet import Statistics

NAN: Final = "bounds that are NaN"
INVERTED: Final = "a minimum above the maximum"
DIFFERENT: Final = "bounds and deprecated bounds that differ"
NO_BOUNDS: Final = "no bounds in the statistics"
NO_STATISTICS: Final = "no statistics"
_NO_VALUE: Final = "a bound that is not a value of the type"


class KnownBounds(NamedTuple):
    """In the order of the column; None where one is not known. `why` says why there are none, or of what to beware."""

    low: Any = None
    high: Any = None
    why: str = ""

    @property
    def ends(self) -> Ends:
        return NO_ENDS if self.why else Ends(self.low, self.high)

    @property
    def are_contradicted(self) -> bool:
        """Whether the bounds cannot be true, whatever the values are."""
        return self.why in (INVERTED, DIFFERENT)


def read_bounds(rules: ColumnRules, statistics: Statistics) -> KnownBounds:
    """Whoever wrote them."""
    low, high = statistics.min_value, statistics.max_value
    if low is None and high is None:
        return _read_deprecated(rules, statistics)
    if rules.order is None:
        return KnownBounds(why="bounds without a column order: nothing says what they mean")
    if len(rules.keys) != 1:
        return KnownBounds(why="values of this type have no order")
    has_old = statistics.min is not None or statistics.max is not None
    if has_old and _has_other_bounds(rules, statistics):
        return KnownBounds(why=DIFFERENT)
    return _read(rules, rules.keys[0], low, high)


def are_inverted(rules: ColumnRules, statistics: Statistics) -> bool:
    """Whether the minimum of a pair is above its maximum by each order that its writer may have meant: also of bounds that
    `read_bounds` leaves aside, because nothing says their order or there are newer ones."""
    return _is_inverted(rules, statistics.min_value, statistics.max_value, rules.keys) or (
        _is_inverted(rules, statistics.min, statistics.max, rules.deprecated_keys)
    )


def _is_inverted(
    rules: ColumnRules, low: bytes | None, high: bytes | None, keys: tuple[Key, ...]
) -> bool:
    if low is None or high is None or low == high:
        return False
    return _fits(rules, low) and _fits(rules, high) and is_greater(low, high, keys)


def has_bounds(rules: ColumnRules, statistics: Statistics) -> bool:
    """Whether there is any, also a deprecated one."""
    if statistics.min_value or statistics.max_value:
        return True
    every = (statistics.min_value, statistics.max_value, statistics.min, statistics.max)
    return any(raw is not None and is_bound(raw, rules.element.type) for raw in every)


def has_nan(bounds: KnownBounds, statistics: Statistics) -> bool:
    """Whether a bound of floating-point numbers is one of the NaNs that `read_bounds` leaves out."""
    if bounds.why == NAN:
        return True
    low, high = statistics.min_value, statistics.max_value
    if low is None and high is None:
        low, high = statistics.min, statistics.max
    is_left_out = (low is not None and bounds.low is None) or (
        high is not None and bounds.high is None
    )
    return not bounds.why and is_left_out


def _has_other_bounds(rules: ColumnRules, statistics: Statistics) -> bool:
    """Whether the deprecated bounds, of a type for which they mean the same, are others."""
    low, high = statistics.min, statistics.max
    if low == statistics.min_value and high == statistics.max_value:
        return False
    pairs = ((statistics.min_value, low), (statistics.max_value, high))
    return any(
        bound is not None and old is not None and bound != old and _differ(rules, bound, old)
        for bound, old in pairs
    )


def _differ(rules: ColumnRules, bound: bytes, old: bytes) -> bool:
    if not rules.has_signed_order or not (_fits(rules, bound) and _fits(rules, old)):
        return False
    key = rules.keys[0]
    first, second = key(bound), key(old)
    return first is not None and second is not None and bool(first != second)


def _read_deprecated(rules: ColumnRules, statistics: Statistics) -> KnownBounds:
    """`min` and `max` are in the signed order, so they are bounds of signed values, and of others if both are the same."""
    low, high = statistics.min, statistics.max
    if low is None and high is None:
        return KnownBounds(why=NO_BOUNDS)
    if len(rules.typed_keys) != 1:
        return KnownBounds(why="values of this type have no order")
    if not rules.has_signed_order and low != high:
        return KnownBounds(why="only deprecated bounds, whose order is another")
    return _read(rules, rules.typed_keys[0], low, high)


def _read(rules: ColumnRules, key: Key, low: bytes | None, high: bytes | None) -> KnownBounds:
    if not (_fits(rules, low) and _fits(rules, high)):
        return KnownBounds(why=_NO_VALUE)
    try:
        first = None if low is None else key(low)
        last = None if high is None else key(high)
    except (ValueError, struct.error):
        return KnownBounds(why=_NO_VALUE)
    if first is not None and last is not None and first > last:
        return KnownBounds(why=INVERTED)
    if first is None and last is None and (low is not None or high is not None):
        return KnownBounds(why=NAN)
    return KnownBounds(first, last)  # of two, one that is NaN is ignored, as the format says


def _fits(rules: ColumnRules, raw: bytes | None) -> bool:
    """Whether the bytes have a length that values of the type have."""
    if raw is None:
        return True
    if rules.size is not None:
        return len(raw) == rules.size
    return bool(raw) or not rules.is_decimal

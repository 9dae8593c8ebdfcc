"""Whether a test of a column may be true of a row, by what is known of its values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from inlay.pruning.facts import Facts
from inlay.pruning.filters import IN, IS_NULL, ColumnTest
from inlay.pruning.literals import PlacedValue


class Judgement(NamedTuple):
    """`by` is what decides: `statistics`, `column index`, `Bloom filter`, or `nothing`; `why` says what it says."""

    test: ColumnTest
    may_match: bool
    by: str
    why: str


STATISTICS: Final = "statistics"
COLUMN_INDEX: Final = "column index"
BLOOM_FILTER: Final = "Bloom filter"
NOTHING: Final = "nothing"


def judge(
    test: ColumnTest,
    placed: Sequence[PlacedValue | None],
    facts: Facts,
    by: str,
    *,
    nan_is_largest: bool,
) -> Judgement:
    """`placed` are the values of the test in the order of the column, None for one that has no place there."""
    if test.operator == IS_NULL:
        return _judge_null(test, facts, by)
    if facts.are_all_null:
        return Judgement(test, False, by, "only nulls")
    bounds = facts.bounds
    if bounds.low is None and bounds.high is None:
        return Judgement(test, True, NOTHING, bounds.why or "no bounds")
    if any(value is None for value in placed):
        return Judgement(test, True, NOTHING, "a value without a place in the order of the column")
    values = [value for value in placed if value is not None]
    may_match = _may_match(test, values, facts, nan_is_largest=nan_is_largest)
    why = facts.shown
    if may_match and facts.may_have_nan and _is_kept_for_nan(test, values, facts, nan_is_largest):
        why += ", and there may be NaN"
    return Judgement(test, may_match, by, why)


def _judge_null(test: ColumnTest, facts: Facts, by: str) -> Judgement:
    if facts.nulls is None:
        return Judgement(test, True, NOTHING, "no count of nulls")
    if test.is_negated:
        why = "only nulls" if facts.are_all_null else f"{facts.nulls:,} nulls"
        return Judgement(test, not facts.are_all_null, by, why)
    return Judgement(
        test, facts.nulls > 0, by, f"{facts.nulls:,} nulls" if facts.nulls else "no nulls"
    )


def _is_kept_for_nan(
    test: ColumnTest, values: Sequence[PlacedValue], facts: Facts, nan_is_largest: bool
) -> bool:
    without = facts._replace(may_have_nan=False)
    return not _may_match(test, values, without, nan_is_largest=nan_is_largest)


def _may_match(
    test: ColumnTest, values: Sequence[PlacedValue], facts: Facts, *, nan_is_largest: bool
) -> bool:
    low, high = facts.bounds.low, facts.bounds.high
    if test.operator in (IN, "="):
        if test.is_negated:
            return facts.may_have_nan or not any(_is_all(value, low, high) for value in values)
        return any(
            not _is_above(value.low, high) and not _is_above(low, value.high) for value in values
        )
    (value,) = values
    is_upward = test.operator in (">", ">=")
    if facts.may_have_nan:
        # NaN compares as false, so `not` makes it true; where it is the largest, it is above all.
        is_true_of_nan = is_upward and nan_is_largest
        if is_true_of_nan != test.is_negated:
            return True
    match test.operator, test.is_negated:
        case (">", False) | ("<=", True):
            return high is None or high > value.low
        case (">=", False) | ("<", True):
            return not _is_above(value.low, high)
        case ("<", False) | (">=", True):
            return low is None or low < value.high
        case _:
            return not _is_above(low, value.high)


def _is_above(first: Any, second: Any) -> bool:
    """False where either is not known."""
    return first is not None and second is not None and bool(first > second)


def _is_all(value: PlacedValue, low: Any, high: Any) -> bool:
    return low is not None and bool(low == high == value.low == value.high)

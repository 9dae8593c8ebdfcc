"""Whether a test of a column may be true of a row, by what is known of its values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
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


class Decision(NamedTuple):
    """A Judgement whose reason is put into words when somebody asks for it."""

    may_match: bool
    by: str
    explain: Callable[[], str]


STATISTICS: Final = "statistics"
COLUMN_INDEX: Final = "column index"
BLOOM_FILTER: Final = "Bloom filter"
NOTHING: Final = "nothing"


def quote_reason(why: str) -> Callable[[], str]:
    """A reason whose words are there already."""
    return lambda: why


_ONLY_NULLS: Final = Decision(False, STATISTICS, quote_reason("only nulls"))
_WITHOUT_PLACE: Final = Decision(
    True, NOTHING, quote_reason("a value without a place in the order of the column")
)


def judge(
    test: ColumnTest,
    placed: Sequence[PlacedValue | None],
    facts: Facts,
    by: str,
    *,
    nan_is_largest: bool,
) -> Decision:
    """`placed` are the values of the test in the order of the column, None for one that has no place there."""
    if test.operator == IS_NULL:
        return _decide_null(test, facts, by)
    if facts.are_all_null:
        return _ONLY_NULLS._replace(by=by)
    bounds = facts.bounds
    if bounds.low is None and bounds.high is None:
        return Decision(True, NOTHING, quote_reason(bounds.why or "no bounds"))
    values = [value for value in placed if value is not None]
    if len(values) < len(placed):
        return _WITHOUT_PLACE
    may_match = _may_match(test, values, facts, nan_is_largest=nan_is_largest)
    why = partial(_explain_bounds, test, values, facts, may_match, nan_is_largest)
    return Decision(may_match, by, why)


def _explain_bounds(
    test: ColumnTest,
    values: Sequence[PlacedValue],
    facts: Facts,
    may_match: bool,
    nan_is_largest: bool,
) -> str:
    if may_match and facts.may_have_nan and _is_kept_for_nan(test, values, facts, nan_is_largest):
        return f"{facts.shown}, and there may be NaN"
    return facts.shown


def _decide_null(test: ColumnTest, facts: Facts, by: str) -> Decision:
    nulls = facts.nulls
    if nulls is None:
        return Decision(True, NOTHING, quote_reason("no count of nulls"))
    if test.is_negated and facts.are_all_null:
        return _ONLY_NULLS._replace(by=by)
    may_match = test.is_negated or nulls > 0
    return Decision(may_match, by, lambda: _count_nulls(test, nulls))


def _count_nulls(test: ColumnTest, nulls: int) -> str:
    return f"{nulls:,} nulls" if nulls or test.is_negated else "no nulls"


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

"""What one test of a filter says of row groups and pages, by what is known of them.

`match_each` has the rule, for as many of them as there are at once: readers ask for nothing else. `judge` puts one into words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from inlay.ground.statements.bounds import KnownBounds
from inlay.ground.wording.amounts import count
from inlay.rows.pruning.facts import Facts
from inlay.rows.pruning.filters import IN, INTERSECTS, IS_NULL, ColumnTest
from inlay.rows.pruning.literals import PlacedValue


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

_WITHOUT_PLACE: Final = "a value without a place in the order of the column"


def match_each(
    test: ColumnTest,
    placed: Sequence[PlacedValue | None],
    facts: Sequence[Facts],
    *,
    nan_is_largest: bool,
) -> list[bool]:
    """Of each row group or page whether the test may be true in it. `placed` are the values of the test in the order of the
    column, None for one that has no place there."""
    if test.operator == IS_NULL:
        if test.is_negated:
            return [not it.are_all_null for it in facts]
        return [it.nulls is None or it.nulls > 0 for it in facts]
    values = [value for value in placed if value is not None]
    if test.operator == INTERSECTS or len(values) < len(placed):
        return [not it.are_all_null for it in facts]
    bounds = [it.bounds for it in facts]
    within = _match_bounds(test, values, bounds)
    if _is_true_of_nan(test, nan_is_largest):
        within = [may or it.may_have_nan for may, it in zip(within, facts, strict=True)]
    return [
        (may or (known.low is None and known.high is None)) and not it.are_all_null
        for may, known, it in zip(within, bounds, facts, strict=True)
    ]


def _match_bounds(
    test: ColumnTest, values: Sequence[PlacedValue], bounds: Sequence[KnownBounds]
) -> list[bool]:
    """Of values that are not NaN."""
    if test.operator in (IN, "="):
        if test.is_negated:
            return [not any(_is_all(it, value) for value in values) for it in bounds]
        return [any(_has(it, value) for value in values) for it in bounds]
    ((first, last, _),) = values
    match test.operator, test.is_negated:
        case (">", False) | ("<=", True):
            return [high is None or high > first for _, high, _ in bounds]
        case (">=", False) | ("<", True):
            return [high is None or high >= first for _, high, _ in bounds]
        case ("<", False) | (">=", True):
            return [low is None or low < last for low, _, _ in bounds]
        case _:
            return [low is None or low <= last for low, _, _ in bounds]


def _has(bounds: KnownBounds, value: PlacedValue) -> bool:
    low, high, _ = bounds
    return (high is None or value.low <= high) and (low is None or low <= value.high)


def _is_all(bounds: KnownBounds, value: PlacedValue) -> bool:
    low, high, _ = bounds
    return low is not None and bool(low == high == value.low == value.high)


def _is_true_of_nan(test: ColumnTest, nan_is_largest: bool) -> bool:
    """NaN compares as false, so `not` makes it true; where it is the largest, it is above all."""
    is_true = nan_is_largest and test.operator in (">", ">=")
    return is_true != test.is_negated


def judge(
    test: ColumnTest,
    placed: Sequence[PlacedValue | None],
    facts: Facts,
    by: str,
    may_match: bool,
    *,
    nan_is_largest: bool,
) -> Judgement:
    """The same of one of them, of which `match_each` says whether it `may_match`, and why; `by` is what the facts are from."""
    nulls, bounds = facts.nulls, facts.bounds
    if test.operator == IS_NULL:
        if nulls is None:
            return Judgement(test, may_match, NOTHING, "no count of nulls")
        if may_match or not test.is_negated:
            return Judgement(test, may_match, by, count(nulls, "null") if may_match else "no nulls")
    if facts.are_all_null:
        return Judgement(test, may_match, by, "only nulls")
    if bounds.low is None and bounds.high is None:
        return Judgement(test, may_match, NOTHING, bounds.why or "no bounds")
    if None in placed:
        return Judgement(test, may_match, NOTHING, _WITHOUT_PLACE)
    why = facts.shown
    if may_match and facts.may_have_nan:
        without = [facts._replace(may_have_nan=False)]
        if not all(match_each(test, placed, without, nan_is_largest=nan_is_largest)):
            why = f"{why}, and there may be NaN"
    return Judgement(test, may_match, by, why)

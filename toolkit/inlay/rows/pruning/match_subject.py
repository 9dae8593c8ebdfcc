"""What a test says of many row groups, pages or files at once, where the columns beside a shredded Variant have a say, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.rows.pruning.facts import Facts
from inlay.rows.pruning.filters import IS_NULL, ColumnTest
from inlay.rows.pruning.judge import match_each
from inlay.rows.pruning.subjects import FilterSubject

_VARIANT_NULL: Final = b"\0"


def match_subject(
    subject: FilterSubject,
    known: Sequence[Facts] | None,
    residuals: Sequence[Sequence[Facts]],
    count: int,
    *,
    nan_is_largest: bool,
) -> list[bool]:
    """Whether the test may be true in each of `count` of them. `known` is what is known of the column in each, None where it has none, and
    `residuals` the same of each column that may have other values of it."""
    if subject.is_residual:
        matches = [_matches_nothing(subject.test)] * count
    elif known is None:
        return [True] * count
    else:
        matches = match_each(subject.test, subject.placed, known, nan_is_largest=nan_is_largest)
    for facts in residuals:
        matches = [may or not is_empty(it) for may, it in zip(matches, facts, strict=True)]
    return matches


def is_empty(residual: Facts) -> bool:
    """Whether a `value` column holds nothing but nulls, be they those of Variants: one byte 0, which no bytes of a Variant are below."""
    return residual.are_all_null or residual.bounds.high == _VARIANT_NULL


def _matches_nothing(test: ColumnTest) -> bool:
    """Whether the test is true where there is no value."""
    return test.operator == IS_NULL and not test.is_negated

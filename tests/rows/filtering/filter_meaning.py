"""An independent model of a filter over Python values: what is true of a row, with the three values of SQL."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction
from math import isinf, isnan
from typing import Any

from inlay.rows.pruning.filters import AllOf, ColumnTest, FilterTree


def is_true(tree: FilterTree, row: dict[str, Any]) -> bool | None:
    """Of a row of plain values and decoded Variants; None where it is unknown."""
    if isinstance(tree, ColumnTest):
        outcome = _test(tree, follow(row[tree.names[0]], tree.steps or ()))
        return outcome if outcome is None or not tree.is_negated else not outcome
    parts = [is_true(part, row) for part in tree.parts]
    absorbing = not isinstance(tree, AllOf)
    if absorbing in parts:
        return absorbing
    return None if None in parts else not absorbing


def follow(value: Any, steps: Sequence[str | int]) -> Any:
    """None where there is nothing."""
    for step in steps:
        if isinstance(step, str):
            value = value.get(step) if isinstance(value, dict) else None
        elif isinstance(value, list):
            value = value[step] if -len(value) <= step < len(value) else None
        else:
            value = None
    return value


def _test(test: ColumnTest, value: Any) -> bool | None:
    if test.operator == "is null":
        return value is None
    if value is None:
        return None
    answers = [_compare(test.operator.replace("in", "="), value, other) for other in test.values]
    return True if True in answers else None if None in answers else False


def _compare(operator: str, value: Any, other: Any) -> bool | None:
    pair = _pair(value, other)
    if pair is None:
        return None
    left, right = pair
    if isinstance(left, float) and isnan(left):
        return False
    match operator:
        case "=":
            return bool(left == right)
        case "<":
            return bool(left < right)
        case "<=":
            return bool(left <= right)
        case ">":
            return bool(left > right)
        case _:
            return bool(left >= right)


def _pair(value: Any, other: Any) -> tuple[Any, Any] | None:
    """Both as what can be compared; None if they are of different kinds."""
    if isinstance(value, bool) or isinstance(other, bool):
        return (value, other) if isinstance(value, bool) and isinstance(other, bool) else None
    if isinstance(value, int | float | Decimal):
        return _numbers(value, other)
    if isinstance(value, str):
        return (value.encode(), other.encode()) if isinstance(other, str) else None
    if isinstance(value, bytes):
        data = other.encode() if isinstance(other, str) else other
        return (value, data) if isinstance(data, bytes) else None
    if isinstance(value, date) and isinstance(other, str):
        return _moments(value, other)
    return None


def _numbers(value: Any, other: Any) -> tuple[Any, Any] | None:
    if not isinstance(other, int | float | Decimal):
        return None
    if not isinstance(value, float):
        return Fraction(value), Fraction(other)
    if isnan(value) or isinf(value):
        return value, other
    return value, float(Fraction(other))


def _moments(value: date, other: str) -> tuple[Any, Any] | None:
    try:
        if not isinstance(value, datetime):
            return (value, date.fromisoformat(other)) if len(other) == 10 else None
        moment = datetime.fromisoformat(other)
    except ValueError:
        return None
    return value, moment.replace(tzinfo=UTC) if value.tzinfo is not None else moment

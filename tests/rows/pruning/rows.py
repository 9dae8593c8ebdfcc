"""An independent model of a filter: what is true of a row, value by value, with the three values of SQL."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from math import isnan
from typing import Any

import pyarrow as pa

from inlay.rows.pruning.filters import AllOf, ColumnTest, FilterTree

Row = dict[str, Any]


def is_true(tree: FilterTree, row: Row, *, nan_is_largest: bool) -> bool | None:
    """None where it is unknown."""
    if isinstance(tree, ColumnTest):
        found = _test(tree, row[tree.column], nan_is_largest)
        return found if found is None or not tree.is_negated else not found
    parts = [is_true(part, row, nan_is_largest=nan_is_largest) for part in tree.parts]
    absorbing = not isinstance(tree, AllOf)
    if absorbing in parts:
        return absorbing
    return None if None in parts else not absorbing


def _test(test: ColumnTest, value: Any, nan_is_largest: bool) -> bool | None:
    if test.operator == "is null":
        return value is None
    if value is None:
        return None
    if isinstance(value, float) and isnan(value):
        return test.operator in (">", ">=") and nan_is_largest
    if isinstance(value, Decimal) and any(isinstance(other, float) for other in test.values):
        value = pa.scalar(value).cast(pa.float64()).as_py()  # as pyarrow compares them
    others = [_like(value, other) for other in test.values]
    match test.operator:
        case "in" | "=":
            return value in others
        case "<":
            return bool(value < others[0])
        case "<=":
            return bool(value <= others[0])
        case ">":
            return bool(value > others[0])
        case _:
            return bool(value >= others[0])


def _like(value: Any, other: Any) -> Any:
    """What is written in a filter, as the rows have it."""
    match value:
        case datetime():
            return datetime.fromisoformat(other).replace(tzinfo=value.tzinfo)
        case date():
            return date.fromisoformat(other)
        case time():
            return time.fromisoformat(other)
        case bytes() if isinstance(other, str):
            return other.encode()
        case float() if isinstance(other, Decimal):
            return float(other)
        case _:
            return other

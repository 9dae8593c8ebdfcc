"""Filters of Spark by which row groups are left out. Spark applies all of them again, so each only has to be sound."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from pyspark.sql.datasource import (
    DataSourceReader,
    EqualNullSafe,
    EqualTo,
    Filter,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    IsNotNull,
    IsNull,
    LessThan,
    LessThanOrEqual,
    Not,
)

from inlay.rows.pruning.filters import (
    AllOf,
    ColumnTest,
    FilterTree,
    negate_filter,
)

_OPERATORS: Final[dict[type[Filter], str]] = {
    EqualTo: "=",
    LessThan: "<",
    LessThanOrEqual: "<=",
    GreaterThan: ">",
    GreaterThanOrEqual: ">=",
}
_VALUES: Final = (bool, int, float, Decimal, str, bytes, date)


class RowFilters:
    """The method `pushFilters` of a reader, as Spark may see it (`footers/filters.py` says why): it takes note of what can be
    pruned by, and gives everything back."""

    __func__ = staticmethod(DataSourceReader.pushFilters)

    def __init__(self) -> None:
        self.trees: list[FilterTree] = []

    def __call__(self, filters: list[Filter]) -> Iterator[Filter]:
        for filter_ in filters:
            tree = filter_from_spark(filter_)
            if tree is not None:
                self.trees.append(tree)
            yield filter_


def filter_from_spark(filter_: Filter) -> FilterTree | None:
    """None for what nothing is pruned by: columns in structs, texts that begin or end with something, values of other types."""
    if isinstance(filter_, Not):
        child = filter_from_spark(filter_.child)
        return None if child is None else negate_filter(child)
    names: tuple[str, ...] = getattr(filter_, "attribute", ())
    if len(names) != 1:
        return None
    is_there = ColumnTest(names, "is null", is_negated=True)
    match filter_:
        case IsNull():
            return negate_filter(is_there)
        case IsNotNull():
            return is_there
        case EqualNullSafe(value=None):
            return negate_filter(is_there)
        case EqualNullSafe() if _is_taken(filter_.value):
            return AllOf((ColumnTest(names, "=", (filter_.value,)), is_there))
        case In():
            values = tuple(value for value in filter_.value if value is not None)
            return ColumnTest(names, "in", values) if all(map(_is_taken, values)) else None
        case _:
            operator = _OPERATORS.get(type(filter_))
            value: Any = getattr(filter_, "value", None)
            if operator is None or not _is_taken(value):
                return None
            return ColumnTest(names, operator, (value,))


def _is_taken(value: object) -> bool:
    """A moment without a zone is left alone: it depends on the session."""
    return isinstance(value, _VALUES) and not (isinstance(value, datetime) and value.tzinfo is None)

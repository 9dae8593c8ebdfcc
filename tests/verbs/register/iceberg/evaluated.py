"""Filters by pyiceberg's own evaluators, beside what the rows say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from math import isnan
from typing import Any, Final, NamedTuple

import pyarrow as pa
from pyiceberg.expressions import (
    BooleanExpression,
    EqualTo,
    GreaterThan,
    GreaterThanOrEqual,
    LessThan,
    LessThanOrEqual,
    NotEqualTo,
)
from pyiceberg.expressions.parser import parse
from pyiceberg.manifest import DataFile
from pyiceberg.schema import Schema
from pyiceberg.types import DoubleType, FloatType

from tests.verbs.register.iceberg.tables import may_match, must_match

_COMPARED: Final[Sequence[tuple[Any, Callable[[Any, Any], bool]]]] = (
    (EqualTo, lambda a, b: a == b),
    (NotEqualTo, lambda a, b: a != b),
    (LessThan, lambda a, b: a < b),
    (LessThanOrEqual, lambda a, b: a <= b),
    (GreaterThan, lambda a, b: a > b),
    (GreaterThanOrEqual, lambda a, b: a >= b),
)


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and isnan(value)


class _Filter(NamedTuple):
    expression: BooleanExpression
    matches: Callable[[Any], bool]


def _compare(expression: Any, compare: Callable[[Any, Any], bool], literal: Any) -> _Filter:
    return _Filter(
        expression("x", literal), lambda value: value is not None and compare(value, literal)
    )


def _list_filters(literals: Sequence[Any], *, is_float: bool) -> list[_Filter]:
    filters = [
        _Filter(parse("x is null"), lambda value: value is None),
        _Filter(parse("x is not null"), lambda value: value is not None),
    ]
    if is_float:
        filters.append(_Filter(parse("x is nan"), _is_nan))
        filters.append(_Filter(parse("x is not nan"), lambda value: not _is_nan(value)))
    for literal in literals:
        filters += [_compare(expression, compare, literal) for expression, compare in _COMPARED]
    return filters


def check_filters(
    schema: Schema, entry: DataFile, array: pa.Array[Any], literals: Sequence[Any] | None = None
) -> None:
    """No file with a row is passed over, and none with another row is dropped whole. A filter that matches NaN where a reader says so is
    asked by `is_nan` alone."""
    values: list[Any] = [_plain(value) for value in array]
    field = schema.find_field("x")
    is_float = isinstance(field.field_type, FloatType | DoubleType)
    asked = values if literals is None else literals
    if not all(isinstance(it, _LITERALS) for it in asked if it is not None):
        asked = []
    known = [it for it in asked if it is not None and not _is_nan(it)]
    for filter_, matches in _list_filters(known, is_float=is_float):
        rows = [matches(value) for value in values]
        if any(rows):
            assert may_match(schema, filter_, entry), filter_
        # To Iceberg, a null is unequal to any value, as its deletes are; scans leave nulls out.
        is_unequal = isinstance(filter_, NotEqualTo)
        if not all(
            row or (is_unequal and it is None) for row, it in zip(rows, values, strict=True)
        ):
            assert not must_match(schema, filter_, entry), filter_


_LITERALS: Final = (bool, int, float, str, bytes, date, datetime, time)


def _plain(value: Any) -> Any:
    try:
        return value.as_py()
    except (OverflowError, ValueError):  # a day that Python does not have
        return value.value

"""Bounds of a table hold those of all of its files: as text, in the order of the type and not of the text."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.verbs.register.schema.table_types import (
    DecimalType,
    IntegerType,
    SimpleType,
    TableType,
    TimestampType,
    TimeType,
)
from inlay.verbs.register.targets.ducklake.bound_texts import unite_texts
from inlay.verbs.register.targets.ducklake.statistics import (
    FileStatistics,
    TableStatistics,
    unite_statistics,
)

_MICROS: Final = 10**6


def _write_moment(value: datetime) -> str:
    return value.isoformat(" ") + "+00"


_TYPES: Final[list[tuple[TableType, st.SearchStrategy[Any], Callable[[Any], str]]]] = [
    (IntegerType(64), st.integers(-(2**63), 2**63 - 1), str),
    (DecimalType(20, 2), st.decimals(-(10**9), 10**9, places=2), lambda it: f"{it:f}"),
    (SimpleType.DOUBLE, st.floats(allow_nan=False, allow_infinity=False), repr),
    (SimpleType.STRING, st.text(), str),
    (SimpleType.DATE, st.dates(), date.isoformat),
    (TimeType(_MICROS, is_utc=False), st.times(), time.isoformat),
    (TimestampType(_MICROS, is_utc=False), st.datetimes(), lambda it: it.isoformat(" ")),
    (TimestampType(_MICROS, is_utc=True), st.datetimes(), _write_moment),
]


def _key(value: Any) -> Any:
    return value.encode() if isinstance(value, str) else value


@given(st.data())
def test_the_outermost_text_is_that_of_the_outermost_value(data: st.DataObject) -> None:
    type_, strategy, write = data.draw(st.sampled_from(_TYPES))
    values = data.draw(st.lists(strategy, min_size=1, max_size=4))
    texts = [write(value) for value in values]
    for is_upper, choose in ((False, min), (True, max)):
        text = unite_texts(texts, type_, is_upper=is_upper)
        assert text == write(choose(values, key=_key)) or _is_equal(text, choose(values), write)


def _is_equal(text: str | None, value: Any, write: Callable[[Any], str]) -> bool:
    """-0.0 and 0.0 are one number."""
    return isinstance(value, float) and text is not None and float(text) == float(write(value))


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (SimpleType.DATE, "11968-12-31"),
        (SimpleType.DATE, "0222-09-04 (BC)"),
        (SimpleType.DOUBLE, "inf"),
        (TimestampType(_MICROS, is_utc=True), "2024-01-01 00:00:00+02"),
        (IntegerType(32), "one"),
        (SimpleType.BINARY, "6D"),
    ],
)
def test_a_text_that_cannot_be_compared_leaves_no_bound(type_: TableType, text: str) -> None:
    assert unite_texts([text], type_, is_upper=True) is None


_ONE: Final = FileStatistics(9, 1, 0, "1", "1", None)


@pytest.mark.parametrize(
    ("before", "file", "after"),
    [
        (None, _ONE, (False, None, "1", "1", None)),
        (None, _ONE._replace(nulls=None), (True, None, "1", "1", None)),
        (None, _ONE._replace(nulls=3), (True, None, "1", "1", None)),
        (None, _ONE._replace(least=None), (False, None, None, "1", None)),
        (
            None,
            _ONE._replace(values=0, nulls=1, least=None, most=None),
            (True, None, None, None, None),
        ),
        (TableStatistics(False, None, "-5", "0"), _ONE, (False, None, "-5", "1", None)),
        (TableStatistics(True, None, None, "9"), _ONE, (True, None, None, "9", None)),
    ],
)
def test_what_one_side_does_not_know_nobody_knows(
    before: TableStatistics | None, file: FileStatistics, after: tuple[Any, ...]
) -> None:
    assert unite_statistics(before, [file], IntegerType(64)) == after


@pytest.mark.parametrize(
    ("nans", "has_nan"),
    [([False, False], False), ([False, None], None), ([None, True], True), ([True], True)],
)
def test_a_table_has_no_nan_if_no_file_has_one(nans: list[bool | None], has_nan: bool) -> None:
    files = [FileStatistics(9, 1, 0, "1.0", "1.0", it) for it in nans]
    assert unite_statistics(None, files, SimpleType.DOUBLE).has_nan is has_nan


def test_numbers_are_not_ordered_as_text() -> None:
    assert unite_texts(["9", "10", "-2"], IntegerType(8), is_upper=True) == "10"
    assert (
        unite_texts([str(Decimal("-10.5")), "-9.0"], DecimalType(9, 1), is_upper=False) == "-10.5"
    )

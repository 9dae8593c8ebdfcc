"""`read_table(filters=)` by lists holds ints and Decimals against numbers of any type by value, and never says what pyarrow says of digits."""

from __future__ import annotations

import io
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.rows.filtering.list_expression import build_expression

HUGE = 10**37
OPERATORS: dict[str, Any] = {"=": eq, "==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
COLUMNS: list[tuple[pa.DataType, list[Any]]] = [
    (pa.decimal128(4, 2), [Decimal(text) for text in ("-99.99", "-1.50", "0", "1.00", "1.01")]),
    (pa.decimal128(9, 0), [Decimal(number) for number in (-2, 0, 1, 999_999_999)]),
    (pa.decimal128(18, 18), [Decimal(text) for text in ("-0.5", "0", "0.100000000000000001")]),
    (pa.decimal128(38, 0), [Decimal(number) for number in (-HUGE, -1, 0, 1, HUGE)]),
    (pa.decimal128(38, 37), [Decimal(text) for text in ("-1.5", "1", "1.01", "9.5")]),
    (pa.decimal256(60, 10), [Decimal(number) for number in (-HUGE, 1, HUGE)]),
    (pa.int8(), [-128, -1, 0, 1, 127]),
    (pa.int64(), [-(2**63), -1, 1, 2, 2**63 - 1]),
    (pa.uint64(), [0, 1, 2, 2**64 - 1]),
    (pa.float64(), [-1.5, 1.0, 2.0**53, 1e300]),
    (pa.float16(), [-1.5, 0.0, 1.0, 1.5, 65504.0]),
]
"""The values are in order, each in a row group of its own, so that each is pruned by itself."""
EXACT: list[Any] = [
    0, 1, -1, 2, -2, 10**6, -(10**6), 2**53 + 1, 2**63, -(2**63) - 1, 2**64, HUGE, 10**40, -(10**40),
    Decimal("1"), Decimal("1.00"), Decimal("1.005"), Decimal("1.01"), Decimal("-1.5"), Decimal("1E+37"), Decimal("0.1"),
]  # fmt: skip


def _file(type_: pa.DataType, values: list[Any]) -> bytes:
    sink = io.BytesIO()
    pq.write_table(_table(type_, values), sink, row_group_size=1)
    return sink.getvalue()


def _table(type_: pa.DataType, values: list[Any]) -> pa.Table:
    return pa.table({"n": pa.array([*values, None], type_)})


def _select(table: pa.Table, *test: Any) -> list[Any]:
    return table.filter(build_expression([("n", *test)], table.schema))["n"].to_pylist()


def _read(data: bytes, *test: Any) -> list[Any]:
    return inlay.read_table(data, filters=[("n", *test)])["n"].to_pylist()


def _as_compared(value: Any, type_: pa.DataType) -> Fraction:
    return Fraction(float(value) if pa.types.is_floating(type_) else value)


@pytest.mark.parametrize(("type_", "values"), COLUMNS, ids=lambda it: str(it)[:24])
def test_numbers_are_compared_by_value(type_: pa.DataType, values: list[Any]) -> None:
    """Of a table by the expression alone, and now and then of a file, which is pruned, too."""
    data, table = _file(type_, values), _table(type_, values)
    for at, given in enumerate(EXACT):
        number = _as_compared(given, type_)
        for operator, holds in OPERATORS.items():
            expected = [value for value in values if holds(Fraction(value), number)]
            assert _select(table, operator, given) == expected, (operator, given)
            if at % 7 == 0:
                assert _read(data, operator, given) == expected, (operator, given)


@pytest.mark.parametrize(("type_", "values"), COLUMNS, ids=lambda it: str(it)[:24])
def test_sets_of_numbers(type_: pa.DataType, values: list[Any]) -> None:
    data, table = _file(type_, values), _table(type_, values)
    sets: list[list[Any]] = [[given] for given in EXACT]
    sets += [[1, 10**40, Decimal("-1.50")], [None, 1], [10**40], [None, 10**40, 1]]
    inside: list[Any] = []
    outside: list[Any] = []
    for given in sets:
        numbers = {_as_compared(it, type_) for it in given if it is not None}
        is_in = [Fraction(value) in numbers for value in values] + [None in given]
        rows = [*values, None]
        inside = [value for value, it in zip(rows, is_in, strict=True) if it]
        outside = [value for value, it in zip(rows, is_in, strict=True) if not it]
        assert _select(table, "in", given) == inside, given
        assert _select(table, "not in", given) == outside, given
    assert _read(data, "in", sets[-1]) == inside
    assert _read(data, "not in", sets[-1]) == outside


def test_a_float_in_a_set_is_compared_as_by_the_equals_sign() -> None:
    """pyarrow cuts it to the digits of the column, and finds 1 for 1.01."""
    data = _file(pa.decimal128(38, 0), [Decimal(1), Decimal(2)])
    for given in (1.01, inf, nan):
        assert _read(data, "=", given) == _read(data, "in", [given]) == []
        assert _read(data, "not in", [given]) == [Decimal(1), Decimal(2), None]
    assert _read(data, "in", [1.01, 2.0]) == _read(data, "in", [1.01, 2]) == [Decimal(2)]


def test_numbers_of_other_packages() -> None:
    values = [Decimal("1.00"), Decimal("1.01")]
    data = _file(pa.decimal128(4, 2), values)
    for one in (np.int64(1), pa.scalar(1), pa.scalar(Decimal(1))):
        assert _read(data, ">", one) == values[1:]
        assert _read(data, "in", [one]) == values[:1]
    assert _read(data, "in", np.array([1, 5])) == values[:1]


def test_lists_of_lists_hold_together() -> None:
    data = _file(pa.decimal128(4, 2), [Decimal(-1), Decimal(1), Decimal(2)])
    filters = [[("n", ">", 1), ("n", "<", 10**40)], [("n", "=", -1)]]
    found = inlay.read_table(data, filters=filters)["n"].to_pylist()
    assert found == [Decimal(-1), Decimal(2)]


@pytest.mark.parametrize("filters", [[], [[]], [("n", ">")], [("n", "~", 1)], [("n", "=", 1), []]])
def test_what_is_no_filter_is_an_error_of_pyarrow(filters: Any) -> None:
    data = _file(pa.decimal128(4, 2), [Decimal(1)])
    with pytest.raises((ValueError, TypeError)):
        inlay.read_table(data, filters=filters)


FLOATS: list[Any] = [1.5, 1.1, 1e9, -inf, np.float16(1.5), np.float32(1.1), pa.scalar(1.5, pa.float16())]  # fmt: skip


@pytest.mark.parametrize("type_", [pa.float16(), pa.float32(), pa.float64()], ids=str)
@pytest.mark.parametrize("given", FLOATS, ids=repr)
def test_floats_of_any_width_are_compared(type_: pa.DataType, given: Any) -> None:
    """pyarrow compares no float of 16 bits; the text of a filter does."""
    values = [-1.5, 0.0, 1.5, 1024.0]
    data = _file(type_, values)
    number = given.as_py() if isinstance(given, pa.Scalar) else float(given)
    for operator, holds in OPERATORS.items():
        expected = [value for value in values if holds(value, number)]
        assert _read(data, operator, given) == expected, operator
    there = [value for value in values if value == number]
    assert _read(data, "in", [given, 1024.0]) == [*there, 1024.0]
    absent: list[Any] = [value for value in values if value != number]
    assert _read(data, "not in", [given]) == [*absent, None]
    assert _read(data, "in", [None]) == [None]
    assert _read(data, "in", []) == []

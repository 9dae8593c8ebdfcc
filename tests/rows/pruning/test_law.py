"""The law: no row that matches lies in what is pruned. Whatever the types, values, nulls, NaNs, pages and filters."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.rows.pruning import Pruning, parse_filter, prune
from inlay.rows.pruning.filters import (
    AllOf,
    AnyOf,
    ColumnTest,
    FilterTree,
    list_tests,
    negate_filter,
)
from inlay.rows.pruning.prune_file import prune_for_reading
from tests.rows.pruning.rows import is_true

TYPES: dict[str, tuple[pa.DataType, list[Any], list[Any]]] = {
    "tiny": (pa.int8(), [-128, -1, 0, 1, 127], [-129, -1, 0, 1, 200]),
    "whole": (pa.int64(), [-(2**63), -5, 0, 7, 2**63 - 1], [-(2**70), -5, 0, 6, 7, Decimal("6.5")]),
    "unsigned": (pa.uint32(), [0, 1, 2**31, 2**32 - 1], [-1, 0, 2**31, 2**32 - 1, 2**33]),
    "large": (pa.uint64(), [0, 1, 2**63, 2**64 - 1], [0, 2**63, 2**64 - 1]),
    "real": (
        pa.float64(),
        [0.0, -0.0, 0.1, -2.5, 1e300, float("inf"), float("-inf"), float("nan")],
        [0, Decimal("0.1"), Decimal("-2.5"), 10**300, -3],
    ),
    "narrow": (
        pa.float32(),
        [0.0, -0.0, 0.5, -2.5, 16777216.0, float("nan")],
        [0, Decimal("0.5"), -3, 16777216, 16777217],
    ),
    "half": (pa.float16(), [0.0, 0.5, -2.5, 2048.0, float("nan")], [0, Decimal("0.5"), 2049]),
    "price": (
        pa.decimal128(7, 2),
        [Decimal("-10.25"), Decimal("0.00"), Decimal("1.10"), Decimal("99999.99")],
        [-11, Decimal("-10.25"), Decimal("1.1"), Decimal("1.105"), 100000],
    ),
    "amount": (
        pa.decimal128(30, 3),
        [Decimal("-1.250"), Decimal("0.000"), Decimal("123456789012345678.001")],
        [-2, Decimal("-1.25"), 0, Decimal("123456789012345678.001")],
    ),
    "word": (
        pa.string(),
        ["", "a", "b" * 100, "ä", "\U0010ffff" * 30, "z", "b" * 99 + "c"],
        ["", "a", "b", "b" * 100, "ä", "zz", "\U0010ffff" * 30],
    ),
    "raw": (pa.binary(), [b"", b"\x00", b"\x7f", b"\xff" * 70, b"a"], [b"", b"\xff", b"a", "a"]),
    "flag": (pa.bool_(), [True, False], [True, False]),
    "day": (
        pa.date32(),
        [date(1960, 1, 1), date(1970, 1, 1), date(2026, 1, 2)],
        ["1960-01-01", "2026-01-02", "2026-01-03"],
    ),
    "at": (
        pa.timestamp("us"),
        [datetime(1960, 1, 1), datetime(2026, 1, 2, 3, 4, 5, 600)],
        ["1960-01-01", "2026-01-02 03:04:05.000600", "2026-01-02T03:04"],
    ),
    "moment": (
        pa.timestamp("ms", "UTC"),
        [datetime(1960, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, 3, tzinfo=UTC)],
        ["1960-01-01", "2026-01-02 03:00:00", "2026-01-02 03:00:00.000001"],
    ),
    "clock": (pa.time64("us"), [time(0), time(12, 30), time(23, 59, 59, 5)], ["00:00:00", "12:30"]),
}
"""By column: its type, what its rows hold, and what filters compare it with."""

FLOATS = {
    "price": [-10.25, 0.0, 1.1, 1.105, float("inf")],
    "amount": [-1.25, 0.0, 123456789012345678.001],
}
"""Compared with decimals, too; a text has no floats."""

ROWS = 24


@st.composite
def tables(draw: st.DrawFn) -> pa.Table:
    names = draw(st.lists(st.sampled_from(list(TYPES)), min_size=1, max_size=3, unique=True))
    columns: dict[str, Any] = {}
    for name in names:
        type_, values, _ = TYPES[name]
        some = draw(st.lists(st.sampled_from([*values, None]), min_size=1, max_size=4))
        rows = draw(st.lists(st.sampled_from(some), min_size=ROWS, max_size=ROWS))
        columns[name] = pa.array(rows, type_)
    return pa.table(columns)


@st.composite
def filters(draw: st.DrawFn, names: list[str], depth: int = 3, *, floats: bool) -> FilterTree:
    kind = draw(st.sampled_from(["test"] * 3 + (["and", "or", "not"] if depth else [])))
    if kind == "not":
        return negate_filter(draw(filters(names, depth - 1, floats=floats)))
    if kind != "test":
        parts = draw(st.lists(filters(names, depth - 1, floats=floats), min_size=2, max_size=3))
        return (AllOf if kind == "and" else AnyOf)(tuple(parts))
    name = draw(st.sampled_from(names))
    values_of_text = TYPES[name][2]
    others = st.sampled_from([*values_of_text, *FLOATS.get(name, [])] if floats else values_of_text)
    operator = draw(st.sampled_from(["=", "<", "<=", ">", ">=", "in", "is null"]))
    values = {"is null": (), "in": draw(st.tuples(others, others))}.get(operator, (draw(others),))
    return ColumnTest((name,), operator, values, is_negated=draw(st.booleans()))


@st.composite
def settings(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "row_group_size": draw(st.sampled_from([5, 8, ROWS])),
        "max_rows_per_page": draw(st.sampled_from([1, 2, 3, ROWS])),
        "write_page_index": draw(st.booleans()),
        "write_statistics": draw(st.sampled_from([True, True, False])),
        "use_dictionary": draw(st.booleans()),
        "data_page_version": draw(st.sampled_from(["1.0", "2.0"])),
        "store_decimal_as_integer": draw(st.booleans()),
    }


@given(st.data(), tables(), settings(), st.booleans(), st.booleans())
def test_no_row_that_matches_is_pruned(
    data: st.DataObject,
    table: pa.Table,
    written: dict[str, Any],
    with_bloom: bool,
    nan_is_largest: bool,
) -> None:
    tree = data.draw(filters(table.column_names, floats=True))
    if with_bloom:
        named = [name for name in table.column_names if name != "flag"]
        written = {**written, "bloom_filter_options": {name: {"ndv": 4} for name in named}}
    file = io.BytesIO()
    pq.write_table(table, file, **written)
    check_law(file.getvalue(), table, tree, nan_is_largest)


@pytest.mark.parametrize("name", FLOATS)
@pytest.mark.parametrize("operator", ["=", "in", "<", "<=", ">", ">="])
def test_no_decimal_that_equals_a_float_is_pruned(name: str, operator: str) -> None:
    type_, values, _ = TYPES[name]
    table = pa.table({name: pa.array(values, type_)})
    file = io.BytesIO()
    pq.write_table(table, file, row_group_size=1, bloom_filter_options={name: {"ndv": 1}})
    for value in FLOATS[name]:
        for is_negated in (False, True):
            test = ColumnTest((name,), operator, (value,), is_negated=is_negated)
            check_law(file.getvalue(), table, test, nan_is_largest=False)


def check_readers(data: bytes, tree: FilterTree, pruning: Pruning, nan_is_largest: bool) -> None:
    """What readers leave out is what is explained."""
    read = prune_for_reading(data, tree, None, nan_is_largest=nan_is_largest)
    without_words = [group._replace(judgements=(), pages=()) for group in pruning.groups]
    assert list(read.groups) == without_words


def check_law(data: bytes, table: pa.Table, tree: FilterTree, nan_is_largest: bool) -> None:
    pruning = prune(data, tree, nan_is_largest=nan_is_largest)
    check_readers(data, tree, pruning, nan_is_largest)
    rows = table.to_pylist()
    start = 0
    for group in pruning.groups:
        for row in range(group.num_rows):
            if is_true(tree, rows[start + row], nan_is_largest=nan_is_largest) is True:
                assert any(first <= row < end for first, end in group.row_ranges), rows[start + row]
                assert not group.is_skipped
                covering = [
                    page
                    for page in group.pages
                    if page.first_row <= row < page.first_row + page.num_rows
                ]
                assert not any(page.is_skipped for page in covering)
        start += group.num_rows
    assert start == len(rows)


@given(st.data(), st.lists(st.sampled_from(list(TYPES)), min_size=1, max_size=3, unique=True))
def test_what_a_test_says_is_read_back(data: st.DataObject, names: list[str]) -> None:
    tree = data.draw(filters(names, floats=False))
    for test in list_tests(tree):
        again = parse_filter(str(test))
        assert again == test._replace(position=0 if str(test)[:4] != "not " else 4), str(test)


PRUNED = [
    ("whole > 9", 1),
    ("whole >= 10 and word = 'w10'", 1),
    ("whole < 0 or word < 'w'", 0),
    ("not whole < 20", 0),
    ("whole between 3 and 4", 1),
    ("whole in (4, 11)", 2),
    ("whole not in (4, 11)", 2),
    ("flag", 0),
    ("not flag", 2),
    ("flag is null", 0),
    ("empty is not null", 0),
    ("empty = 3", 0),
    ("real > 3", 1),
    ("not real < 100", 2),
    ("gap is null", 1),
    ("word = 'w05x'", 0),
]


@pytest.mark.parametrize(("text", "left"), PRUNED)
def test_what_can_be_pruned_is_pruned(text: str, left: int) -> None:
    """Two row groups of ten rows. `real` has NaN in the second; the writer does not say in which."""
    table = pa.table(
        {
            "whole": list(range(20)),
            "word": [f"w{at:02}" for at in range(20)],
            "flag": [False] * 20,
            "empty": pa.nulls(20, pa.int32()),
            "real": [1.0] * 10 + [float("nan")] + [5.0] * 9,
            "gap": [None] + [1] * 19,
        }
    )
    file = io.BytesIO()
    pq.write_table(table, file, row_group_size=10, bloom_filter_options={"word": {"ndv": 10}})
    assert len(prune(file, text).row_groups) == left

"""The text of filters: what it means, and what is said of text that is none."""

from __future__ import annotations

import io
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay import read_table
from inlay.rows.pruning import FilterError, parse_filter, prune
from inlay.rows.pruning.filter_lists import filter_from_lists
from inlay.rows.pruning.filters import ColumnTest, list_tests

MEANINGS = {
    "price > 10": ["price > 10"],
    "10 < price": ["price > 10"],
    "price<>-1.5e3": ["price != -1.5E+3"],
    "price == 1": ["price = 1"],
    "not price = 1": ["price != 1"],
    "not not price = 1": ["price = 1"],
    "price BETWEEN 1 AND 2": ["price >= 1", "price <= 2"],
    "a.b IS NOT NULL": ["a.b is not null"],
    "not (a = 1 or b is null)": ["a != 1", "b is not null"],
    "flag and not flag": ["flag = true", "flag != true"],
    "true = flag": ["flag = true"],
    "day = DATE '2026-01-02'": ["day = '2026-01-02'"],
    "date < '2026'": ["\"date\" < '2026'"],
    "name = 'it''s'": ["name = 'it''s'"],
    "raw in (x'00FF', X'')": ["raw in (x'00ff', x'')"],
    '"odd ""name"".x"."and" = 1': ['"odd ""name"".x"."and" = 1'],
    "variant_get(event, '$.user.age') >= 18": ["variant_get(event, '$.user.age') >= 18"],
    "variant_get(e, '$[\"a b\"][0]') is null": ["variant_get(e, '$[\"a b\"][0]') is null"],
    "größe > 1": ["größe > 1"],
}
"""By text, its tests as they are written back; each of these means itself."""


@pytest.mark.parametrize("text", MEANINGS)
def test_a_text_means(text: str) -> None:
    written = [str(test) for test in list_tests(parse_filter(text))]
    assert written == MEANINGS[text]
    for test in written:
        assert [str(again) for again in list_tests(parse_filter(test))] == [test]


REFUSED = [
    ("", 1, "expected the name of a column, found the end"),
    ("price", 1, "price is DOUBLE: compare it with a number"),
    ("price >", 8, "expected a number, 'text', true, false or x'00ff'"),
    ("price > 10 10", 12, "expected a comparison, `and`, `or` or the end, found '10'"),
    ("price = null", 9, "write `is null`"),
    ("price = name", 9, "text is written in single quotes"),
    ("pricy > 10", 1, "did you mean 'price'?"),
    ("a.c = 1", 1, "no column 'a.c'; did you mean"),
    ("name = 10", 1, "name is STRING: compare it with text, in single quotes"),
    ("price > 1 and day > '2026-13-01'", 15, "day is DATE: compare it with a date"),
    ("day > '2026-13-01'", 1, "in '2026-13-01', the month 13 is not from 01 to 12"),
    ("day > '2026-00-01'", 1, "the month 00 is not from 01 to 12"),
    ("day = '2026-02-30'", 1, "in '2026-02-30', 2026-02 has no day 30"),
    ("day = '0000-02-01'", 1, "the year 00 is not from 01 to 9999"),
    ("day = 'soon'", 1, "compare it with a date, such as '2026-01-02'\n"),
    ("at = '2026-01-02 25:00'", 1, "compare it with a moment, such as"),
    ("at = '2026-01-02 25:00'", 1, "the hour 25 is not from 00 to 23"),
    ("at > '2026-13-01'", 1, "the month 13 is not from 01 to 12"),
    ("utc > '2026-01-02T00:00:00+24:00'", 1, "no time zone is +24:00 from UTC"),
    ("utc > '2026-01-02T00:60:00Z'", 1, "the minute 60 is not from 00 to 59"),
    ("clock > '12:00:61'", 1, "the second 61 is not from 00 to 59"),
    ("a = 1", 1, "a is a group of columns: name one of them"),
    ("list.list.element = 1", 1, "is in a list"),
    ("variant_get(name, '$.x') = 1", 1, "name is not a Variant"),
    ("variant_get(name, 'x[') = 1", 19, "is not a path"),
    ("price > 10 and (name = 'a'", 27, "expected `)`"),
    ("name = 'abc", 8, "a quote that is never closed"),
    ("`name` = 'a'", 1, "written in double quotes, not in backquotes"),
    ("price > 1; drop", 10, "';' is not expected here"),
    ("price > 1 or", 13, "expected the name of a column"),
    ("price > -" + "9" * 5_000, 9, "a number of more than 4,300 digits"),
    ("(" * 200 + "price > 1", 101, "more than 100 levels"),
]


@pytest.fixture(scope="module")
def data() -> bytes:
    table = pa.table(
        {
            "price": [1.5],
            "name": ["a"],
            "day": pa.array([1], pa.date32()),
            "at": pa.array([1], pa.timestamp("us")),
            "utc": pa.array([1], pa.timestamp("us", "UTC")),
            "clock": pa.array([1], pa.time64("us")),
            "a": [{"b": 1}],
            "list": [[1]],
        }
    )
    return write_bytes(table)


def write_bytes(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink)
    return sink.getvalue().to_pybytes()


@pytest.mark.parametrize(("text", "character", "message"), REFUSED)
def test_a_mistake_is_an_error_with_its_place(
    data: bytes, text: str, character: int, message: str
) -> None:
    with pytest.raises(FilterError) as error:
        prune(data, text)
    said = str(error.value)
    assert f"filter, character {character}: " in said
    assert message in said
    assert said.splitlines()[-1] == "  " + " " * (character - 1) + "^"


def test_a_file_that_the_filter_does_not_fit_is_named(data: bytes, tmp_path: Path) -> None:
    """Nothing else says which of many files it is; a mistake of the text is of no file."""
    path = tmp_path / "prices.parquet"
    path.write_bytes(data)
    with pytest.raises(FilterError, match="did you mean 'price'") as error:
        prune(path, "pricy > 10")
    assert str(error.value).startswith(f"{path}: filter, character 1: ")
    with pytest.raises(FilterError) as error:
        prune(path, "price >> 10")
    assert str(error.value).startswith("filter, character 8: ")


def test_a_name_that_two_columns_have_is_refused() -> None:
    table = pa.table([pa.array([1, 2]), pa.array([2, 1]), pa.array([3, 4])], names=["a", "a", "b"])
    data = write_bytes(table)
    with pytest.raises(FilterError, match="the file has 2 columns 'a', and a filter is about one"):
        read_table(io.BytesIO(data), filters="b = 3 and a = 1")
    assert read_table(io.BytesIO(data), filters="b = 3").num_rows == 1


def test_what_is_left_is_shown_in_a_line(data: bytes) -> None:
    shown = "<Pruning of '<bytes>' by 'price > 10': 0 of 1 row group may match>"
    assert repr(prune(data, "price > 10")) == shown


def test_a_number_may_be_long() -> None:
    (test,) = list_tests(parse_filter("price > " + "9" * 4_300))
    assert test.values == (10**4_300 - 1,)


@given(st.text("price and or not()<>=!'\"x.,1-eE nul in btwie$[]\n\t", max_size=40))
def test_any_text_is_a_filter_or_a_typed_error(text: str) -> None:
    with suppress(FilterError):
        assert list(list_tests(parse_filter(text)))


LISTS: list[tuple[object, list[str] | None]] = [
    ([("a", "=", 1), ("b", "not in", ["x"])], ["a = 1", "b not in ('x')", "b is null"]),
    ([[("a", "==", 1)], [("a", "!=", Decimal("1.5"))]], ["a = 1", "a != 1.5"]),
    ([("a", "in", {1})], ["a in (1)"]),
    ([("a", "in", [1, None])], ["a in (1)", "a is null"]),
    ([("a", "=", None)], None),
    ([("a", "like", "x")], None),
    ([("a", "=")], None),
    ([], None),
    ([[]], None),
    ("a = 1", None),
    (None, None),
]


@pytest.mark.parametrize(("filters", "expected"), LISTS)
def test_lists_of_pyarrow(filters: object, expected: list[str] | None) -> None:
    tree = filter_from_lists(filters)
    assert (tree and [str(test) for test in list_tests(tree)]) == expected


def test_a_test_knows_its_column() -> None:
    assert ColumnTest(("a", "b c"), "is null").column == 'a."b c"'

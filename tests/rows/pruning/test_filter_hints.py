"""A mistake in the text of a filter that comes from another language says what to write, and that is a filter."""

from __future__ import annotations

import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay import read_table
from inlay.rows.pruning import FilterError, parse_filter
from inlay.rows.pruning.filter_hints import find_hint
from tests.support.in_one_test import in_one_test

HINTS = [
    ("qty is none", 5, "write `is null`"),
    ("qty IS NOT None", 5, "write `is not null`"),
    ("qty isnull", 5, "write `is null`"),
    ("qty.is_not_null()", 5, "write `is not null`"),
    ("qty notnull", 5, "write `is not null`"),
    ("qty is unknown", 5, "write `is null`"),
    ("qty is 5", 8, "expected `null` or `not null` behind `is`, found '5'"),
    ("qty is", 7, "expected `null` or `not null` behind `is`, found the end"),
    ("flag is not true", 6, "a column of booleans is a test by itself"),
    ("qty = None", 7, "nothing equals null: write `is null` or `is not null`"),
    ("x = nan", 5, "NaN equals nothing"),
    ("x is not NaN", 10, "NaN equals nothing"),
    ("d > 2024-01-01", 5, "a date is written in single quotes: '2024-01-01'"),
    ("d > date 2024-1-1 and x", 5, "a date is written in single quotes: '2024-1-1'"),
    ("d > 2024/01/31", 5, "a date is written in single quotes: '2024-01-31'"),
    ("t > 2024-01-01 12:30:00.5", 5, "in single quotes: '2024-01-01 12:30:00.5'"),
    ("t > 2024-01-01T12:30Z", 5, "a moment is written in single quotes: '2024-01-01T12:30Z'"),
    ("t between 12:30 and 13:00", 11, "a time of day is written in single quotes: '12:30'"),
    ("a > 1 && b", 7, "write `and`"),
    ("a > 1 & b", 7, "write `and`"),
    ("a > 1 || b", 7, "write `or`"),
    ("a | b", 3, "write `or`"),
    ("!b", 1, "write `not`"),
    ("a and (~b)", 8, "write `not`"),
    ("a === 1", 3, "write `=`"),
    ("a := 1", 3, "write `=`"),
    ("a =! 1", 3, "write `!=`"),
    ("a !== 1", 3, "write `!=`"),
    ("a ! = 1", 3, "write `!=`"),
    ("a ≠ 1", 3, "write `!=`"),
    ("a => 1", 3, "write `>=`"),
    ("a > = 1", 3, "write `>=`"),
    ("a =< 1", 3, "write `<=`"),
    ("a eq 1", 3, "write `=`"),
    ("a GTE 1", 3, "write `>=`"),
    ("s like 'ab%'", 3, "write s >= 'ab' and s < 'ac'"),
    ("s not ilike 'ab%'", 3, "a filter compares whole texts"),
    ("s =~ 'ab'", 3, "a filter compares whole texts"),
    ("s starts with 'ab'", 3, "a filter compares whole texts"),
    ("a not between 1 and 2", 3, "write `not` before the column"),
    ("a in 5", 6, "behind `in`, values stand in parentheses"),
    ("a not in [1, 2]", 10, "behind `in`, values stand in parentheses"),
    ("a > 1,000,000", 5, "a number has no separators: 1000000"),
    ("a > 1_000", 5, "a number has no separators: 1000"),
    ("s = “ab”", 5, "text is written in single quotes"),
    ("where a > 1", 1, "leave out `where`"),
    ("a > 1;", 6, "leave out `;`"),
    ("and a > 1", 1, "`and` and `or` stand between two tests"),
    ("a or or b", 6, "`and` and `or` stand between two tests"),
    ("ST_Intersects(g, 1)", 1, "written intersects(geometry, box(xmin, ymin, xmax, ymax))"),
    ("a > 1 and bbox(g) = 1", 11, "written intersects(geometry, box(xmin, ymin, xmax, ymax))"),
    ("year(d) = 2024", 1, "filters have no functions but variant_get and intersects"),
    ("d > now()", 5, "filters have no functions but variant_get and intersects"),
    ("a + 1 > 2", 3, "filters do not calculate"),
    ("a = 1 and user name > 5", 11, 'is written in double quotes: "user name"'),
]


@in_one_test(("text", "character", "what"), HINTS)
def test_a_mistake_says_what_to_write(text: str, character: int, what: str) -> None:
    with pytest.raises(FilterError) as raised:
        parse_filter(text)
    assert what in raised.value.what
    assert raised.value.offset == character - 1


NO_HINTS = [
    ("a > ", "expected a number, 'text', true, false or x'00ff', found the end"),
    ("s = '&&' b", "expected a comparison, `and`, `or` or the end, found 'b'"),
    ("s = '2024-01-01' 5", "expected a comparison, `and`, `or` or the end, found '5'"),
    ("s = 'x", "a quote that is never closed"),
    ("a in ()", "expected a number, 'text', true, false or x'00ff', found ')'"),
    ("a = :x", "':' is not expected here"),
    ("(a = 1", "expected `)`, found the end"),
    ("a = 1 b", "expected a comparison, `and`, `or` or the end, found 'b'"),
]


@pytest.mark.parametrize(("text", "what"), NO_HINTS)
def test_other_mistakes_say_what_was_expected(text: str, what: str) -> None:
    with pytest.raises(FilterError) as raised:
        parse_filter(text)
    assert raised.value.what == what


def test_what_is_said_of_nans_finds_them() -> None:
    sink = io.BytesIO()
    pq.write_table(pa.table({"x": [1.0, None, float("nan"), -1.0]}), sink)
    left = read_table(sink.getvalue(), filters="not (x < 0 or x >= 0)")["x"].to_pylist()
    assert [str(value) for value in left] == ["nan"]


@given(
    st.text(alphabet="aisnotlke=<>!&|~:;-/0123456789 '\"().,\n“≥", max_size=40), st.integers(0, 40)
)
def test_a_hint_is_at_a_place_of_the_text(text: str, offset: int) -> None:
    hint = find_hint(text, offset)
    assert hint is None or (0 <= hint[0] <= len(text) and hint[1])


def test_a_long_text_is_looked_at_once() -> None:
    """A pattern that looks ahead from each place would not come to an end here."""
    for part in ("a(", "; ", "= ", "is not ", "1,", "2024-", "not ", " "):
        find_hint(part * 2_000, 0)

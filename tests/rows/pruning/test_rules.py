"""Which bounds are believed: a table of columns with statistics, and whether `test` prunes them."""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.writers.affected import WrittenColumn
from inlay.ground.writers.created_by import writer_of
from inlay.rows.pruning.facts import Facts, facts_of
from inlay.rows.pruning.filters import ColumnTest
from inlay.rows.pruning.judge import Judgement, judge, match_each
from inlay.rows.pruning.literals import PlacedValue, place_value
from parquet_format.parquet import (
    BsonType,
    ColumnOrder,
    DateType,
    DecimalType,
    Float16Type,
    IntType,
    SchemaElement,
    Statistics,
    StringType,
    TimestampType,
    TimeUnit,
    Type,
    UUIDType,
)
from tests.crafted.files import crafted_file
from tests.support.in_one_test import in_one_test
from tests.tables.page_tables.files import replace_footer

ORDER = ColumnOrder.TYPE_ORDER
TOTAL = ColumnOrder.IEEE_754_TOTAL_ORDER
INT96_ORDER = ColumnOrder.INT96_TIMESTAMP_ORDER
ARROW = "parquet-cpp-arrow version 26.0.0"
OLD_JAVA = "parquet-mr version 1.9.0 (build 3)"
OLDEST_JAVA = "parquet-mr version 1.6.0 (build 3)"


def decide(
    test: ColumnTest,
    placed: Sequence[PlacedValue | None],
    facts: Facts,
    *,
    nan_is_largest: bool = False,
) -> Judgement:
    (may_match,) = match_each(test, placed, [facts], nan_is_largest=nan_is_largest)
    return judge(test, placed, facts, "statistics", may_match, nan_is_largest=nan_is_largest)


def i32(value: int) -> bytes:
    return struct.pack("<i", value)


def f64(value: float) -> bytes:
    return struct.pack("<d", value)


def int96(day: int, nanos: int) -> bytes:
    return struct.pack("<Qi", nanos, day)


WHOLE = SchemaElement(name="x", type=Type.INT32)
UNSIGNED = WHOLE.replace(logicalType=IntType(bitWidth=32, isSigned=False))
REAL = SchemaElement(name="x", type=Type.DOUBLE)
HALF = SchemaElement(
    name="x", type=Type.FIXED_LEN_BYTE_ARRAY, type_length=2, logicalType=Float16Type()
)
TEXT = SchemaElement(name="x", type=Type.BYTE_ARRAY, logicalType=StringType())
BYTES = SchemaElement(name="x", type=Type.BYTE_ARRAY)
BSON = BYTES.replace(logicalType=BsonType())
PRICE = SchemaElement(
    name="x",
    type=Type.FIXED_LEN_BYTE_ARRAY,
    type_length=4,
    logicalType=DecimalType(scale=2, precision=9),
)
CENTS = WHOLE.replace(logicalType=DecimalType(scale=2, precision=9))
DAY = WHOLE.replace(logicalType=DateType())
AT = SchemaElement(
    name="x",
    type=Type.INT64,
    logicalType=TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MILLIS),
)
JULIAN = SchemaElement(name="x", type=Type.INT96)
UNIQUE = SchemaElement(
    name="x", type=Type.FIXED_LEN_BYTE_ARRAY, type_length=16, logicalType=UUIDType()
)
UNKNOWN_ORDER = ColumnOrder(99)


class Case(NamedTuple):
    element: SchemaElement
    low: bytes | None
    high: bytes | None
    operator: str
    value: Any
    is_pruned: bool
    order: ColumnOrder | None = ORDER
    by: str | None = ARROW
    deprecated: bool = False
    exact: bool | None = None


CASES = {
    "signed": Case(WHOLE, i32(-5), i32(5), ">", 5, True),
    "signed, inside": Case(WHOLE, i32(-5), i32(5), ">", 4, False),
    "unsigned": Case(UNSIGNED, i32(1), i32(-1), "<", 1, True),
    "unsigned, above 2**31": Case(UNSIGNED, i32(1), i32(-1), "=", 2**32 - 1, False),
    "deprecated of signed": Case(WHOLE, i32(-5), i32(5), ">", 5, True, deprecated=True),
    "deprecated without an order": Case(WHOLE, i32(0), i32(5), ">", 5, True, None, deprecated=True),
    "deprecated of unsigned": Case(UNSIGNED, i32(-5), i32(5), ">", 5, False, deprecated=True),
    "deprecated of text": Case(TEXT, b"a", b"b", ">", "c", False, deprecated=True),
    "deprecated, one value": Case(TEXT, b"a", b"a", ">", "c", True, deprecated=True),
    "old Java, one value": Case(TEXT, b"a", b"a", ">", "c", True, by=OLD_JAVA, deprecated=True),
    "oldest Java, one value": Case(TEXT, b"a", b"a", ">", "c", False, by=OLDEST_JAVA, deprecated=True),
    "oldest Java, text": Case(TEXT, b"a", b"b", ">", "c", False, by=OLDEST_JAVA),
    "oldest Java, numbers": Case(WHOLE, i32(0), i32(5), ">", 5, True, by=OLDEST_JAVA),
    "old Java, unsigned": Case(UNSIGNED, i32(0), i32(5), ">", 5, False, by=OLD_JAVA),
    "no name": Case(TEXT, b"a", b"b", ">", "c", True, by=None),
    "no name, one old value": Case(TEXT, b"a", b"a", ">", "c", False, by=None, deprecated=True),
    "Polars, text": Case(TEXT, b"a", b"b", ">", "c", False, by="Polars"),
    "Polars, numbers": Case(WHOLE, i32(0), i32(5), ">", 5, True, by="Polars"),
    "DuckDB, text": Case(TEXT, b"a", b"b", ">", "c", True, by="DuckDB version v1.3.0 (build 0)"),
    "no order": Case(WHOLE, i32(-5), i32(5), ">", 5, False, None),
    "unknown order": Case(WHOLE, i32(-5), i32(5), ">", 5, False, UNKNOWN_ORDER),
    "upside down": Case(WHOLE, i32(5), i32(-5), ">", 50, False),
    "too short": Case(WHOLE, b"\0", b"\1", ">", 50, False),
    "only a maximum": Case(WHOLE, None, i32(5), ">", 5, True),
    "only a maximum, below": Case(WHOLE, None, i32(5), "<", -5, False),
    "cut text": Case(TEXT, b"a", b"b", "=", "b", False, exact=False),
    "cut text, above": Case(TEXT, b"a", b"b", "=", "ba", True, exact=False),
    "cut in a character": Case(TEXT, b"\xc3", b"\xc4", "=", "ä", False, exact=False),
    "text by bytes": Case(TEXT, b"a", b"z", "=", "ä", True),
    "one cut text": Case(TEXT, b"a", b"a", "!=", "a", True, exact=None),
    "bytes": Case(BYTES, b"\x80", b"\xff", "<", b"\x80", True),
    "BSON": Case(BSON, b"a", b"b", ">", b"c", True),
    "decimal below zero": Case(PRICE, (-500).to_bytes(4, "big", signed=True), (100).to_bytes(4, "big"), "<", -5, True),
    "decimal, between places": Case(CENTS, i32(100), i32(100), "=", 1, False),
    "decimal of nothing": Case(PRICE, b"", b"", ">", 1, False),
    "a decimal compares by value": Case(CENTS, i32(100), i32(199), ">=", 2, True),
    "NaN as a bound": Case(REAL, f64(float("nan")), f64(float("nan")), ">", 1, False),
    "NaN as a maximum": Case(REAL, f64(0), f64(float("nan")), "<", -1, True),
    "NaN as a maximum, above": Case(REAL, f64(0), f64(float("nan")), ">", 1, False),
    "NaN as a minimum": Case(REAL, f64(float("nan")), f64(0), ">", 1, True),
    "NaN as a minimum, below": Case(REAL, f64(float("nan")), f64(0), "<", -1, False),
    "zeros": Case(REAL, f64(0.0), f64(1.0), "<", 0, True),
    "minus zero": Case(REAL, f64(0.0), f64(1.0), "=", -0.0, False),
    "infinite": Case(REAL, f64(float("-inf")), f64(1.0), ">", 1, True),
    "a NaN is asked for": Case(REAL, f64(0), f64(1.0), "=", float("nan"), False),
    "total order": Case(REAL, f64(-0.0), f64(1.0), ">", 1, True, TOTAL),
    "total order of numbers": Case(WHOLE, i32(0), i32(1), ">", 1, False, TOTAL),
    "float16": Case(HALF, struct.pack("<e", -1), struct.pack("<e", 1), ">", 1, True),
    "date": Case(DAY, i32(0), i32(1), ">", "1970-01-02", True),
    "moment": Case(AT, (0).to_bytes(8, "little"), (999).to_bytes(8, "little"), ">=", "1970-01-01T00:00:01Z", True),
    "moment elsewhere": Case(AT, (0).to_bytes(8, "little"), (999).to_bytes(8, "little"), ">=", "1970-01-01 01:00:00.999+01:00", False),
    "INT96": Case(JULIAN, int96(2440588, 0), int96(2440589, 0), ">", "1999-01-01", False),
    "INT96 in order": Case(JULIAN, int96(2440588, 0), int96(2440589, 0), ">", "1970-01-02", True, INT96_ORDER),
    "INT96, before": Case(JULIAN, int96(2440588, 5), int96(2440589, 0), "<=", "1970-01-01", True, INT96_ORDER),
    "INT96, deprecated": Case(JULIAN, int96(2440588, 0), int96(2440589, 0), ">", "1999-01-01", False, deprecated=True),
    "UUID": Case(UNIQUE, bytes(16), b"\x10" + bytes(15), "=", "20000000-0000-0000-0000-000000000000", True),
}  # fmt: skip


@in_one_test("name", CASES)
def test_bounds_are_believed_or_not(name: str) -> None:
    case = CASES[name]
    bounds: dict[str, Any] = {"min_value": case.low, "max_value": case.high}
    if case.deprecated:
        bounds = {"min": case.low, "max": case.high}
    statistics = Statistics(
        null_count=0, is_min_value_exact=case.exact, is_max_value_exact=case.exact, **bounds
    )
    rules = ColumnRules(WrittenColumn(case.element), case.order, writer_of(case.by))
    facts = facts_of(rules, statistics, 10)
    operator, is_negated = ("=", True) if case.operator == "!=" else (case.operator, False)
    test = ColumnTest(("x",), operator, (case.value,), is_negated=is_negated)
    placed = [place_value(case.element, case.value)]
    decision = decide(test, placed, facts)
    assert decision.may_match is not case.is_pruned, decision.why
    assert decision.why
    assert (decision.by == "nothing") <= decision.may_match


NULLS = [
    (0, 10, "is null", False, True),
    (0, 10, "is null", True, False),
    (10, 10, "is null", False, False),
    (10, 10, "is null", True, True),
    (10, 10, "=", False, True),
    (None, 10, "is null", False, False),
    (-1, 10, "is null", False, False),
    (11, 10, "is null", True, False),
]


@pytest.mark.parametrize(("nulls", "values", "operator", "is_negated", "is_pruned"), NULLS)
def test_nulls(
    nulls: int | None, values: int, operator: str, is_negated: bool, is_pruned: bool
) -> None:
    rules = ColumnRules(WrittenColumn(WHOLE), ORDER, None)
    facts = facts_of(rules, Statistics(null_count=nulls), values)
    test = ColumnTest(("x",), operator, (1,) if operator == "=" else (), is_negated=is_negated)
    placed = [place_value(WHOLE, value) for value in test.values]
    decision = decide(test, placed, facts)
    assert decision.may_match is not is_pruned


NANS = [
    (None, ">", False, False, True),
    (None, ">", False, True, False),
    (None, "<", True, False, False),
    (None, ">", True, True, True),
    (None, ">", True, False, False),
    (0, ">", False, True, True),
    (0, "<", True, False, True),
    (1, "=", True, False, False),
]
"""Of values from 0 to 1, compared with 5 (and 0 to 0 with 0, for `=`)."""


@pytest.mark.parametrize(("count", "operator", "is_negated", "largest", "is_pruned"), NANS)
def test_nans(
    count: int | None, operator: str, is_negated: bool, largest: bool, is_pruned: bool
) -> None:
    high = 0.0 if operator == "=" else 1.0
    statistics = Statistics(min_value=f64(0), max_value=f64(high), nan_count=count)
    facts = facts_of(ColumnRules(WrittenColumn(REAL), ORDER, None), statistics, 10)
    value = 0 if operator == "=" else 5 if (operator, is_negated) != (">", True) else -5
    test = ColumnTest(("x",), operator, (value,), is_negated=is_negated)
    placed = [place_value(REAL, value)]
    decision = decide(test, placed, facts, nan_is_largest=largest)
    assert decision.may_match is not is_pruned


def test_a_bound_of_another_width_is_no_value() -> None:
    """Also where it is held against a deprecated one."""
    rules = ColumnRules(WrittenColumn(REAL), ORDER, None)
    statistics = Statistics(min_value=b"abc", max_value=bytes(8), min=bytes(8), max=bytes(8))
    assert facts_of(rules, statistics, 10).bounds.why == "a bound that is not a value of the type"


@pytest.mark.parametrize("test", ["id >= 0", "id > 99", "id is null", "not id > 0"])
def test_of_a_negative_number_of_rows_nothing_is_pruned(test: str) -> None:
    group = inlay.prune(crafted_file("last-group-rows-negative"), test).groups[1]
    assert not group.is_skipped
    assert group.num_rows_left == 0
    ((_, may_match, by, why),) = group.judgements
    assert (may_match, by) == (True, "nothing")
    assert why == "the row group says that it has -2 rows"


def test_damaged_indexes_and_filters_decide_nothing() -> None:
    file = io.BytesIO()
    options = {"id": {"ndv": 10}}
    table = pa.table({"id": list(range(0, 40, 2))})
    pq.write_table(
        table, file, max_rows_per_page=2, write_page_index=True, bloom_filter_options=options
    )
    data = file.getvalue()
    assert inlay.prune(data, "id = 4").num_rows_left == 2
    assert inlay.prune(data, "id = 5").num_rows_left == 0
    metadata = inlay.read_metadata(data)
    chunk = metadata.row_groups[0].columns[0]
    chunk.column_index_offset = 5
    assert chunk.meta_data is not None
    chunk.meta_data.bloom_filter_offset = 1 << 40
    damaged = replace_footer(data, metadata)
    (group,) = inlay.prune(damaged, "id = 5").groups
    assert group.num_rows_left == 20
    assert "its Bloom filter is damaged" in group.judgements[0].why
    assert inlay.prune(damaged, "id = 99").num_rows_left == 0


def test_one_null_and_empty_text_are_put_into_words() -> None:
    sink = io.BytesIO()
    pq.write_table(pa.table({"t": ["", None, "b"]}), sink)
    found = {
        text: inlay.prune(sink.getvalue(), text).groups[0].judgements[0].why
        for text in ("t is null", "t >= ''")
    }
    assert found == {"t is null": "1 null", "t >= ''": '"" to b'}

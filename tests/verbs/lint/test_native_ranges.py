"""Bounds of row groups that are read natively are those that pruning believes."""

from __future__ import annotations

import io
import struct
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.footer.read import read_footer
from inlay.ground.statements import chunk_numbers
from inlay.rows.pruning.facts import facts_of
from inlay.verbs.lint.advise import advise_on
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.settings_file import Given, read_lint_settings
from parquet_format.parquet import (
    ColumnOrder,
    ConvertedType,
    FieldRepetitionType,
    SchemaElement,
    Statistics,
    Type,
)
from tests.support.examples import examples
from tests.verbs.lint.footers import CREATED_BY, ROWS, chunk, column, footer, row_group, string

RULES = ("overlapping-row-groups", "undeclared-sorting")
OPTIONAL, REPEATED = FieldRepetitionType.OPTIONAL, FieldRepetitionType.REPEATED
COLUMNS = [
    column("double", Type.DOUBLE),
    column("same double", Type.DOUBLE),
    column("float", Type.FLOAT, repetition_type=OPTIONAL),
    column("int32", Type.INT32),
    column("int64"),
    column("unsigned", Type.INT32, converted_type=ConvertedType.UINT_32),
    column("list", repetition_type=REPEATED),
    column("decimal", Type.BYTE_ARRAY, converted_type=ConvertedType.DECIMAL, precision=9, scale=0),
    column("boolean", Type.BOOLEAN),
    string("text"),
]
WIDTHS = {Type.BOOLEAN: 1, Type.INT32: 4, Type.FLOAT: 4, Type.INT64: 8, Type.DOUBLE: 8}
DOUBLES = [struct.pack("<d", value) for value in (-2.5, 0.0, -0.0, 7.0, float("nan"))]
FLOATS = [struct.pack("<f", value) for value in (-2.5, 0.0, -0.0, 7.0, float("nan"))]
OFTEN_0 = st.sampled_from([0, 0, 0, 0, 1, ROWS - 1, ROWS, None])
SELDOM = st.sampled_from([None] * 9 + [1])


@st.composite
def statistics(draw: st.DrawFn, element: SchemaElement) -> Statistics | None:
    """Plain ones mostly: whatever is odd in one row group hides all of a column."""
    assert element.type is not None
    width = WIDTHS.get(element.type)
    values = {Type.DOUBLE: DOUBLES, Type.FLOAT: FLOATS}.get(element.type)
    if values is None:
        size = {"min_size": width, "max_size": width} if width is not None else {"max_size": 3}
        values = sorted(draw(st.lists(st.binary(**size), min_size=1, max_size=3)))
    low, high = draw(st.sampled_from(values)), draw(st.sampled_from(values))
    old = draw(st.sampled_from([(None, None)] * 6 + [(low, high), (high, low)]))
    if draw(st.integers(0, 40)) == 0:
        return None
    return Statistics(
        min=old[0],
        max=old[1],
        null_count=draw(OFTEN_0),
        distinct_count=draw(SELDOM),
        nan_count=draw(SELDOM),
        min_value=low,
        max_value=high,
    )


@st.composite
def footers(draw: st.DrawFn) -> bytes:
    groups = []
    for _ in range(draw(st.sampled_from([1, 2, 10]))):
        chunks = []
        for element in COLUMNS:
            assert element.type is not None
            said, values = draw(statistics(element)), draw(st.sampled_from([ROWS] * 8 + [1, 0]))
            chunks.append(chunk(element.name, element.type, statistics=said, num_values=values))
        groups.append(row_group(*chunks))
    writer = draw(st.sampled_from([CREATED_BY, None, "parquet-mr version 1.7.0"]))
    orders = draw(st.sampled_from([[ColumnOrder.TYPE_ORDER] * len(COLUMNS), None]))
    return footer(COLUMNS, groups, created_by=writer, column_orders=orders).encode()


def facts_from(data: bytes) -> FileFacts:
    file = b"PAR1" + data + len(data).to_bytes(4, "little") + b"PAR1"
    return FileFacts("f.parquet", read_footer(io.BytesIO(file)))


@pytest.mark.needs("native core")
@examples(40)
@given(footers())
def test_they_are_what_pruning_believes(data: bytes) -> None:
    """And rules say of them what they say where nothing is read natively."""
    facts = facts_from(data)
    for each in facts.columns:
        ranges = facts.list_plain_ranges(each)
        if ranges is not None:
            bounds = [
                facts_of(each.rules, it.meta.statistics, it.meta.num_values).bounds
                for it in each.chunks
            ]
            assert ranges == ([it.low for it in bounds], [it.high for it in bounds])
            assert not each.max_repetition
    rules = read_lint_settings(None, Given(RULES, (), False))
    natively = list(advise_on(facts, rules).advice)
    with patch.object(chunk_numbers, "count_chunks", None):
        assert natively == list(advise_on(facts_from(data), rules).advice)


@pytest.mark.needs("native core")
def test_plain_bounds_are_read_natively() -> None:
    """Of numbers, and of texts; lists have no ranges, and decimals are left to Python."""
    chunks = []
    for element in COLUMNS:
        assert element.type is not None
        zero = bytes(WIDTHS.get(element.type, 1))
        said = Statistics(null_count=0, min_value=zero, max_value=zero)
        chunks.append(chunk(element.name, element.type, statistics=said))
    facts = facts_from(footer(COLUMNS, [row_group(*chunks)] * 2).encode())
    unread = [it.path for it in facts.columns if facts.list_plain_ranges(it) is None]
    assert unread == ["list", "decimal"]
    assert facts.list_plain_ranges(facts.columns[0]) == ([0.0, 0.0], [0.0, 0.0])
    assert facts.list_plain_ranges(facts.columns[-1]) == ([b"\0", b"\0"], [b"\0", b"\0"])

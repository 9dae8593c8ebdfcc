"""Rows that are sorted as their row group says have no finding, and others have; Python's own order is the judge."""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.verbs.verify.verify_file import Verification

Order = tuple[int, bool, bool]
"""The column, whether it descends, and whether nulls come first."""


def write(columns: Sequence[Any], orders: Sequence[Order], **options: Any) -> bytes:
    sorting = [
        pq.SortingColumn(column, descending=descending, nulls_first=nulls_first)
        for column, descending, nulls_first in orders
    ]
    names = [f"c{at}" for at in range(len(columns))]
    out = io.BytesIO()
    pq.write_table(
        pa.table([*columns], names=names),
        out,
        sorting_columns=sorting,
        write_statistics=False,
        data_page_size=8,
        write_batch_size=3,
        **options,
    )
    return out.getvalue()


def audit(columns: Sequence[Any], orders: Sequence[Order], **options: Any) -> Verification:
    return inlay.verify(write(columns, orders, **options), values=True)


def is_sorted(rows: Sequence[tuple[Any, ...]], orders: Sequence[Order]) -> bool:
    """With NaN at either end of each column."""
    return any(
        all(
            _key(one, orders, ends) <= _key(other, orders, ends)
            for one, other in itertools.pairwise(rows)
        )
        for ends in itertools.product((False, True), repeat=len(orders))
    )


def _key(row: tuple[Any, ...], orders: Sequence[Order], ends: tuple[bool, ...]) -> list[Any]:
    return [
        _rank(row[at], *order[1:], is_nan_last=last)
        for at, (order, last) in enumerate(zip(orders, ends, strict=True))
    ]


def _rank(
    value: Any, descending: bool, nulls_first: bool, *, is_nan_last: bool
) -> tuple[int, int, float]:
    if value is None:
        return (0 if nulls_first else 2), 0, 0
    if math.isnan(value):
        return 1, (1 if is_nan_last else -1), 0
    return 1, 0, -value if descending else value


values = st.sampled_from([None, float("nan"), 1.0, 2.0, 3.0])
orders = st.tuples(st.booleans(), st.booleans())


@given(
    rows=st.lists(st.tuples(values, values), min_size=1, max_size=12),
    order=st.tuples(orders, orders),
    is_ordered=st.booleans(),
)
def test_python_says_the_same(
    rows: list[tuple[Any, Any]],
    order: tuple[tuple[bool, bool], tuple[bool, bool]],
    is_ordered: bool,
) -> None:
    by = [(at, *one) for at, one in enumerate(order)]
    if is_ordered:
        rows = sorted(rows, key=lambda row: _key(row, by, (True, True)))
    columns = [pa.array([row[at] for row in rows], pa.float64()) for at in range(2)]
    found = audit(columns, by)
    assert {finding.code for finding in found.findings} <= {"value-sorting"}
    assert bool(found.findings) == (not is_sorted(rows, by))
    assert found.audited is not None
    assert not found.audited.others


@pytest.mark.parametrize("zeros", [[0.0, -0.0], [-0.0, 0.0]])
@pytest.mark.parametrize("after", [[1, 2], [2, 1]])
def test_both_zeros_are_the_same_or_not(zeros: list[float], after: list[int]) -> None:
    columns = [pa.array(zeros), pa.array(after)]
    assert not audit(columns, [(0, False, False), (1, False, False)]).findings


@pytest.mark.parametrize("use_dictionary", [True, False])
def test_text_is_in_the_order_of_its_bytes(use_dictionary: bool) -> None:
    texts = pa.array(["Z", "a", "z", "ä", "ä", None, None])
    found = audit([texts], [(0, False, False)], use_dictionary=use_dictionary)
    assert not found.findings
    found = audit([texts.slice(3)], [(0, True, True)], use_dictionary=use_dictionary)
    (finding,) = found.findings
    assert finding.at == "row_groups[0].sorting_columns"
    assert finding.what == (
        "sorted by c0 descending, nulls first, and row 2 of the row group is null, and row 1 is not"
    )


def test_each_row_group_is_sorted_by_itself() -> None:
    numbers = pa.array([3, 4, 1, 2, 9, 8])
    (finding,) = audit([numbers], [(0, False, False)], row_group_size=2).findings
    assert finding.at == "row_groups[2].sorting_columns"


def test_nulls_in_structs() -> None:
    structs = pa.array([None, {"a": None}, {"a": 1}, {"a": 2}], pa.struct([("a", pa.int32())]))
    assert not audit([structs], [(0, False, True)]).findings
    assert audit([structs], [(0, False, False)]).findings


def test_lists_have_no_order() -> None:
    found = audit([pa.array([[2], [1]])], [(0, False, False)])
    assert not found.findings
    assert found.audited is not None
    (other,) = found.audited.others
    assert (other.place, other.column, other.reason) == (
        "row_groups[0].sorting_columns",
        "c0.list.element",
        "its row group is sorted by it, and lists have no order",
    )

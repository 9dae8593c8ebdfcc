"""Row groups that are sorted by the same columns, but not one behind the other, are told as advice; a slow look at the rows agrees."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Final, cast

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

import inlay
from inlay_runtime.finding import Finding
from tests.support.examples import examples
from tests.verbs.index.test_measured_in_pieces import CUTS, Cut
from tests.verbs.verify.values.test_runs import in_runs

pq = cast("Any", parquet)

CODE: Final = "value-group-order"
TYPES: Final[dict[str, tuple[pa.DataType, list[Any]]]] = {
    "integers": (pa.int32(), [-1, 0, 1]),
    "text": (pa.string(), ["", "a", "é"]),
    "truths": (pa.bool_(), [False, True]),
    "decimals": (pa.decimal128(20), [-300, 0, 5]),
}


OPTIONS: Final[list[dict[str, Any]]] = [
    {},
    {"use_dictionary": False},
    {"data_page_size": 1, "write_batch_size": 1},
]


def write(groups: Sequence[pa.Table], sortings: Sequence[Any], **options: Any) -> bytes:
    file = io.BytesIO()
    with pq.ParquetWriter(file, groups[0].schema, sorting_columns=sortings, **options) as writer:
        for group in groups:
            writer.write_table(group)
    return file.getvalue()


def advise(data: bytes) -> tuple[Finding, ...]:
    verified = inlay.verify(data, values=True)
    assert verified.findings == ()
    return verified.advice


def rank(row: Sequence[Any], sortings: Sequence[Any]) -> list[Any]:
    """As SQL orders rows."""
    ranks: list[Any] = []
    for value, sorting in zip(row, sortings, strict=True):
        raw = value.encode() if isinstance(value, str) else value
        place = _Falling(raw) if sorting.descending else raw
        ranks.append((0 if sorting.nulls_first else 2,) if value is None else (1, place))
    return ranks


class _Falling:
    def __init__(self, value: Any) -> None:
        self._value = value

    def __lt__(self, other: _Falling) -> bool:
        return bool(other._value < self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Falling) and bool(other._value == self._value)

    def __hash__(self) -> int:
        return hash(self._value)


@st.composite
def files(draw: st.DrawFn) -> tuple[bytes, list[int]]:
    """With the row groups that are not in order."""
    names = draw(st.lists(st.sampled_from(sorted(TYPES)), min_size=1, max_size=2))
    sortings = [
        pq.SortingColumn(at, descending=draw(st.booleans()), nulls_first=draw(st.booleans()))
        for at in range(len(names))
    ]
    row = st.tuples(*(st.none() | st.sampled_from(TYPES[name][1]) for name in names))
    groups: list[list[Any]] = draw(st.lists(st.lists(row, max_size=4), min_size=1, max_size=4))
    wrong: list[int] = []
    before: Any = None
    tables: list[pa.Table] = []
    for rows in groups:
        rows.sort(key=lambda it: rank(it, sortings))
        if not rows:
            continue
        if before is not None and rank(rows[0], sortings) < before:
            wrong.append(len(tables))
        before = rank(rows[-1], sortings)
        columns = [
            pa.array([each[at] for each in rows], TYPES[name][0]) for at, name in enumerate(names)
        ]
        tables.append(pa.table(columns, [f"c{at}" for at in range(len(names))]))
    if not tables:
        tables = [
            pa.table(
                [pa.array([], TYPES[it][0]) for it in names], [f"c{at}" for at in range(len(names))]
            )
        ]
    options = draw(st.sampled_from(OPTIONS))
    return write(tables, sortings, **options), wrong


@examples(300)
@given(files(), st.none() | CUTS)
def test_it_is_what_a_slow_look_says(drawn: tuple[bytes, list[int]], cut: Cut | None) -> None:
    data, wrong = drawn
    told = advise(data)
    assert [it.at for it in told] == [f"row_groups[{at}].sorting_columns" for at in wrong]
    assert {it.code for it in told} <= {CODE}
    with in_runs(1, cut=cut):
        assert advise(data) == told


def test_its_words() -> None:
    groups = [pa.table({"a": [5, 6]}), pa.table({"a": [1, 2]})]
    (told,) = advise(write(groups, [pq.SortingColumn(0)]))
    assert told.what == (
        "its first row belongs in front of the last one of row group 0, and both are sorted by a ascending, nulls last: "
        "readers that take the whole file for sorted, as DataFusion 55 does, answer ORDER BY wrongly"
    )


@pytest.mark.parametrize(
    "numbers", [[0.0, -0.0], [-0.0, 0.0], [float("nan"), 1.0], [1.0, float("nan")]]
)
def test_what_has_several_orders_is_left_alone(numbers: list[float]) -> None:
    groups = [pa.table({"a": [number]}) for number in numbers]
    assert advise(write(groups, [pq.SortingColumn(0)])) == ()


def test_row_groups_that_are_not_sorted_are_a_finding() -> None:
    groups = [pa.table({"a": [6, 5]}), pa.table({"a": [1, 2]})]
    verified = inlay.verify(write(groups, [pq.SortingColumn(0)]), values=True)
    assert [it.code for it in verified.findings] == ["value-sorting"]
    assert verified.advice == ()


def test_a_sample_of_row_groups() -> None:
    groups = [pa.table({"a": [at]}) for at in (3, 4, 1)]
    verified = inlay.verify(write(groups, [pq.SortingColumn(0)]), values=True, sample=1)
    assert verified.advice == ()
    (told,) = inlay.verify(write(groups, [pq.SortingColumn(0)]), values=True).advice
    assert told.at == "row_groups[2].sorting_columns"

"""Sorting columns are what Python's own order finds, and no more; the audit and DataFusion take them for true."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from itertools import pairwise
from math import nan
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from parquet_format.parquet import SortingColumn
from tests.verbs.index.files import list_chunks, pq
from tests.verbs.rewrite.kinds import edit

Claim = tuple[str, bool, bool]
"""The column, whether it descends, and whether nulls come first."""


def write(path: Path, columns: dict[str, Any], rows: int = 1 << 20) -> Path:
    pq.write_table(pa.table(columns), path, row_group_size=rows)
    return path


def claims_of(path: Path) -> list[list[Claim]]:
    """Of each row group."""
    groups = inlay.read_metadata(path).row_groups
    names = [".".join(it.meta_data.path_in_schema) for it in groups[0].columns if it.meta_data]
    return [
        [
            (names[it.column_idx], it.descending, it.nulls_first)
            for it in group.sorting_columns or ()
        ]
        for group in groups
    ]


CASES: dict[str, tuple[dict[str, Any], list[Claim]]] = {
    "rises": ({"a": [1, 2, 2, 3]}, [("a", False, False)]),
    "falls": ({"a": [3, 2, 2, 1]}, [("a", True, False)]),
    "nulls last": ({"a": [1, 2, None, None]}, [("a", False, False)]),
    "nulls first": ({"a": [None, None, 1, 2]}, [("a", False, True)]),
    "falling, nulls first": ({"a": [None, 2, 1]}, [("a", True, True)]),
    "nulls between": ({"a": [1, None, 2]}, []),
    "not": ({"a": [1, 3, 2]}, []),
    "text": ({"a": ["a", "b", "é"]}, [("a", False, False)]),
    "booleans": ({"a": [False, True, True]}, [("a", False, False)]),
    "unsigned": ({"a": pa.array([1, 2**31 + 1], pa.uint32())}, [("a", False, False)]),
    "NaN": ({"a": [1.0, 2.0, nan]}, []),
    "zeros in order": ({"a": [-0.0, 0.0, 1.0]}, [("a", False, False)]),
    "zeros in no order for all": ({"a": [-1.0, 0.0, -0.0, 1.0]}, []),
    "constant": ({"a": [1, 1, 1], "b": [2, 3, 4]}, [("b", False, False)]),
    "ties": ({"a": [1, 1, 2], "b": [5, 4, 9]}, [("a", False, False), ("b", True, False)]),
    "zeros tie": (
        {"a": [-0.0, 0.0, 1.0], "b": [5, 4, 9]},
        [("a", False, False), ("b", True, False)],
    ),
    "no ties": ({"a": [1, 2, 3], "b": [7, 9, 8]}, [("a", False, False)]),
    "lists": ({"a": [[1], [2]], "b": [1, 2]}, [("b", False, False)]),
    "inside a struct": ({"a": [1, 1], "s": [{"x": 2}, {"x": 1}]}, [("s.x", True, False)]),
    "one row": ({"a": [1]}, []),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_found(name: str, tmp_path: Path) -> None:
    columns, expected = CASES[name]
    path = write(tmp_path / "a.parquet", columns)
    before = path.read_bytes()
    added = inlay.add_index(path, what=["sorting-columns"])
    assert claims_of(path) == [expected]
    assert added.left_out == ()
    assert inlay.verify(path, values=True).findings == ()
    inlay.strip_index(path, what=["sorting-columns"])
    assert path.read_bytes() == before


def test_all_row_groups_have_one_order(tmp_path: Path) -> None:
    columns = {"a": [1, 2, 4, 3], "b": [1, 2, 4, 5]}
    path = write(tmp_path / "a.parquet", columns, rows=2)
    inlay.add_index(path, what=["sorting-columns"])
    assert claims_of(path) == [[("b", False, False)]] * 2


GROUPS: dict[str, tuple[dict[str, Any], list[Claim]]] = {
    "one behind the other": ({"a": [1, 2, 2, 3, 5]}, [("a", False, False)]),
    "not": ({"a": [4, 5, 1, 2, 3]}, []),
    "each its own way": ({"a": [1, 2, 2, 1]}, []),
    "falling": ({"a": [5, 4, 4, 1]}, [("a", True, False)]),
    "a null before values": ({"a": [1, None, 2, 3]}, []),
    "nulls at the end": ({"a": [1, 2, 3, None, None]}, [("a", False, False)]),
    "ties that go on": (
        {"a": [1, 1, 1, 2], "b": [3, 4, 4, 1]},
        [("a", False, False), ("b", False, False)],
    ),
    "ties that go on in another order": (
        {"a": [1, 1, 1, 2], "b": [4, 5, 3, 1]},
        [("a", False, False)],
    ),
    "all rows differ but two": (
        {"a": [1, 2, 2, 3], "b": [9, 5, 4, 1]},
        [("a", False, False), ("b", True, False)],
    ),
    "one row each": ({"a": [2, 1]}, [("a", True, False)]),
}


@pytest.mark.parametrize("name", GROUPS)
def test_row_groups_follow_each_other(name: str, tmp_path: Path) -> None:
    """DataFusion 55 takes the whole file for sorted as its first row group is."""
    columns, expected = GROUPS[name]
    path = write(tmp_path / "a.parquet", columns, 1 if name == "one row each" else 2)
    inlay.add_index(path, what=["sorting-columns"])
    assert {tuple(claims) for claims in claims_of(path)} == {tuple(expected)}
    verified = inlay.verify(path, values=True)
    assert (verified.findings, verified.advice) == ((), ())


@pytest.mark.parametrize(
    ("names", "expected", "reason"),
    [
        (["b", "a"], [("b", False, False), ("a", False, False)], ""),
        (["c", "b"], [("c", False, False), ("b", False, False)], ""),
        (["b", "d", "a"], [("b", False, False)], "rows are in no order"),
        (["d"], [], "rows are in no order"),
        (["n"], [], "a value is NaN, and readers do not agree"),
        (["l"], [], "a row may have many of its values"),
    ],
)
def test_named_columns_as_far_as_they_hold(
    names: Sequence[str], expected: list[Claim], reason: str, tmp_path: Path
) -> None:
    columns = {
        "a": [1, 2, 1, 2],
        "b": [1, 1, 2, 2],
        "c": [0, 0, 0, 0],
        "d": [3, 1, 1, 2],
        "n": [1.0, 2.0, nan, nan],
        "l": [[1], [2], [3], [4]],
    }
    path = write(tmp_path / "a.parquet", columns)
    added = inlay.add_index(path, what=["sorting-columns"], columns=names)
    assert claims_of(path) == [expected]
    assert [reason in it.reason for it in added.left_out] == ([True] if reason else [])


def test_what_is_there_stays_and_goes_from_the_column_on(tmp_path: Path) -> None:
    columns = {"a": [1, 1, 2], "b": [1, 2, 3], "c": [1, 2, 3]}
    path = write(tmp_path / "a.parquet", columns)
    inlay.set_metadata(path, sorted_by=[inlay.SortedBy("a"), inlay.SortedBy("b")])
    assert not inlay.add_index(path, what=["sorting-columns"]).outcome.changed
    inlay.strip_index(path, what=["sorting-columns"], columns=["b"])
    assert claims_of(path) == [[("a", False, False)]]
    inlay.strip_index(path, what=["sorting-columns"])
    assert claims_of(path) == [[]]


def test_damage_and_bytes_that_are_no_values(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", {"a": pa.array([1, 2, 3])})
    (chunk,) = list_chunks(path)
    assert chunk.meta_data is not None
    data = bytearray(path.read_bytes())
    data[chunk.meta_data.data_page_offset] ^= 0xFF
    path.write_bytes(data)
    added = inlay.add_index(path, what=["sorting-columns"], columns=["a"])
    assert "at offset" in added.left_out[0].reason
    assert not added.outcome.changed


def test_a_false_claim_is_not_believed_nor_replaced(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", {"a": [3, 1, 2]})
    edit(path, claim_sorted)
    inlay.add_index(path, what=["all"])
    assert claims_of(path) == [[("a", False, False)]]


def claim_sorted(metadata: Any) -> None:
    claim = SortingColumn(column_idx=0, descending=False, nulls_first=False)
    metadata.row_groups[0].sorting_columns = [claim]


values = st.sampled_from([None, 1.0, 2.0, -0.0, 0.0, nan])


@given(st.lists(st.tuples(values, values), min_size=2, max_size=6), st.integers(1, 6))
def test_rows_are_in_the_order_that_is_claimed(
    rows: list[tuple[float | None, float | None]], size: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        columns = {
            name: pa.array([it[at] for it in rows], pa.float64()) for at, name in enumerate("ab")
        }
        path = write(Path(folder) / "a.parquet", columns, size)
        inlay.add_index(path, what=["sorting-columns"])
        assert inlay.verify(path, values=True).findings == ()
        claims, *others = claims_of(path)
        assert all(it == claims for it in others)
        for one, other in pairwise(rows):
            assert rank(one, claims) <= rank(other, claims)


def rank(row: tuple[Any, Any], claims: list[Claim]) -> list[tuple[int, float]]:
    return [
        (0 if nulls_first else 2, 0.0)
        if row["ab".index(name)] is None
        else (1, -row["ab".index(name)] if descending else row["ab".index(name)])
        for name, descending, nulls_first in claims
    ]

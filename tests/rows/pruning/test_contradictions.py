"""The law: of values and statements of which one is false and contradicted by another, no matching row is left out."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

import inlay
from tests.rows.pruning.contradictions import try_cases

ROWS_LOST_BEFORE = (
    "null-count-0-where-pages-have-one",
    "null-count-of-a-required-column",
    "null-count-of-all-with-bounds",
    "null-counts-of-a-whole-page-with-bounds",
    "null-page-without-nulls",
    "null-pages-of-a-required-column",
    "null-pages-with-null-counts-unknown",
    "pl_1_44_2_fifth",
    "pl_1_44_2_tiny",
)
REPORTS = Path(__file__).parents[4] / "shared" / "corpus" / "bug_reports"


def test_a_contradiction_decides_nothing() -> None:
    _, losses = try_cases(1_500, 47)
    assert not losses, losses[0]


@pytest.mark.parametrize("name", ROWS_LOST_BEFORE)
def test_no_row_of_a_reported_file_is_lost(name: str) -> None:
    path = REPORTS / f"{name}.parquet"
    if not path.is_file():
        pytest.skip("the files of bug reports are not there")
    table = pq.ParquetFile(path).read()
    column = table.column_names[0]
    values = table[column].to_pylist()
    filled = [value for value in values if value is not None]
    assert inlay.read_table(str(path), filters=f"{column} is null").num_rows == values.count(None)
    assert inlay.read_table(str(path), filters=f"{column} is not null").num_rows == len(filled)
    for value in (filled[0], filled[-1]):
        read = inlay.read_table(str(path), filters=f"{column} = {value!r}")
        assert read.num_rows == values.count(value)

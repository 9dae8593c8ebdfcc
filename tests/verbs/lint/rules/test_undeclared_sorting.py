"""`undeclared-sorting`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import SortingColumn
from tests.verbs.lint.footers import advise, make_fine
from tests.verbs.lint.metadata_planters import in_groups, number_bounds

RULE = "undeclared-sorting"
COMMAND = "inlay index add file.parquet --what sorting-columns --columns id"


def test_bounds_that_rise_or_fall(tmp_path: Path) -> None:
    (advice,) = advise(RULE, in_groups(lambda at: number_bounds(at, at + 1)), tmp_path)
    assert advice.seen == "the bounds of 10 row groups rise, and no sorting_columns say so"
    assert advice.fix == COMMAND
    (advice,) = advise(RULE, in_groups(lambda at: number_bounds(100 - at, 101 - at)), tmp_path)
    assert advice.fix == COMMAND


def test_they_may_touch_and_not_overlap(tmp_path: Path) -> None:
    assert advise(RULE, in_groups(lambda at: number_bounds(at, at + 2)), tmp_path) == []
    assert advise(RULE, in_groups(lambda _: number_bounds(7, 7)), tmp_path) == []


def test_a_declaration_is_enough(tmp_path: Path) -> None:
    metadata = in_groups(lambda at: number_bounds(at, at + 1))
    metadata.row_groups[3].sorting_columns = [
        SortingColumn(column_idx=0, descending=False, nulls_first=False)
    ]
    assert advise(RULE, metadata, tmp_path) == []


def test_few_row_groups_do_not_matter(tmp_path: Path) -> None:
    metadata = in_groups(lambda at: number_bounds(at, at + 1))
    metadata.row_groups = metadata.row_groups[:9]
    assert advise(RULE, metadata, tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

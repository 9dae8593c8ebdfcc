"""`missing-null-count`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Statistics, Type
from tests.verbs.lint.footers import advise, chunk, footer, make_fine, row_group, string

RULE = "missing-null-count"


def test_bounds_without_it(tmp_path: Path) -> None:
    silent = row_group(
        chunk("t", Type.BYTE_ARRAY, statistics=Statistics(min_value=b"a", max_value=b"b"))
    )
    (advice,) = advise(RULE, footer([string("t")], [silent, silent]), tmp_path)
    assert (advice.column, advice.seen) == (
        "t",
        "bounds without a number of nulls in all 2 row groups",
    )


def test_without_bounds_another_rule_speaks(tmp_path: Path) -> None:
    for statistics in (None, Statistics(), Statistics(null_count=0, min_value=b"a")):
        group = row_group(chunk("t", Type.BYTE_ARRAY, statistics=statistics))
        assert advise(RULE, footer([string("t")], [group]), tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

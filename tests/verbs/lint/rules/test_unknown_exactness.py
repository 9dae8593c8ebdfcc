"""`unknown-exactness`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import GeometryType, Statistics, Type
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group, string

RULE = "unknown-exactness"


def test_text_that_may_be_cut(tmp_path: Path) -> None:
    for low_is_exact, high_is_exact, expected in (
        (None, None, 1),
        (True, None, 1),
        (None, False, 1),
        (False, True, 0),
    ):
        bounds = Statistics(
            min_value=b"a",
            max_value=b"b",
            is_min_value_exact=low_is_exact,
            is_max_value_exact=high_is_exact,
        )
        group = row_group(chunk("t", Type.BYTE_ARRAY, statistics=bounds))
        assert len(advise(RULE, footer([string("t")], [group]), tmp_path)) == expected


def test_numbers_are_never_cut(tmp_path: Path) -> None:
    group = row_group(chunk("id", statistics=Statistics(min_value=bytes(8), max_value=bytes(8))))
    assert advise(RULE, footer([column("id")], [group]), tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []


def test_bounds_without_an_order_are_not_meant(tmp_path: Path) -> None:
    """Of WKB, as Spark 4.3 writes them: no other writer gives any."""
    statistics = Statistics(null_count=0, min_value=b"a", max_value=b"z")
    group = row_group(chunk("g", Type.BYTE_ARRAY, statistics=statistics))
    element = column("g", Type.BYTE_ARRAY, logicalType=GeometryType())
    assert advise(RULE, footer([element], [group]), tmp_path) == []

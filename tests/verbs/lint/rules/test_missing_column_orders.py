"""`missing-column-orders`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import ColumnOrder, Statistics
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "missing-column-orders"


def test_all_columns_in_one(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.column_orders = None
    (advice,) = advise(RULE, metadata, tmp_path)
    assert (
        advice.seen
        == "min_value and max_value of 2 columns without column orders, so nothing says what they mean"
    )


def test_a_list_that_is_too_short(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.column_orders = [ColumnOrder.TYPE_ORDER]
    (advice,) = advise(RULE, metadata, tmp_path)
    assert advice.seen.startswith("min_value and max_value of 1 column without")


def test_deprecated_bounds_need_none(tmp_path: Path) -> None:
    group = row_group(chunk("id", statistics=Statistics(min=bytes(8), max=bytes(8))))
    assert advise(RULE, footer([column("id")], [group], column_orders=None), tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

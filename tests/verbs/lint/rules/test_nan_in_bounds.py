"""`nan-in-bounds`."""

from __future__ import annotations

import struct
from pathlib import Path

from parquet_format.parquet import ColumnOrder, Statistics, Type
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

NAN, ONE = (struct.pack("<d", value) for value in (float("nan"), 1.0))

RULE = "nan-in-bounds"


def test_one_is_enough(tmp_path: Path) -> None:
    for low, high, expected in ((ONE, NAN, 1), (NAN, NAN, 1), (ONE, ONE, 0), (ONE, b"short", 0)):
        bounds = Statistics(min_value=low, max_value=high)
        group = row_group(chunk("x", Type.DOUBLE, statistics=bounds))
        advice = advise(RULE, footer([column("x", Type.DOUBLE)], [group]), tmp_path)
        assert [each.seen for each in advice] == ["a bound that is NaN in its row group"] * expected
        assert [each.reads for each in advice] == [1] * expected


def test_in_total_order_it_is_a_value(tmp_path: Path) -> None:
    group = row_group(chunk("x", Type.DOUBLE, statistics=Statistics(min_value=NAN, max_value=NAN)))
    orders = [ColumnOrder.IEEE_754_TOTAL_ORDER]
    metadata = footer([column("x", Type.DOUBLE)], [group], column_orders=orders)
    assert advise(RULE, metadata, tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

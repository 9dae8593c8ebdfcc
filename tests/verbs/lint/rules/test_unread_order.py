"""`unread-order`."""

from __future__ import annotations

import struct
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from parquet_format.parquet import ColumnOrder, Statistics, Type
from tests.verbs.lint.footers import (
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    row_group,
)

RULE = "unread-order"
ONE, TWO = (struct.pack("<d", value) for value in (1.0, 2.0))


@pytest.mark.parametrize(
    ("order", "nans", "bounds", "is_seen"),
    [
        (ColumnOrder.IEEE_754_TOTAL_ORDER, 0, True, True),
        (ColumnOrder.IEEE_754_TOTAL_ORDER, 1, True, False),
        (ColumnOrder.IEEE_754_TOTAL_ORDER, None, True, False),
        (ColumnOrder.IEEE_754_TOTAL_ORDER, 0, False, False),
        (ColumnOrder.TYPE_ORDER, 0, True, False),
    ],
)
def test_by_order_and_nans(
    order: ColumnOrder, nans: int | None, *, bounds: bool, is_seen: bool, tmp_path: Path
) -> None:
    said = Statistics(null_count=0, nan_count=nans)
    if bounds:
        said = said.replace(min_value=ONE, max_value=TWO)
    group = row_group(chunk("x", Type.DOUBLE, statistics=said))
    metadata = footer([column("x", Type.DOUBLE)], [group], column_orders=[order])
    advice = advise(RULE, metadata, tmp_path)
    seen = "bounds in IEEE 754 order in its row group"
    assert [(it.seen, it.reads) for it in advice] == [(seen, 1)] * is_seen


def test_the_command_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"x": [1.5, 2.5], "n": [1, 2]}), path)
    inlay.add_index(path, what=["ieee754-order"])
    (advice,) = advise_on_file(RULE, path)
    assert advice.fix == "inlay index add a.parquet --what type-order --columns x"
    assert run(["index", "add", str(path), "--what", "type-order", "--columns", "x"]) == 0
    assert advise_on_file(RULE, path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

"""`missing-statistics`."""

from __future__ import annotations

from pathlib import Path

import pytest

from parquet_format.parquet import NullType, Statistics, Type
from tests.verbs.lint.footers import (
    ROWS,
    advise,
    chunk,
    column,
    footer,
    make_fine,
    optional,
    row_group,
)

RULE = "missing-statistics"


def test_row_groups_without_bounds_are_counted(tmp_path: Path) -> None:
    bare, full = row_group(chunk("id", statistics=None)), row_group(chunk("id"))
    (advice,) = advise(RULE, footer([column("id")], [full, bare, bare]), tmp_path)
    assert advice.seen == "no bounds in 2 of 3 row groups"
    assert (advice.place, advice.reads) == ("row_groups[1].columns[0]", 2)


def test_a_number_of_nulls_is_no_bound(tmp_path: Path) -> None:
    for nulls, expected in ((59_999, 1), (60_000, 0), (None, 1)):
        group = row_group(chunk("id", statistics=Statistics(null_count=nulls)))
        assert len(advise(RULE, footer([optional("id")], [group]), tmp_path)) == expected


def test_types_without_an_order_need_none(tmp_path: Path) -> None:
    for kind, means in ((Type.INT96, None), (Type.INT32, NullType())):
        group = row_group(chunk("t", kind, statistics=None))
        metadata = footer([column("t", kind, logicalType=means)], [group])
        assert advise(RULE, metadata, tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []


@pytest.mark.parametrize("rule", ["missing-statistics", "missing-column-index"])
@pytest.mark.parametrize(("nans", "is_seen"), [(ROWS, False), (ROWS - 1, True), (None, True)])
def test_nans_alone_have_no_bounds(
    tmp_path: Path, rule: str, nans: int | None, *, is_seen: bool
) -> None:
    bare = chunk("r", Type.DOUBLE, statistics=Statistics(null_count=0, nan_count=nans))
    bare.column_index_offset = bare.column_index_length = None
    metadata = footer([column("r", Type.DOUBLE)], [row_group(bare)])
    assert len(advise(rule, metadata, tmp_path)) == is_seen

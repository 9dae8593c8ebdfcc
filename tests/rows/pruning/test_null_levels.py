"""Levels count the nulls of a chunk without statistics."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay


@pytest.mark.parametrize(
    ("filter", "left"),
    [
        ("x is null", [0, 1]),
        ("x is not null", [1, 2]),
        ("x = 1", [1, 2]),
        ("y is null", []),
        ("y = 1", [0, 1, 2]),
    ],
)
def test_row_groups_are_left_out_by_their_levels(
    tmp_path: Path, filter: str, left: list[int]
) -> None:
    table = pa.table({"x": [None, None, 1, None, 1, 2], "y": range(6)})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=2, write_statistics=False)
    groups = inlay.open(tmp_path / "a.parquet").metadata.row_groups
    metas = [it.columns[0].meta_data for it in groups]
    assert all(it is not None and it.statistics is None for it in metas)
    assert inlay.prune(tmp_path / "a.parquet", filter).row_groups == left

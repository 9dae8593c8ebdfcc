"""What one rule asks for is not what another warns of: the rows of a row group."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parquet_format.parquet import FileMetaData
from tests.verbs.lint.footers import MIB, advise, chunk, column, footer, row_group

SMALL, MANY = "small-row-groups", "many-rows-in-row-group"
TOTAL = 20_000_000
"""Rows of a file."""


def split_into(rows: int, bytes_per_row: float) -> FileMetaData:
    size = int(rows * bytes_per_row)
    group = row_group(chunk("id", num_values=rows, total_compressed_size=size), num_rows=rows)
    return footer([column("id")], [group] * min(max(TOTAL // rows, 2), 500))


@pytest.mark.parametrize("rows", [100, 65_536, 65_537, 1_048_576])
@pytest.mark.parametrize("bytes_per_row", [0.5, 4, 15.9, 16, 20, 64, 1000, 5000])
def test_a_remedy_ends_both(rows: int, bytes_per_row: float, tmp_path: Path) -> None:
    advice = [
        each
        for rule in (SMALL, MANY)
        for each in advise(rule, split_into(rows, bytes_per_row), tmp_path)
    ]
    assert len(advice) <= 1
    for each in advice:
        target = re.search(r"row_group_size=(\d+)", each.mend)
        assert target is not None
        again = split_into(int(target[1]), bytes_per_row)
        assert advise(SMALL, again, tmp_path) == []
        assert advise(MANY, again, tmp_path) == []
        assert (each.reads or 0) <= TOTAL // rows


def test_the_reads_are_those_of_the_remedy(tmp_path: Path) -> None:
    small = row_group(chunk("id", total_compressed_size=MIB // 8), num_rows=8192)
    (advice,) = advise(SMALL, footer([column("id")], [small] * 80), tmp_path)
    assert "row_group_size=65536 " in advice.mend
    assert advice.reads == 80 - 10

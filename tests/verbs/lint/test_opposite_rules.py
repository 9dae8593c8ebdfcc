"""What one rule asks for is not what another warns of: the rows of a row group."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parquet_format.parquet import FileMetaData, RowGroup
from tests.verbs.lint.footers import MIB, advise, chunk, column, footer, row_group

SMALL, MANY = "small-row-groups", "many-rows-in-row-group"
TOTAL = 20_000_000
"""Rows of a file."""


def split_into(rows: int, bytes_per_row: float, total: int) -> FileMetaData:
    counts = [rows] * (total // rows) + [total % rows] * (total % rows > 0)
    return footer([column("id")], [_of(count, bytes_per_row) for count in counts])


def _of(rows: int, bytes_per_row: float) -> RowGroup:
    size = int(rows * bytes_per_row)
    return row_group(chunk("id", num_values=rows, total_compressed_size=size), num_rows=rows)


@pytest.mark.parametrize("rows", [100, 65_536, 65_537, 1_048_576])
@pytest.mark.parametrize("bytes_per_row", [0.5, 4, 15.9, 16, 20, 64, 1000, 5000])
def test_a_remedy_ends_both(rows: int, bytes_per_row: float, tmp_path: Path) -> None:
    total = rows * min(max(TOTAL // rows, 2), 500)
    before = split_into(rows, bytes_per_row, total)
    advice = [each for rule in (SMALL, MANY) for each in advise(rule, before, tmp_path)]
    assert len(advice) <= 1
    for each in advice:
        target = re.search(r"--row-group-size (\d+)", each.fix)
        assert target is not None
        assert is_round(int(target[1]))
        again = split_into(int(target[1]), bytes_per_row, total)
        assert advise(SMALL, again, tmp_path) == []
        assert advise(MANY, again, tmp_path) == []
        assert (each.reads or 0) <= TOTAL // rows


def is_round(number: int) -> bool:
    """A power of two, or one digit and zeros."""
    return not number & (number - 1) or not str(number)[1:].strip("0")


def test_the_reads_are_those_of_the_remedy(tmp_path: Path) -> None:
    small = row_group(chunk("id", total_compressed_size=MIB // 8), num_rows=8192)
    (advice,) = advise(SMALL, footer([column("id")], [small] * 80), tmp_path)
    assert advice.fix.endswith(" --row-group-size 200000")
    assert advice.reads == 80 - 4

"""`many-rows-in-row-group`: the row groups that parquet-linter names, and the number of rows that it suggests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verbs.lint.footers import MIB, advise, chunk, column, footer, make_fine, row_group

RULE = "many-rows-in-row-group"


@pytest.mark.parametrize(
    ("rows", "size", "suggested"),
    [
        (10_000, 64, None),
        (65_536, 256, None),
        (65_537, 128, "65536"),
        (100_000, 512, "50000"),
        (1000, 257, "900"),
    ],
)
def test_thresholds(rows: int, size: int, suggested: str | None, tmp_path: Path) -> None:
    group = row_group(chunk("id", total_compressed_size=size * MIB), num_rows=rows)
    advice = advise(RULE, footer([column("id")], [group]), tmp_path)
    assert [each.fix.rpartition(" ")[2] for each in advice] == [suggested] * bool(suggested)


def test_both_are_said(tmp_path: Path) -> None:
    large = row_group(chunk("id", total_compressed_size=512 * MIB), num_rows=100_000)
    (advice,) = advise(RULE, footer([column("id")], [large, row_group(chunk("id"))]), tmp_path)
    assert advice.seen == ("2 row groups: 1 with more than 65,536 rows and 1 larger than 256 MiB")
    assert advise(RULE, make_fine(), tmp_path) == []

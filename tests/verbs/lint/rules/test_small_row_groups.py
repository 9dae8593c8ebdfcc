"""`small-row-groups`."""

from __future__ import annotations

from pathlib import Path

from tests.verbs.lint.footers import MIB, advise, chunk, column, footer, make_fine, row_group

RULE = "small-row-groups"


def test_most_of_them_are_small(tmp_path: Path) -> None:
    small = row_group(chunk("id", total_compressed_size=MIB // 2))
    (advice,) = advise(RULE, footer([column("id")], [small] * 10), tmp_path)
    assert advice.seen == "all 10 row groups are smaller than 1.0 MiB, on average 512 KiB"
    assert advice.reads == 8
    assert advice.num_bytes is not None
    assert 0 < advice.num_bytes < 4000


def test_one_or_half_of_them_may_be(tmp_path: Path) -> None:
    small = row_group(chunk("id", total_compressed_size=MIB - 1))
    large = row_group(chunk("id", total_compressed_size=MIB))
    cases = (([small], 0), ([small, large], 0), ([small, small, large], 1), ([large] * 9, 0))
    for groups, expected in cases:
        assert len(advise(RULE, footer([column("id")], groups), tmp_path)) == expected


def test_the_threshold_is_a_setting(tmp_path: Path) -> None:
    assert len(advise(RULE, make_fine(), tmp_path, bytes=9 * MIB)) == 1
    assert advise(RULE, make_fine(), tmp_path) == []

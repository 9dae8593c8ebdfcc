"""`large-row-group`."""

from __future__ import annotations

from pathlib import Path

from tests.verbs.lint.footers import MIB, advise, chunk, column, footer, make_fine, row_group

RULE = "large-row-group"


def test_it_begins_above_the_threshold(tmp_path: Path) -> None:
    exact = row_group(chunk("id", total_compressed_size=1024 * MIB))
    above = row_group(chunk("id", total_compressed_size=1024 * MIB + 1))
    assert advise(RULE, footer([column("id")], [exact]), tmp_path) == []
    (advice,) = advise(RULE, footer([column("id")], [exact, above]), tmp_path)
    assert advice.seen == "1 of 2 row groups is larger than 1.0 GiB, up to 1.0 GiB"
    assert advice.place == "row_groups[1]"
    assert advise(RULE, make_fine(), tmp_path) == []

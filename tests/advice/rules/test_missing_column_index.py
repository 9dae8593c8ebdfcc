"""`missing-column-index`."""

from __future__ import annotations

from pathlib import Path

from tests.advice.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "missing-column-index"


def test_one_row_group_is_enough(tmp_path: Path) -> None:
    full, bare = chunk("id"), chunk("id").replace(column_index_offset=None)
    for chunks, expected in (([full, bare], 1), ([full, full], 0)):
        metadata = footer([column("id")], [row_group(each) for each in chunks])
        advice = advise(RULE, metadata, tmp_path)
        assert [each.seen for each in advice] == ["no column index in 1 of 2 row groups"] * expected


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

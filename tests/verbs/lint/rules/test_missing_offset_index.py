"""`missing-offset-index`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Encoding, PageType
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, pages_of, row_group

RULE = "missing-offset-index"


def test_pages_that_nobody_finds(tmp_path: Path) -> None:
    for pages, expected in ((None, 1), (2, 1), (1, 0)):
        stats = pages_of((PageType.DATA_PAGE, Encoding.PLAIN, pages)) if pages else None
        bare = chunk("id", encoding_stats=stats).replace(offset_index_offset=None)
        advice = advise(RULE, footer([column("id")], [row_group(bare)]), tmp_path)
        assert [each.seen for each in advice] == ["no offset index in its row group"] * expected


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

"""`small-pages`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Encoding, PageType
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, pages_of, row_group

RULE = "small-pages"


def test_many_of_them_cost_their_headers(tmp_path: Path) -> None:
    for pages, size, expected in ((1000, 4095, 1), (999, 4095, 0), (1000, 4096, 0)):
        stats = pages_of((PageType.DATA_PAGE, Encoding.PLAIN, pages))
        of_column = chunk("id", encoding_stats=stats, total_uncompressed_size=size * pages)
        advice = advise(RULE, footer([column("id")], [row_group(of_column)]), tmp_path)
        assert len(advice) == expected
        for each in advice:
            assert each.seen == "1,000 pages of 4.0 KiB on average"
            assert each.num_bytes == (1000 - 3) * 30


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

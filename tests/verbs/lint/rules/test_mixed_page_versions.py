"""`mixed-page-versions`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Encoding, PageType
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, pages_of, row_group

RULE = "mixed-page-versions"


def test_the_first_of_each_is_named(tmp_path: Path) -> None:
    second = row_group(
        chunk("id", encoding_stats=pages_of((PageType.DATA_PAGE_V2, Encoding.PLAIN, 3)))
    )
    (advice,) = advise(RULE, footer([column("id")], [row_group(chunk("id")), second]), tmp_path)
    assert advice.seen == (
        "data pages of version 1, as in row_groups[0].columns[0], and of version 2, "
        "as in row_groups[1].columns[0]"
    )
    assert advise(RULE, footer([column("id")], [second]), tmp_path) == []


def test_no_pages_are_of_no_version(tmp_path: Path) -> None:
    none = chunk("id", encoding_stats=pages_of((PageType.DATA_PAGE_V2, Encoding.PLAIN, 0)))
    metadata = footer([column("id")], [row_group(chunk("id")), row_group(none)])
    assert advise(RULE, metadata, tmp_path) == []
    assert advise(RULE, make_fine(), tmp_path) == []

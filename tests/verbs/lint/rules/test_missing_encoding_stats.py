"""`missing-encoding-stats`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Encoding
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "missing-encoding-stats"


def test_only_dictionaries_need_them(tmp_path: Path) -> None:
    for encoding, expected in (
        (Encoding.RLE_DICTIONARY, 1),
        (Encoding.PLAIN_DICTIONARY, 1),
        (Encoding.PLAIN, 0),
    ):
        group = row_group(chunk("id", encoding_stats=None, encodings=[encoding]))
        advice = advise(RULE, footer([column("id")], [group]), tmp_path)
        seen = "a dictionary, and no counts of pages in its row group"
        assert [each.seen for each in advice] == [seen] * expected


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

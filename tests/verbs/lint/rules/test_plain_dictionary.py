"""`plain-dictionary`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Encoding
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "plain-dictionary"


def test_the_row_groups_are_counted(tmp_path: Path) -> None:
    old = row_group(chunk("id", encodings=[Encoding.PLAIN_DICTIONARY, Encoding.RLE]))
    (advice,) = advise(RULE, footer([column("id")], [row_group(chunk("id")), old]), tmp_path)
    assert advice.seen == "the encoding PLAIN_DICTIONARY in 1 of 2 row groups"
    assert advice.place == "row_groups[1].columns[0]"


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

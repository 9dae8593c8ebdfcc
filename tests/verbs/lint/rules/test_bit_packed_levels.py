"""`bit-packed-levels`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Encoding
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "bit-packed-levels"


def test_the_row_groups_are_counted(tmp_path: Path) -> None:
    old = row_group(chunk("id", encodings=[Encoding.BIT_PACKED, Encoding.RLE]))
    (advice,) = advise(RULE, footer([column("id")], [row_group(chunk("id")), old]), tmp_path)
    assert advice.seen == "the encoding BIT_PACKED in 1 of 2 row groups"
    assert advice.place == "row_groups[1].columns[0]"


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []


def test_parquet_java_names_it_for_columns_without_levels(tmp_path: Path) -> None:
    old = row_group(chunk("id", encodings=[Encoding.BIT_PACKED, Encoding.PLAIN]))
    by_java = footer([column("id")], [old], created_by="parquet-mr version 1.13.1 (build abc)")
    assert advise(RULE, by_java, tmp_path) == []

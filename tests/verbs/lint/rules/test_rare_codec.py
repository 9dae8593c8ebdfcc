"""`rare-codec`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import CompressionCodec
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "rare-codec"


def test_the_row_groups_are_counted(tmp_path: Path) -> None:
    old = row_group(chunk("id", codec=CompressionCodec.BROTLI))
    (advice,) = advise(RULE, footer([column("id")], [row_group(chunk("id")), old, old]), tmp_path)
    assert advice.seen == "the codec BROTLI in 2 of 3 row groups"
    assert advice.place == "row_groups[1].columns[0]"


def test_others_are_fine(tmp_path: Path) -> None:
    other = row_group(chunk("id", codec=CompressionCodec.ZSTD))
    assert advise(RULE, footer([column("id")], [other]), tmp_path) == []
    assert advise(RULE, make_fine(), tmp_path) == []

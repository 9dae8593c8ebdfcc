"""`uncompressed-column`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import CompressionCodec
from tests.advice.footers import MIB, advise, chunk, column, footer, make_fine, row_group

RULE = "uncompressed-column"


def test_a_column_without_a_codec_is_advised_once(tmp_path: Path) -> None:
    plain = chunk("id", codec=CompressionCodec.UNCOMPRESSED, total_compressed_size=3 * MIB)
    (advice,) = advise(RULE, footer([column("id")], [row_group(plain)] * 2), tmp_path)
    assert advice.column == "id"
    assert advice.place == "row_groups[0].columns[0]"
    assert advice.seen == "6.0 MiB in 2 row groups without a codec"


def test_a_small_column_is_not(tmp_path: Path) -> None:
    for size, expected in ((MIB - 1, 0), (MIB, 1)):
        plain = chunk("id", codec=CompressionCodec.UNCOMPRESSED, total_compressed_size=size)
        assert len(advise(RULE, footer([column("id")], [row_group(plain)]), tmp_path)) == expected


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

"""`int96-timestamps`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import CompressionCodec, Type
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "int96-timestamps"


def test_each_column_is_advised(tmp_path: Path) -> None:
    group = row_group(chunk("t", Type.INT96))
    (advice,) = advise(RULE, footer([column("t", Type.INT96)], [group, group]), tmp_path)
    assert advice.seen == "timestamps are INT96, 120,000 values of 12 bytes"
    assert (advice.column, advice.place, advice.num_bytes) == ("t", "schema[1]", None)


def test_the_cost_is_known_without_a_codec(tmp_path: Path) -> None:
    plain = chunk(
        "t",
        Type.INT96,
        codec=CompressionCodec.UNCOMPRESSED,
        total_compressed_size=720_000,
        total_uncompressed_size=720_000,
    )
    (advice,) = advise(RULE, footer([column("t", Type.INT96)], [row_group(plain)]), tmp_path)
    assert advice.num_bytes == 240_000


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

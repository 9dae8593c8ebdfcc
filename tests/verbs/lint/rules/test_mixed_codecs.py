"""`mixed-codecs`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import CompressionCodec
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "mixed-codecs"


def test_a_column_with_two(tmp_path: Path) -> None:
    other = row_group(chunk("id", codec=CompressionCodec.GZIP))
    (advice,) = advise(RULE, footer([column("id")], [row_group(chunk("id")), other]), tmp_path)
    assert (advice.column, advice.seen) == ("id", "GZIP, ZSTD, by row group")


def test_two_columns_may_have_two_codecs_and_empty_chunks_any(tmp_path: Path) -> None:
    other = chunk("b", codec=CompressionCodec.GZIP)
    columns = [column("a"), column("b")]
    assert advise(RULE, footer(columns, [row_group(chunk("a"), other)] * 2), tmp_path) == []
    empty = row_group(chunk("id", codec=CompressionCodec.GZIP, num_values=0), num_rows=0)
    assert advise(RULE, footer([column("id")], [row_group(chunk("id")), empty]), tmp_path) == []
    assert advise(RULE, make_fine(), tmp_path) == []


def test_a_few_bytes_do_not_matter(tmp_path: Path) -> None:
    for size, expected in ((4095, 0), (4096, 1)):
        few = chunk("id", codec=CompressionCodec.SNAPPY, total_uncompressed_size=size)
        metadata = footer([column("id")], [row_group(chunk("id")), row_group(few)])
        assert len(advise(RULE, metadata, tmp_path)) == expected

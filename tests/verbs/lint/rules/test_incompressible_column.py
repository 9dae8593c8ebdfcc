"""`incompressible-column`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import CompressionCodec
from tests.verbs.lint.footers import MIB, advise, chunk, column, footer, make_fine, row_group

RULE = "incompressible-column"


def test_it_begins_above_the_threshold(tmp_path: Path) -> None:
    cases = ((95, "GZIP", 0), (96, "GZIP", 1), (100, "UNCOMPRESSED", 0), (101, "SNAPPY", 1))
    for percent, codec, expected in cases:
        of_column = chunk(
            "id",
            codec=CompressionCodec[codec],
            total_uncompressed_size=100 * MIB,
            total_compressed_size=percent * MIB,
        )
        metadata = footer([column("id")], [row_group(of_column)] * 2)
        advice = advise(RULE, metadata, tmp_path)
        assert len(advice) == expected
        for each in advice:
            assert each.seen == f"200 MiB compressed to {2 * percent} MiB by {codec}"
            assert each.num_bytes == (2 * MIB if percent == 101 else None)


def test_uncompressed_row_groups_do_not_count(tmp_path: Path) -> None:
    plain = row_group(
        chunk("id", codec=CompressionCodec.UNCOMPRESSED, total_compressed_size=99 * MIB)
    )
    assert advise(RULE, footer([column("id")], [plain, row_group(chunk("id"))]), tmp_path) == []
    assert advise(RULE, make_fine(), tmp_path) == []


def test_settings_may_leave_small_columns_alone(tmp_path: Path) -> None:
    metadata = footer([column("id")], [row_group(chunk("id", total_compressed_size=8 * MIB))])
    assert len(advise(RULE, metadata, tmp_path, bytes=8 * MIB)) == 1
    assert advise(RULE, metadata, tmp_path, bytes=8 * MIB + 1) == []

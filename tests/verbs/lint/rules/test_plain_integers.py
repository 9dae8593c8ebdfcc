"""`plain-integers`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Encoding, RowGroup, Statistics, TimestampType, TimeUnit
from tests.verbs.lint.footers import MIB, advise, chunk, column, footer, make_fine, row_group

RULE = "plain-integers"
MOMENT = TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MICROS)
VALUES = 2 * MIB


def plain(high: int, size: int = 16 * MIB) -> RowGroup:
    statistics = Statistics(min_value=bytes(8), max_value=high.to_bytes(8, "little", signed=True))
    return row_group(
        chunk(
            "id",
            encodings=[Encoding.PLAIN, Encoding.RLE],
            num_values=VALUES,
            total_compressed_size=size,
            statistics=statistics,
        )
    )


def test_what_bounds_leave_is_the_cost(tmp_path: Path) -> None:
    (advice,) = advise(RULE, footer([column("id")], [plain(255)]), tmp_path)
    assert advice.num_bytes == 16 * MIB - 9 * VALUES // 8 - (VALUES // 128 + 1) * 6
    assert advice.seen == ("16.0 MiB of plain integers, whose differences fit into 2.3 MiB")


def test_it_has_to_save_half_and_a_mebibyte(tmp_path: Path) -> None:
    cases = ((2**30 - 1, 16 * MIB, 1), (2**31 - 1, 16 * MIB, 0), (1, 7 * MIB // 4, 1), (1, MIB, 0))
    for high, size, expected in cases:
        metadata = footer([column("id")], [plain(high, size)])
        assert len(advise(RULE, metadata, tmp_path)) == expected, high


def test_moments_and_fine_files_are_not(tmp_path: Path) -> None:
    metadata = footer([column("id", logicalType=MOMENT)], [plain(255)])
    assert advise(RULE, metadata, tmp_path) == []
    assert advise(RULE, make_fine(), tmp_path) == []

"""`large-bloom-filter`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Statistics
from tests.verbs.lint.footers import (
    MIB,
    advise,
    chunk,
    column,
    footer,
    make_fine,
    optional,
    row_group,
)

RULE = "large-bloom-filter"


def test_what_is_above_16_bits_is_the_cost(tmp_path: Path) -> None:
    large = chunk("id", bloom_filter_offset=9000, bloom_filter_length=MIB)
    (advice,) = advise(RULE, footer([column("id")], [row_group(large)]), tmp_path)
    assert (
        advice.seen
        == "Bloom filters of 1.0 MiB, 139 bits a value, where 16 are plenty, in its row group"
    )
    assert advice.num_bytes == MIB - 120_000


def test_the_edges(tmp_path: Path) -> None:
    cases = [
        (60_000 * 8, 60_000, 0),
        (60_000 * 8 + 1, 60_000, 1),
        (4095, 1, 0),
        (4096, 1, 1),
        (4096, 0, 0),
    ]
    for size, values, expected in cases:
        each = chunk("id", num_values=values, bloom_filter_offset=9000, bloom_filter_length=size)
        assert len(advise(RULE, footer([column("id")], [row_group(each)]), tmp_path)) == expected


def test_nulls_are_no_values(tmp_path: Path) -> None:
    nulls = Statistics(null_count=59_000)
    each = chunk("id", statistics=nulls, bloom_filter_offset=9000, bloom_filter_length=100_000)
    assert len(advise(RULE, footer([optional("id")], [row_group(each)]), tmp_path)) == 1
    assert advise(RULE, footer([column("id")], [row_group(each)]), tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

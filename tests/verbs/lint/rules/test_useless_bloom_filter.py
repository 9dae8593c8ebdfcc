"""`useless-bloom-filter`."""

from __future__ import annotations

from pathlib import Path

import pytest

from parquet_format.parquet import Statistics, Type
from tests.verbs.lint.footers import advise, chunk, footer, make_fine, optional, row_group

RULE = "useless-bloom-filter"


@pytest.mark.parametrize(
    ("kind", "statistics", "expected"),
    [
        (Type.BOOLEAN, Statistics(), 1),
        (Type.INT64, Statistics(min_value=bytes(8), max_value=bytes(8)), 1),
        (Type.INT64, Statistics(min_value=bytes(8), max_value=b"\1" * 8), 0),
        (Type.INT64, Statistics(null_count=60_000), 1),
        (Type.INT64, Statistics(null_count=59_999), 0),
        (Type.INT64, Statistics(min_value=bytes(8), max_value=bytes(8), distinct_count=2), 0),
        (Type.BYTE_ARRAY, Statistics(min_value=b"a", max_value=b"a", is_min_value_exact=False), 0),
    ],
)
def test_where_statistics_say_as_much(
    tmp_path: Path, kind: Type, statistics: Statistics, expected: int
) -> None:
    each = chunk("x", kind, statistics=statistics, bloom_filter_offset=9000, bloom_filter_length=48)
    advice = advise(RULE, footer([optional("x", kind)], [row_group(each)] * 2), tmp_path)
    seen = "a Bloom filter where the statistics say as much, in all 2 row groups"
    assert [(it.seen, it.num_bytes, it.reads) for it in advice] == [(seen, 96, 2)] * expected


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

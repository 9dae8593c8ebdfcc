"""`oversized-bounds`."""

from __future__ import annotations

from pathlib import Path

from inlay.verbs.lint.estimate import PAGE
from parquet_format.parquet import Statistics, Type
from tests.verbs.lint.footers import advise, chunk, footer, make_fine, row_group, string

RULE = "oversized-bounds"


def test_what_is_above_64_bytes_is_the_cost(tmp_path: Path) -> None:
    long = Statistics(min_value=b"a" * 70, max_value=b"z" * 3000, is_min_value_exact=True)
    group = row_group(chunk("t", Type.BYTE_ARRAY, statistics=long))
    (advice,) = advise(RULE, footer([string("t")], [group, group]), tmp_path)
    assert advice.seen == "bounds of up to 3,000 bytes in all 2 row groups"
    assert advice.num_bytes == 2 * (6 + 2936)


def test_the_edge_is_that_of_parquet_linter(tmp_path: Path) -> None:
    for size, is_exact, expected in ((64, True, 0), (65, True, 1), (65, None, 1), (65, False, 0)):
        bounds = Statistics(min_value=b"a", max_value=b"z" * size, is_min_value_exact=is_exact)
        group = row_group(chunk("t", Type.BYTE_ARRAY, statistics=bounds))
        groups = [group] * (PAGE if expected else 1)  # each of which would be smaller by a byte
        assert len(advise(RULE, footer([string("t")], groups), tmp_path)) == expected


def test_the_threshold_is_a_setting(tmp_path: Path) -> None:
    bounds = Statistics(min_value=b"a", max_value=b"z" * 5000)
    metadata = footer([string("t")], [row_group(chunk("t", Type.BYTE_ARRAY, statistics=bounds))])
    assert advise(RULE, metadata, tmp_path, bytes=5000) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

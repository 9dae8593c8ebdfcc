"""`partial-statistics`."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlay.verbs.lint.rule import WARNING
from parquet_format.parquet import Statistics, Type
from tests.verbs.lint.footers import advise, chunk, footer, make_fine, row_group, string

RULE = "partial-statistics"


@pytest.mark.parametrize(
    ("statistics", "seen"),
    [
        (Statistics(min_value=b"a"), "only a minimum in its row group"),
        (Statistics(max=b"z"), "only a maximum in its row group"),
        (Statistics(min_value=b"a", max_value=b"z"), ""),
        (Statistics(null_count=0), ""),
    ],
)
def test_one_bound_alone(tmp_path: Path, statistics: Statistics, seen: str) -> None:
    group = row_group(chunk("t", Type.BYTE_ARRAY, statistics=statistics))
    advice = advise(RULE, footer([string("t")], [group]), tmp_path)
    assert [each.seen for each in advice] == ([seen] if seen else [])


def test_it_is_a_warning(tmp_path: Path) -> None:
    """pyiceberg and deltalake lose rows of such a file: lint ends with 1."""
    group = row_group(chunk("t", Type.BYTE_ARRAY, statistics=Statistics(min_value=b"a")))
    (advice,) = advise(RULE, footer([string("t")], [group]), tmp_path)
    assert advice.severity == WARNING


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

"""`deprecated-bounds`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Statistics, Type
from tests.verbs.lint.footers import advise, chunk, footer, make_fine, row_group, string

RULE = "deprecated-bounds"


def test_the_old_fields_alone(tmp_path: Path) -> None:
    old = row_group(chunk("t", Type.BYTE_ARRAY, statistics=Statistics(min=b"a", max=b"b")))
    (advice,) = advise(RULE, footer([string("t")], [old]), tmp_path)
    assert advice.seen == "only the deprecated min and max in its row group"
    assert advice.place == "row_groups[0].columns[0]"


def test_both_are_fine(tmp_path: Path) -> None:
    both = Statistics(min=b"a", max=b"b", min_value=b"a", max_value=b"b")
    group = row_group(chunk("t", Type.BYTE_ARRAY, statistics=both))
    assert advise(RULE, footer([string("t")], [group]), tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

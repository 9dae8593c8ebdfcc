"""`distrusted-statistics`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Statistics, Type
from tests.advice.footers import advise, chunk, footer, make_fine, row_group, string

RULE = "distrusted-statistics"


def test_the_defect_and_its_source_are_named(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.created_by = "parquet-mr version 1.7.0 (build 1)"
    (advice,) = advise(RULE, metadata, tmp_path)
    assert (advice.column, advice.reads) == ("name", 2)
    assert advice.seen == (
        "not to be trusted: bounds of parquet-mr 1.7.0 (PARQUET-251: bytes of a buffer that was used again) in all 2 row groups"
    )


def test_only_versions_with_the_defect(tmp_path: Path) -> None:
    for version, expected in (("1.9.0", 1), ("1.10.0", 0)):
        metadata = make_fine()
        metadata.created_by = f"parquet-mr version {version} (build 1)"
        assert len(advise(RULE, metadata, tmp_path)) == expected


def test_deprecated_bounds_without_a_name(tmp_path: Path) -> None:
    group = row_group(chunk("t", Type.BYTE_ARRAY, statistics=Statistics(min=b"a", max=b"b")))
    (advice,) = advise(RULE, footer([string("t")], [group], created_by=None), tmp_path)
    assert "deprecated bounds of a writer without a name (PARQUET-297" in advice.seen


def test_counts_and_indexes(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.created_by = "DuckDB"
    assert all("null_count of duckdb" in each.seen for each in advise(RULE, metadata, tmp_path))
    metadata.created_by = "github.com/parquet-go/parquet-go version 0.19.0(build )"
    assert any("column index of" in each.seen for each in advise(RULE, metadata, tmp_path))


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

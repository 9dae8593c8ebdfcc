"""`known-writer-defect`."""

from __future__ import annotations

from pathlib import Path

from tests.advice.footers import advise, make_fine

RULE = "known-writer-defect"


def test_a_field_that_is_there(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.created_by = "parquet-mr version 1.12.0 (build 1)"
    assert advise(RULE, metadata, tmp_path) == []
    for group in metadata.row_groups:
        group.file_offset = 4
    (advice,) = advise(RULE, metadata, tmp_path)
    assert advice.seen == (
        "file_offset of row groups by parquet-mr 1.12.0 may be wrong "
        "(PARQUET-2078: wrong from the second row group on), in 2 columns"
    )
    metadata.created_by = "parquet-mr version 1.12.1 (build 1)"
    assert advise(RULE, metadata, tmp_path) == []


def test_what_is_not_believed_is_another_rule(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.created_by = "Polars"
    assert advise(RULE, metadata, tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

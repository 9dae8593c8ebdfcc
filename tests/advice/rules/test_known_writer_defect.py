"""`known-writer-defect`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Encoding, PageType
from tests.advice.footers import advise, make_fine, pages_of

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


def test_pages_are_looked_at_by_their_kind(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.created_by = "parquet-cpp version 1.5.1-SNAPSHOT"
    assert not any("ARROW-10353" in each.seen for each in advise(RULE, metadata, tmp_path))
    for group in metadata.row_groups:
        meta = group.columns[0].meta_data
        assert meta is not None
        meta.encoding_stats = pages_of((PageType.DATA_PAGE_V2, Encoding.PLAIN, 8))
    (advice,) = [it for it in advise(RULE, metadata, tmp_path) if "ARROW-10353" in it.seen]
    assert advice.place == "row_groups[0].columns[0]"


def test_what_is_not_believed_is_another_rule(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.created_by = "Polars"
    assert advise(RULE, metadata, tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

"""`known-writer-defect`."""

from __future__ import annotations

import io
import math
import struct
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from parquet_format.parquet import Encoding, FileMetaData, PageType, Statistics, Type
from tests.support.footers import edit_footer
from tests.verbs.lint.footers import (
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    pages_of,
    row_group,
    string,
)

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


@pytest.mark.parametrize(
    ("version", "is_seen"), [("25.0.1", True), ("26.0.0", False), ("26.0.1", False)]
)
def test_arrow_26_counts_nulls_in_lists_of_structs(
    tmp_path: Path, version: str, *, is_seen: bool
) -> None:
    """A file of pyarrow, under the names of releases before and after apache/arrow#51097."""
    sink = io.BytesIO()
    pq.write_table(pa.table({"l": [[{"a": 1}, {"a": None}], None, []]}), sink)

    def rename(metadata: FileMetaData) -> None:
        metadata.created_by = f"parquet-cpp-arrow version {version}"

    path = tmp_path / "file.parquet"
    path.write_bytes(edit_footer(sink.getvalue(), rename))
    seen = [each.seen for each in advise_on_file(RULE, path)]
    assert ["apache/arrow#51097" in text for text in seen] == [True] * is_seen


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


@pytest.mark.parametrize(
    ("created_by", "low", "high", "is_exact", "is_seen"),
    [
        ("parquet-cpp-arrow version 24.0.0", sys.float_info.max, math.inf, True, True),
        ("parquet-cpp-arrow version 24.0.0", -math.inf, -sys.float_info.max, True, True),
        ("parquet-cpp-arrow version 24.0.0", sys.float_info.max, math.inf, None, False),
        ("parquet-cpp-arrow version 24.0.0", 1.0, math.inf, True, False),
        ("parquet-cpp-arrow version 24.0.0", math.inf, math.inf, True, False),
        ("parquet-cpp-arrow version 25.0.0", sys.float_info.max, math.inf, True, False),
        ("DuckDB version v1.4.2 (build 1)", sys.float_info.max, math.inf, True, True),
        ("DuckDB version v1.4.3 (build 1)", sys.float_info.max, math.inf, True, False),
        ("parquet-go version 18.8.0", sys.float_info.max, math.inf, True, True),
    ],
)
def test_bounds_of_infinities_that_are_called_exact(
    tmp_path: Path,
    created_by: str,
    low: float,
    high: float,
    is_exact: bool | None,
    *,
    is_seen: bool,
) -> None:
    statistics = Statistics(
        null_count=0,
        min_value=struct.pack("<d", low),
        max_value=struct.pack("<d", high),
        is_min_value_exact=is_exact,
        is_max_value_exact=is_exact,
    )
    group = row_group(chunk("r", Type.DOUBLE, statistics=statistics))
    advice = advise(
        RULE, footer([column("r", Type.DOUBLE)], [group], created_by=created_by), tmp_path
    )
    assert ["exactness of bounds" in each.seen for each in advice] == [True] * is_seen


def test_what_a_file_does_not_tell_is_not_said(tmp_path: Path) -> None:
    """A text column of DuckDB may have been an ENUM."""
    statistics = Statistics(distinct_count=3, min_value=b"a", max_value=b"c")
    group = row_group(chunk("t", Type.BYTE_ARRAY, statistics=statistics))
    metadata = footer([string("t")], [group], created_by="DuckDB version v1.5.0 (build 1)")
    assert advise(RULE, metadata, tmp_path) == []


def test_what_is_not_believed_is_another_rule(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.created_by = "Polars"
    assert advise(RULE, metadata, tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

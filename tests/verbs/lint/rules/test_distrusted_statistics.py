"""`distrusted-statistics`."""

from __future__ import annotations

from pathlib import Path

import pytest

from parquet_format.parquet import (
    DecimalType,
    Encoding,
    FieldRepetitionType,
    ListType,
    PageType,
    SchemaElement,
    Statistics,
    Type,
)
from tests.verbs.lint.footers import (
    ROWS,
    advise,
    chunk,
    column,
    footer,
    make_fine,
    pages_of,
    row_group,
    string,
)

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


@pytest.mark.parametrize(
    ("created_by", "fix"),
    [
        ("ClickHouse v25.5.2.1", "rewrite with clickhouse 25.8.0 or later"),
        ("ClickHouse v25.8.2.1-lts", None),
        ("ClickHouse version 26.9.2 (build 1)", None),
        ("hyparquet", "rewrite with another writer: files of hyparquet do not say which release wrote them"),
    ],
)  # fmt: skip
def test_the_remedy_can_be_followed(tmp_path: Path, created_by: str, fix: str | None) -> None:
    kind = DecimalType(scale=2, precision=20)
    element = column("d", Type.FIXED_LEN_BYTE_ARRAY, type_length=9, logicalType=kind)
    bounds = Statistics(null_count=0, min_value=b"\0" * 9, max_value=b"\xff" * 9)
    group = row_group(chunk("d", Type.FIXED_LEN_BYTE_ARRAY, statistics=bounds))
    advice = advise(RULE, footer([element], [group], created_by=created_by), tmp_path)
    assert [each.remedy.text for each in advice] == ([fix] if fix else [])


@pytest.mark.parametrize(
    ("nulls", "pages", "is_seen"),
    [(ROWS, 1, True), (ROWS - 1, 1, False), (ROWS - 1, 2, True), (0, 2, False)],
)
def test_null_pages_of_lists(tmp_path: Path, nulls: int, pages: int, *, is_seen: bool) -> None:
    """As many nulls as rows in a page, and more values: of one page the footer tells whether it is so."""
    group = row_group(
        chunk(
            "l.list.element",
            statistics=Statistics(null_count=nulls),
            num_values=2 * ROWS,
            encoding_stats=pages_of((PageType.DATA_PAGE, Encoding.PLAIN, pages)),
        )
    )
    nested = [
        SchemaElement(name="l", num_children=1, logicalType=ListType()),
        SchemaElement(name="list", num_children=1, repetition_type=FieldRepetitionType.REPEATED),
        column("element", repetition_type=FieldRepetitionType.OPTIONAL),
    ]
    metadata = footer(nested, [group], children=1, created_by="parquet-rs version 59.0.0")
    advice = advise(RULE, metadata, tmp_path)
    assert ["column index of parquet-rs 59.0.0" in each.seen for each in advice] == [True] * is_seen


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []

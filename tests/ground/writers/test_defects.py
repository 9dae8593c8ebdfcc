"""Each defect at the edges of its versions, on a column that it is about and on one that it is not; and in the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inlay.ground.writers.affected import (
    AffectedColumns,
    AffectedPart,
    WrittenColumn,
    covers_column,
)
from inlay.ground.writers.created_by import Version, Writer, writer_of
from inlay.ground.writers.defects import DEFECTS, Defect, DefectAnswer, DefectVisible
from inlay.ground.writers.distrust import (
    defects_of,
    find_wrong_bounds,
    find_wrong_index,
    find_wrong_null_count,
    find_wrong_offsets,
    find_wrong_page,
    forgets_dictionary_header,
    may_index_be_wrong,
    misreads_pages_v2,
    needs_earlier_pages,
)
from inlay.ground.writers.fixes import describe_fix
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    ConvertedType,
    Encoding,
    Float16Type,
    SchemaElement,
    Statistics,
    Type,
)
from tests.support.in_one_test import in_one_test

DOCUMENT = Path(__file__).parents[3] / "docs" / "writers.md"
ROW = re.compile(r"^\| ([^|]+#\d+|[A-Z]+-\d+) \| (.+) \|$", re.MULTILINE)

TEXT = SchemaElement(name="t", type=Type.BYTE_ARRAY, converted_type=ConvertedType.UTF8)
WHOLE = SchemaElement(name="i", type=Type.INT32)
UNSIGNED = WHOLE.replace(converted_type=ConvertedType.UINT_32)
DECIMAL = SchemaElement(
    name="d", type=Type.BYTE_ARRAY, converted_type=ConvertedType.DECIMAL, precision=9
)
FIXED = DECIMAL.replace(type=Type.FIXED_LEN_BYTE_ARRAY, type_length=4)
HALF = SchemaElement(
    name="h", type=Type.FIXED_LEN_BYTE_ARRAY, type_length=2, logicalType=Float16Type()
)
REAL = SchemaElement(name="r", type=Type.DOUBLE)
OLD_TIME = SchemaElement(name="o", type=Type.INT96)

EXAMPLES: dict[AffectedColumns, tuple[WrittenColumn, WrittenColumn | None]] = {
    AffectedColumns.ALL: (WrittenColumn(WHOLE), None),
    AffectedColumns.BINARY: (WrittenColumn(FIXED), WrittenColumn(WHOLE)),
    AffectedColumns.BYTE_ARRAY: (WrittenColumn(TEXT), WrittenColumn(FIXED)),
    AffectedColumns.NOT_SIGNED: (WrittenColumn(UNSIGNED), WrittenColumn(DECIMAL)),
    AffectedColumns.UNSIGNED: (WrittenColumn(UNSIGNED), WrittenColumn(WHOLE)),
    AffectedColumns.DECIMAL: (WrittenColumn(WHOLE.replace(converted_type=ConvertedType.DECIMAL)), WrittenColumn(WHOLE)),
    AffectedColumns.BINARY_DECIMAL: (WrittenColumn(FIXED), WrittenColumn(HALF)),
    AffectedColumns.BYTE_ARRAY_DECIMAL: (WrittenColumn(DECIMAL), WrittenColumn(FIXED)),
    AffectedColumns.CUT: (WrittenColumn(HALF), WrittenColumn(TEXT)),
    AffectedColumns.FLOAT: (WrittenColumn(REAL), WrittenColumn(WHOLE)),
    AffectedColumns.INT96: (WrittenColumn(OLD_TIME), WrittenColumn(WHOLE)),
    AffectedColumns.LIST: (WrittenColumn(REAL, is_in_list=True), WrittenColumn(REAL)),
    AffectedColumns.FIXED_IN_STRUCT: (WrittenColumn(REAL, is_in_list=True, is_in_struct=True), WrittenColumn(REAL, is_in_list=True)),
    AffectedColumns.ARROW_DICTIONARY: (WrittenColumn(TEXT, was_dictionary=None), WrittenColumn(TEXT)),
}  # fmt: skip
"""A column that is among those, and one that is not."""

IDS = [f"{defect.source} {defect.application} {defect.part.value}" for defect in DEFECTS]


def step_back(version: Version) -> Version:
    """The last version that one would release before."""
    major, minor, patch = version
    if patch:
        return major, minor, patch - 1
    return (major, minor - 1, 99) if minor else (major - 1, 99, 99)


def shows(defect: Defect, writer: Writer | None, column: WrittenColumn) -> bool:
    """Whether Inlay says this defect of bounds, counts or pages that have it."""
    bounds = Statistics(min_value=b"a", max_value=b"b")
    match defect.part:
        case AffectedPart.BOUNDS:
            found = find_wrong_bounds(writer, column, bounds)
        case AffectedPart.OLD_BOUNDS:
            found = find_wrong_bounds(writer, column, Statistics(min=b"a", max=b"b"))
        case AffectedPart.NULL_COUNT:
            found = find_wrong_null_count(
                writer, column, int(defect.visible == DefectVisible.IF_MULTIPLIED)
            )
        case AffectedPart.COLUMN_INDEX if defect.visible == DefectVisible.IF_EMPTY:
            found = find_wrong_page(writer, column, Statistics(min_value=b"", max_value=b""))
        case AffectedPart.COLUMN_INDEX:
            found = find_wrong_index(writer, column)
        case AffectedPart.OFFSET_INDEX:
            found = find_wrong_offsets(writer, column)
        case _:
            return False
    return found is not None


@in_one_test("defect", DEFECTS)
def test_it_begins_and_ends_with_its_versions(defect: Defect) -> None:
    def has_it(version: Version | None) -> bool:
        writer = Writer(defect.application, version) if defect.application else None
        return defect in defects_of(writer)

    assert has_it(None)
    if defect.since is not None:
        assert has_it(defect.since)
        assert not has_it(step_back(defect.since))
    if defect.until is not None:
        assert has_it(step_back(defect.until))
        assert not has_it(defect.until)
    elif defect.application:
        assert has_it((999, 0, 0))
    assert defect not in defects_of(Writer("someone else", (0, 0, 1)))


@in_one_test("defect", DEFECTS)
def test_what_is_wrong_is_not_believed(defect: Defect) -> None:
    affected, other = EXAMPLES[defect.columns]
    writer = Writer(defect.application, defect.since) if defect.application else None
    assert covers_column(defect.columns, affected)
    assert shows(defect, writer, affected) == (defect.answer == DefectAnswer.NOT_BELIEVED)
    if other is not None:
        assert not covers_column(defect.columns, other)


@in_one_test("defect", DEFECTS)
def test_a_wrong_order_does_not_matter_to_one_value(defect: Defect) -> None:
    if defect.visible != DefectVisible.UNLESS_EQUAL:
        return
    affected, _ = EXAMPLES[defect.columns]
    writer = Writer(defect.application, defect.since)
    found = find_wrong_bounds(writer, affected, Statistics(min_value=b"a", max_value=b"a"))
    assert found is None or found.visible == DefectVisible.ALWAYS


def test_unnamed_writers_are_believed_but_for_deprecated_bounds() -> None:
    column = WrittenColumn(TEXT)
    for name in (None, "Somebody", "Somebody v1.0"):
        writer = writer_of(name)
        assert find_wrong_bounds(writer, column, Statistics(min=b"a", max=b"a")) is not None
        assert find_wrong_bounds(writer, column, Statistics(min_value=b"a", max_value=b"b")) is None
    readable = writer_of("Somebody version 1.0")
    assert find_wrong_bounds(readable, column, Statistics(min=b"a", max=b"a")) is None
    assert find_wrong_bounds(None, column, Statistics(null_count=0)) is None
    assert find_wrong_bounds(None, column, None) is None


@pytest.mark.parametrize(
    ("name", "is_wrong"),
    [
        ("parquet-mr version 1.5.0-cdh5.5.0", False),
        ("parquet-mr version 1.5.0-cdh5.4.9", True),
        ("parquet-mr version 1.5.0", True),
        ("parquet-mr version 1.6.0-cdh5.5.0", True),
    ],
)
def test_one_line_of_releases_is_spared(name: str, is_wrong: bool) -> None:
    equal = Statistics(min=b"a", max=b"a")
    found = find_wrong_bounds(writer_of(name), WrittenColumn(TEXT), equal)
    assert (found is not None) == is_wrong


def test_pages_that_need_their_writer() -> None:
    old, new = writer_of("parquet-mr version 1.7.9"), writer_of("parquet-mr version 1.8.0")
    delta = [Encoding.RLE, Encoding.DELTA_BYTE_ARRAY]
    assert needs_earlier_pages(old, delta)
    assert needs_earlier_pages(None, delta)
    assert not needs_earlier_pages(old, [Encoding.PLAIN])
    assert not needs_earlier_pages(new, delta)
    assert misreads_pages_v2(writer_of("parquet-cpp version 1.5.1-SNAPSHOT"))
    assert not misreads_pages_v2(writer_of("parquet-cpp-arrow version 1.5.1"))
    assert forgets_dictionary_header(writer_of("parquet-mr version 1.2.8"))
    assert not forgets_dictionary_header(writer_of("parquet-mr version 1.2.9"))


def test_a_count_times_the_pages_needs_a_dictionary_and_nulls() -> None:
    polars, column = writer_of("Polars"), WrittenColumn(TEXT)
    coded, plain = [Encoding.PLAIN, Encoding.RLE_DICTIONARY], [Encoding.PLAIN, Encoding.RLE]
    assert find_wrong_null_count(polars, column, 3, coded) is not None
    assert find_wrong_null_count(polars, column, 3) is not None
    assert find_wrong_null_count(polars, column, 3, plain) is None
    assert find_wrong_null_count(polars, column, 0, coded) is None
    assert find_wrong_null_count(writer_of("Polars (python) version 2.0.0"), column, 3) is None


@pytest.mark.parametrize(
    ("nulls", "is_wrong"), [(0, False), (1, True), (3, True), (4, False), (None, True)]
)
def test_null_pages_are_right_where_all_values_are_alike(
    nulls: int | None, *, is_wrong: bool
) -> None:
    writer, column = writer_of("parquet-rs version 59.0.0"), WrittenColumn(REAL, is_in_list=True)
    meta = ColumnMetaData(
        type=Type.DOUBLE,
        encodings=[],
        path_in_schema=["l", "list", "element"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=4,
        total_uncompressed_size=4,
        total_compressed_size=4,
        data_page_offset=4,
        statistics=Statistics(null_count=nulls),
    )
    assert (find_wrong_index(writer, column, meta) is not None) == is_wrong
    assert may_index_be_wrong(writer, column, meta) == is_wrong
    assert find_wrong_index(writer, column) is not None
    assert not may_index_be_wrong(writer, WrittenColumn(REAL), meta)


@pytest.mark.parametrize(
    ("name", "source", "fix"),
    [
        ("ClickHouse v25.5.2.1", "ClickHouse/ClickHouse#83754", "rewrite with clickhouse 25.8.0 or later"),
        ("Polars", "pola-rs/polars#29321", "rewrite with polars 2.0.0 or later"),
        ("hyparquet", "hyparam/hyparquet-writer#38", "rewrite with another writer: files of hyparquet do not say which release wrote them"),
        ("parquet-rs version 59.0.0", "apache/arrow-rs#11073", "rewrite with another writer: no release of parquet-rs is known to be right"),
        (None, "PARQUET-297", "rewrite with a writer that says its name and its version"),
        ("Somebody v1.0", "PARQUET-297", "rewrite with a writer that says its name and its version"),
    ],
)  # fmt: skip
def test_the_advice_can_be_followed(name: str | None, source: str, fix: str) -> None:
    writer = writer_of(name)
    [defect] = {it for it in defects_of(writer) if it.source == source}
    assert describe_fix(defect, writer) == fix


def in_document(defect: Defect) -> tuple[str, str]:
    """The row of the table in the docs."""
    since, until = (
        ".".join(map(str, version)) if version is not None else ""
        for version in (defect.since, defect.until)
    )
    versions = f"{since} to before {until}" if since and until else f"from {since}" if since else f"before {until}" if until else "all"  # fmt: skip
    what = ", ".join(filter(None, [defect.what, defect.visible.value]))
    cells = (
        defect.application or "unnamed",
        versions,
        defect.part.value,
        defect.columns.value,
        what,
        defect.answer.value,
    )
    return defect.source, " | ".join(cells)


def test_the_document_has_the_same_table() -> None:
    assert ROW.findall(DOCUMENT.read_text(encoding="utf-8")) == [in_document(it) for it in DEFECTS]

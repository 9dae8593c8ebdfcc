"""From a finding and a writer to the row of the table that explains it: every row that a finding can show, and no other."""

from __future__ import annotations

import math
import struct
import sys

import pytest

from inlay.ground.writers.affected import AffectedPart, WrittenColumn
from inlay.ground.writers.blame import explain_by_defect
from inlay.ground.writers.created_by import Writer, writer_of
from inlay.ground.writers.defects import DEFECTS, Defect, DefectVisible
from parquet_format.parquet import ColumnMetaData, CompressionCodec, Encoding, Statistics, Type
from tests.ground.writers.test_defects import EXAMPLES, REAL, TEXT, WHOLE, step_back
from tests.support.in_one_test import in_one_test

INFINITE, LARGEST = struct.pack("<d", math.inf), struct.pack("<d", sys.float_info.max)

CODES = {
    AffectedPart.BOUNDS: "value-bounds",
    AffectedPart.OLD_BOUNDS: "value-old-bounds",
    AffectedPart.EXACTNESS: "value-exact",
    AffectedPart.NULL_COUNT: "value-nulls",
    AffectedPart.DISTINCT_COUNT: "value-distinct",
    AffectedPart.COLUMN_INDEX: "value-index-bounds",
    AffectedPart.OFFSET_INDEX: "value-first-row",
    AffectedPart.PAGES: "value-damage",
    AffectedPart.SIZE: "page-walk",
}
"""A finding that shows such a defect, where nothing else is said of it."""

SHOWN = [defect for defect in DEFECTS if defect.part in CODES]


def find_code(defect: Defect) -> str:
    if defect.part == AffectedPart.COLUMN_INDEX and defect.is_about("null_pages"):
        return "value-null-page"
    if defect.part == AffectedPart.PAGES and defect.is_about("num_nulls"):
        return "value-header-nulls"
    if defect.part == AffectedPart.BOUNDS and defect.is_about("NaN"):
        return "nan-bounds"
    return CODES[defect.part]


def build_meta(column: WrittenColumn, statistics: Statistics | None) -> ColumnMetaData:
    return ColumnMetaData(
        type=column.element.type or Type.INT32,
        encodings=[Encoding.RLE_DICTIONARY, Encoding.DELTA_BYTE_ARRAY],
        path_in_schema=["c"],
        codec=CompressionCodec.SNAPPY,
        num_values=4,
        total_uncompressed_size=4,
        total_compressed_size=4,
        data_page_offset=4,
        statistics=statistics,
    )


def say(visible: DefectVisible) -> Statistics | None:
    """Statistics that show such a defect."""
    match visible:
        case DefectVisible.IF_ZERO:
            return Statistics(null_count=0)
        case DefectVisible.IF_MULTIPLIED | DefectVisible.IF_SOME_NULLS:
            return Statistics(null_count=3)
        case DefectVisible.IF_INFINITE:
            return Statistics(min_value=LARGEST, max_value=INFINITE, is_min_value_exact=True)
        case DefectVisible.IF_NAN:
            return Statistics(min_value=LARGEST, max_value=struct.pack("<d", math.nan))
        case DefectVisible.IF_UNCOUNTED:
            return None
        case _:
            return Statistics(min_value=b"a", max_value=b"b")


@in_one_test("defect", SHOWN)
def test_a_finding_leads_to_the_row_of_its_writer(defect: Defect) -> None:
    affected, other = EXAMPLES[defect.columns]
    code, meta = find_code(defect), build_meta(affected, say(defect.visible))

    def explain(writer: Writer | None, column: WrittenColumn = affected) -> str:
        found = explain_by_defect(code, writer, column, build_meta(column, meta.statistics))
        return found.source if found is not None else ""

    def may_name(writer: Writer) -> set[str]:
        """Other rows of the same writer may come first."""
        return {it.source for it in DEFECTS if it.part == defect.part and it.covers(writer)}

    if not defect.application:
        assert explain(None) == defect.source
        return
    inside = Writer(defect.application, step_back(defect.until) if defect.until else (998, 0, 0))
    assert explain(inside) in may_name(inside)
    if defect.until is not None:
        assert explain(Writer(defect.application, defect.until)) != defect.source
    if other is not None:
        assert explain(inside, other) != defect.source
    assert explain(Writer("someone else", (0, 0, 1))) == ""
    wrong = "value-exact" if defect.part != AffectedPart.EXACTNESS else "value-nulls"
    found = explain_by_defect(wrong, inside, affected, meta)
    assert found is None or found.part != defect.part


ARROW, DUCKDB, JAVA = "parquet-cpp-arrow version 24.0.0", "DuckDB version v1.4.2", "parquet-mr version 1.17.0"  # fmt: skip
REPLACED = "apache/arrow-rs#1935"


@pytest.mark.parametrize(
    ("code", "name", "column", "statistics", "source"),
    [
        ("value-exact", ARROW, WrittenColumn(REAL), say(DefectVisible.IF_INFINITE), "apache/arrow#50182"),
        ("value-exact", "parquet-cpp-arrow version 25.0.0", WrittenColumn(REAL), say(DefectVisible.IF_INFINITE), ""),
        ("value-exact", "parquet-cpp-arrow version 21.0.0", WrittenColumn(REAL), say(DefectVisible.IF_INFINITE), ""),
        ("value-exact", ARROW, WrittenColumn(REAL), Statistics(min_value=LARGEST, max_value=LARGEST), ""),
        ("value-exact", DUCKDB, WrittenColumn(REAL), say(DefectVisible.IF_INFINITE), "duckdb/duckdb#20014"),
        ("value-exact", "DuckDB version v1.4.3", WrittenColumn(REAL), say(DefectVisible.IF_INFINITE), ""),
        ("value-exact", "parquet-go version 18.8.9", WrittenColumn(REAL), say(DefectVisible.IF_INFINITE), "apache/arrow-go#1007"),
        ("value-exact", "parquet-go version 18.9.0", WrittenColumn(REAL), say(DefectVisible.IF_INFINITE), ""),
        ("value-exact", "DuckDB version v1.5.2", WrittenColumn(TEXT), Statistics(min_value=b"a", max_value=b"b"), "duckdb/duckdb#22548"),
        ("value-distinct", "DuckDB version v2.0.0", WrittenColumn(TEXT), Statistics(distinct_count=4), "duckdb/duckdb#4235"),
        ("value-distinct", "DuckDB version v2.0.0", WrittenColumn(WHOLE), Statistics(distinct_count=4), ""),
        ("value-null-page", "parquet-rs version 59.0.0", WrittenColumn(REAL, is_in_list=True), Statistics(null_count=2), REPLACED),
        ("value-index-bounds", "parquet-rs version 59.0.0", WrittenColumn(REAL, is_in_list=True), Statistics(null_count=2), ""),
        ("value-header-nulls", JAVA, WrittenColumn(WHOLE), None, "apache/parquet-java#3585"),
        ("value-header-nulls", "parquet-mr version 1.18.0", WrittenColumn(WHOLE), None, ""),
        ("value-damage", JAVA, WrittenColumn(WHOLE), None, "apache/parquet-java#3637"),
        ("value-damage", "parquet-mr version 1.18.0", WrittenColumn(WHOLE), None, ""),
        ("nan-bounds", "parquet-mr version 1.18.0", WrittenColumn(REAL), say(DefectVisible.IF_NAN), "PARQUET-1246"),
        ("value-bounds", JAVA, WrittenColumn(REAL), say(DefectVisible.IF_NAN), ""),
        ("value-levels", JAVA, WrittenColumn(WHOLE), None, ""),
        ("value-bounds", None, WrittenColumn(WHOLE), Statistics(), ""),
    ],
)  # fmt: skip
def test_who_is_to_blame(
    code: str, name: str | None, column: WrittenColumn, statistics: Statistics | None, source: str
) -> None:
    found = explain_by_defect(code, writer_of(name), column, build_meta(column, statistics))
    assert (found.source if found is not None else "") == source

"""A footer in which one thing is not true: each is found, with its path, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import inlay as api
from inlay.verbs.verify.footer import CHECKS
from parquet_format.parquet import (
    ColumnOrder,
    CompressionCodec,
    DateType,
    DecimalType,
    FileMetaData,
    FileType,
    SortingColumn,
    Type,
)
from tests.verbs.verify.files import changed_footer, meta_of, write_file

if TYPE_CHECKING:
    from tests.support.small_files import Inlay
from tests.verbs.verify import statement_lies
from tests.verbs.verify.footer_changes import META, PLACE, Lie, chunk, element, field, group
from tests.verbs.verify.statement_lies import TRUE


def swapped(footer: FileMetaData) -> None:
    columns = footer.row_groups[1].columns
    columns[0], columns[1] = columns[1], columns[0]


def dictionary_behind(footer: FileMetaData) -> None:
    meta = meta_of(footer, 1, "name")
    meta.data_page_offset, meta.dictionary_page_offset = (
        meta.dictionary_page_offset or 0,
        meta.data_page_offset,
    )


def without_chunk(footer: FileMetaData) -> None:
    footer.row_groups[1].columns.pop()


def overlapping(footer: FileMetaData) -> None:
    first, second = meta_of(footer, 1, "id"), meta_of(footer, 1, "price")
    second.data_page_offset = first.data_page_offset + 1


LIES = {
    "data_page_offset beyond the file": Lie(
        field("data_page_offset", 10**9, "price"), "offset", PLACE, "1,000,000,000 to"
    ),
    "data_page_offset beyond the file, with a dictionary": Lie(
        field("data_page_offset", 10**9, "name"),
        "page-offset",
        "row_groups[1].columns[2].meta_data.data_page_offset",
        "1,000,000,000, and the chunk lies from",
    ),
    "num_values": Lie(
        field("num_values", 3),
        "value-count",
        f"{META}.num_values",
        "3, and the row group has 1,000",
    ),
    "num_values of a column that is not repeated": Lie(
        field("num_values", 1_005), "value-count", f"{META}.num_values", "which is not repeated"
    ),
    "num_values of a repeated column": Lie(
        field("num_values", 999, "tags"),
        "value-count",
        "row_groups[1].columns[4].meta_data.num_values",
        "1,000 rows with a value, a null or an empty list each",
    ),
    "total_byte_size": Lie(
        group("total_byte_size", 1),
        "group-size",
        "row_groups[1].total_byte_size",
        "1, and its chunks",
    ),
    "total_compressed_size of a row group": Lie(
        group("total_compressed_size", 1),
        "group-compressed",
        "row_groups[1].total_compressed_size",
        "1, and",
    ),
    "a negative size": Lie(
        field("total_uncompressed_size", -1), "chunk-size", META, "sizes are 0 or more"
    ),
    "sizes of a chunk that is not compressed": Lie(
        field("codec", CompressionCodec.UNCOMPRESSED), "chunk-size", META, "nothing is compressed"
    ),
    "chunk type": Lie(
        field("type", Type.BYTE_ARRAY),
        "chunk-type",
        f"{META}.type",
        "BYTE_ARRAY, and the leaf price is DOUBLE",
    ),
    "path": Lie(
        field("path_in_schema", ["zzz"]),
        "chunk-path",
        f"{META}.path_in_schema",
        "zzz, and the leaf in its place is price",
    ),
    "order of chunks": Lie(
        swapped,
        "chunk-path",
        "row_groups[1].columns[0].meta_data.path_in_schema",
        "price, and the leaf in its place is id",
    ),
    "too few column_orders": Lie(
        lambda footer: setattr(footer, "column_orders", [ColumnOrder.TYPE_ORDER]),
        "column-orders",
        "column_orders",
        "1 order, and the schema has 6 leaves",
    ),
    "a list that is called a FILE": Lie(
        element(5, logicalType=FileType()),
        "file-group",
        "schema",
        "tags is a FILE with neither uri nor inline",
    ),
    "a dictionary page behind the data": Lie(
        dictionary_behind,
        "page-offset",
        "row_groups[1].columns[2].meta_data.data_page_offset",
        "which stands first",
    ),
    "FIXED_LEN_BYTE_ARRAY without length": Lie(
        element(4, type_length=None), "type-length", "schema[4].type_length", "is absent"
    ),
    "DECIMAL(2, 9)": Lie(
        element(8, logicalType=DecimalType(precision=2, scale=9)),
        "decimal",
        "schema[8]",
        "DECIMAL(2, 9)",
    ),
    "more digits than the type has": Lie(
        element(8, logicalType=DecimalType(precision=12, scale=2)),
        "decimal",
        "schema[8]",
        "INT32 has room for 9 digits",
    ),
    "a date of 8 bytes": Lie(
        element(1, logicalType=DateType()),
        "annotation",
        "schema[1]",
        "DATE on INT64: only INT32 may have it",
    ),
    "no repetition": Lie(
        element(2, repetition_type=None),
        "repetition",
        "schema[2].repetition_type",
        "others are REQUIRED",
    ),
    "file_path": Lie(
        chunk("file_path", "b.parquet"), "file-path", f"{PLACE}.file_path", "'b.parquet'"
    ),
    "an index without a length": Lie(
        chunk("offset_index_length", None),
        "index-length",
        PLACE,
        "the offset index has an offset only",
    ),
    "sorted by no column": Lie(
        group(
            "sorting_columns", [SortingColumn(column_idx=6, descending=False, nulls_first=False)]
        ),
        "sorting-columns",
        "row_groups[1].sorting_columns",
        "[0] is column 6",
    ),
    "negative rows": Lie(
        group("num_rows", -1), "row-count", "row_groups[1].num_rows", "rows are 0 or more"
    ),
    "row sums": Lie(
        lambda footer: setattr(footer, "num_rows", 7), "metadata", "num_rows", "the file says 7"
    ),
    "a missing chunk": Lie(
        without_chunk, "metadata", "row_groups[1].columns", "5 columns, and the schema 6"
    ),
    "num_children": Lie(element(0, num_children=9), "metadata", "schema", "ends early"),
    "overlap": Lie(overlapping, "overlap", PLACE, "begins before that of"),
    **statement_lies.LIES,
}


@pytest.mark.parametrize("name", TRUE)
def test_statements_that_can_be_true_are_not_found(name: str, whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "true.parquet"
    changed_footer(whole, path, TRUE[name])
    assert api.verify(str(path)).findings == ()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lies") / "whole.parquet"
    write_file(path)
    return path


def test_the_file_itself_has_no_findings(whole: Path) -> None:
    assert api.verify(str(whole), data=True).findings == ()


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_found_where_it_is(name: str, whole: Path, tmp_path: Path, inlay: Inlay) -> None:
    lie = LIES[name]
    path = tmp_path / "lie.parquet"
    changed_footer(whole, path, lie.change)
    found = inlay("verify", path, "--format", "json")
    assert found.code == 1
    findings = json.loads(found.out)["findings"]
    assert any(
        (one["code"], one["at"]) == (lie.code, lie.at) and lie.said in one["what"]
        for one in findings
    ), findings
    assert inlay("verify", path, "--data").code == 1


def test_each_check_of_the_table_has_a_lie_that_it_finds() -> None:
    assert {check.code for check in CHECKS} <= {lie.code for lie in LIES.values()}

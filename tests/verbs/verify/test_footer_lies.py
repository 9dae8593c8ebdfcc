"""A footer in which one thing is not true: each is found, with its path, and nothing else is."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

import inlay as api
from inlay.verbs.verify.footer import CHECKS
from parquet_format.parquet import (
    BoundingBox,
    ColumnOrder,
    CompressionCodec,
    DateType,
    DecimalType,
    FileMetaData,
    GeospatialStatistics,
    SizeStatistics,
    SortingColumn,
    Type,
)
from tests.verbs.verify.files import Change, changed_footer, meta_of, write_file

if TYPE_CHECKING:
    from tests.support.small_files import Inlay


class Lie(NamedTuple):
    change: Change
    code: str
    at: str
    said: str


def field(name: str, value: object, column: str = "price", group: int = 1) -> Change:
    """A change of a field of ColumnMetaData."""
    return lambda footer: setattr(meta_of(footer, group, column), name, value)


def statistic(name: str, value: object, column: str = "price", group: int = 1) -> Change:
    return lambda footer: setattr(meta_of(footer, group, column).statistics, name, value)


def chunk(name: str, value: object) -> Change:
    return lambda footer: setattr(footer.row_groups[1].columns[1], name, value)


def group(name: str, value: object) -> Change:
    return lambda footer: setattr(footer.row_groups[1], name, value)


def element(at: int, **values: object) -> Change:
    def change(footer: FileMetaData) -> None:
        for name, value in values.items():
            setattr(footer.schema[at], name, value)

    return change


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


def i64(value: int) -> bytes:
    return value.to_bytes(8, "little")


def levels(*counts: int, column: str = "price") -> Change:
    """Of size statistics with these definition levels alone."""
    return field("size_statistics", SizeStatistics(definition_level_histogram=[*counts]), column)


def levels_of_tags(*highest: int) -> Change:
    """With so many values of the last levels, and the rest at the first one."""

    def change(footer: FileMetaData) -> None:
        meta = meta_of(footer, 1, "tags")
        rest = meta.num_values - sum(highest)
        counts = [rest, *([0] * (3 - len(highest))), *highest]
        meta.size_statistics = SizeStatistics(definition_level_histogram=counts)

    return change


def no_bounds(column: str, *names: str) -> Change:
    names = names or ("min_value", "max_value", "min", "max")
    return all_of(*(statistic(name, None, column) for name in names))


def all_of(*changes: Change) -> Change:
    def change(footer: FileMetaData) -> None:
        for each in changes:
            each(footer)

    return change


COLUMNS = "row_groups[1].columns"
PLACE = "row_groups[1].columns[1]"
META = f"{PLACE}.meta_data"
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
    "null_count": Lie(
        statistic("null_count", 10**9),
        "null-count",
        f"{META}.statistics.null_count",
        "1,000,000,000, and the chunk has 1,000 values",
    ),
    "null_count of a required column": Lie(
        statistic("null_count", 1, "id"),
        "null-count",
        "row_groups[1].columns[0].meta_data.statistics.null_count",
        "the column is required",
    ),
    "distinct_count": Lie(
        statistic("distinct_count", 2_000),
        "distinct-count",
        f"{META}.statistics.distinct_count",
        "2,000, and",
    ),
    "nan_count": Lie(
        statistic("nan_count", 1_000), "nan-count", f"{META}.statistics.nan_count", "are not null"
    ),
    "min more than max": Lie(
        statistic("min_value", bytes.fromhex("0000000000007940"), "price", 0),
        "bound-order",
        "row_groups[0].columns[1].meta_data.statistics",
        "min_value 400.0 is more than max_value 249.5",
    ),
    "min more than max, of text": Lie(
        statistic("min_value", "é".encode(), "name"),
        "bound-order",
        "row_groups[1].columns[2].meta_data.statistics",
        "min_value é is more than max_value name 9",
    ),
    "min more than max, of decimals": Lie(
        statistic("min_value", (10**6).to_bytes(4, "little"), "small"),
        "bound-order",
        "row_groups[1].columns[5].meta_data.statistics",
        "min_value 10000.00 is more than max_value 19.99",
    ),
    "a bound of another length": Lie(
        statistic("min_value", b"\1"),
        "bound-width",
        f"{META}.statistics",
        "1 bytes, and DOUBLE has 8",
    ),
    "a box upside down": Lie(
        field(
            "geospatial_statistics",
            GeospatialStatistics(bbox=BoundingBox(xmin=2, xmax=1, ymin=2, ymax=1)),
        ),
        "box",
        f"{META}.geospatial_statistics.bbox",
        "ymin 2.0 is more than ymax 1.0",
    ),
    "a box with a NaN": Lie(
        field(
            "geospatial_statistics",
            GeospatialStatistics(bbox=BoundingBox(xmin=math.nan, xmax=1, ymin=1, ymax=2)),
        ),
        "box",
        f"{META}.geospatial_statistics.bbox",
        "xmin nan and xmax 1.0, and no bound is NaN",
    ),
    "a box with half of z": Lie(
        field(
            "geospatial_statistics",
            GeospatialStatistics(bbox=BoundingBox(xmin=1, xmax=1, ymin=1, ymax=2, zmin=1)),
        ),
        "box",
        f"{META}.geospatial_statistics.bbox",
        "only one of zmin and zmax",
    ),
    "a box with half of m": Lie(
        field(
            "geospatial_statistics",
            GeospatialStatistics(bbox=BoundingBox(xmin=1, xmax=1, ymin=1, ymax=2, mmax=0)),
        ),
        "box",
        f"{META}.geospatial_statistics.bbox",
        "only one of mmin and mmax",
    ),
    "levels of other values": Lie(
        field("size_statistics", SizeStatistics(definition_level_histogram=[1, 2])),
        "level-counts",
        f"{META}.size_statistics",
        "definition levels of 3 values, and the chunk has 1,000",
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
        "1 orders, and the schema has 6 leaves",
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
        "DATE on INT64, and it is for INT32",
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
    "bounds of nothing but nulls": Lie(
        statistic("null_count", 1000),
        "null-bounds",
        f"{PLACE.rpartition('[')[0]}[1].meta_data.statistics",
        "all 1,000 values are null",
    ),
    "levels and nulls": Lie(
        field("size_statistics", SizeStatistics(definition_level_histogram=[1, 999])),
        "level-counts",
        f"{META}.size_statistics",
        "1 values are null by their levels, and null_count is 111",
    ),
    "levels and nulls of lists": Lie(
        all_of(statistic("null_count", 1333, "tags"), levels_of_tags(2), no_bounds("tags")),
        "level-counts",
        f"{COLUMNS}[4].meta_data.size_statistics",
        "1,331 values are null by their levels, and null_count is 1,333",
    ),
    "levels and rows": Lie(
        field("size_statistics", SizeStatistics(repetition_level_histogram=[1, 1998]), "tags"),
        "level-counts",
        f"{COLUMNS}[4].meta_data.size_statistics",
        "values",
    ),
    "no distinct value": Lie(
        statistic("distinct_count", 0),
        "distinct-count",
        f"{META}.statistics.distinct_count",
        "0, and 889 values are not null",
    ),
    "one distinct value between two bounds": Lie(
        statistic("distinct_count", 1, "small"),
        "distinct-bounds",
        f"{COLUMNS}[5].meta_data.statistics.distinct_count",
        "1, and the bounds are 10.00 and 19.99",
    ),
    "more distinct values than lie between bounds": Lie(
        all_of(statistic("distinct_count", 1_000, "id"), statistic("min_value", i64(1_001), "id")),
        "distinct-bounds",
        f"{COLUMNS}[0].meta_data.statistics.distinct_count",
        "1,000, and the bounds are 1001 and 1999",
    ),
    "only NaNs beside a number": Lie(
        statistic("nan_count", 889),
        "nan-bounds",
        f"{META}.statistics.nan_count",
        "so that all values are NaN, and the bounds are 250.0 and 499.75",
    ),
    "a bound that is NaN beside no NaN": Lie(
        all_of(
            statistic("nan_count", 0), statistic("max_value", bytes.fromhex("000000000000f87f"))
        ),
        "nan-bounds",
        f"{META}.statistics.nan_count",
        "0, and a bound is NaN",
    ),
    "deprecated bounds of other values": Lie(
        all_of(statistic("max", i64(7), "id"), statistic("min", i64(7), "id")),
        "old-bounds",
        f"{COLUMNS}[0].meta_data.statistics",
        "min is 7, and min_value is 1000",
    ),
    "no bytes beside a bound": Lie(
        field("size_statistics", SizeStatistics(unencoded_byte_array_data_bytes=0), "name"),
        "byte-sizes",
        f"{COLUMNS}[2].meta_data.size_statistics.unencoded_byte_array_data_bytes",
        "0, and min_value alone has 6 bytes",
    ),
    "bytes of an empty maximum": Lie(
        all_of(statistic("max_value", b"", "name"), statistic("min_value", b"", "name")),
        "byte-sizes",
        f"{COLUMNS}[2].meta_data.size_statistics.unencoded_byte_array_data_bytes",
        "and the maximum is empty",
    ),
    "more distinct values than are not null": Lie(
        statistic("distinct_count", 890),
        "distinct-count",
        f"{META}.statistics.distinct_count",
        "890, and 889 values are not null",
    ),
    "more distinct values than by the levels": Lie(
        all_of(statistic("null_count", None), statistic("distinct_count", 890), levels(111, 889)),
        "distinct-count",
        f"{META}.statistics.distinct_count",
        "890, and 889 values are not null by the levels",
    ),
    "more distinct values than by the levels of lists": Lie(
        all_of(statistic("distinct_count", 3, "tags"), levels_of_tags(2)),
        "distinct-count",
        f"{COLUMNS}[4].meta_data.statistics.distinct_count",
        "3, and 2 values are not null by the levels",
    ),
    "no distinct value beside levels of lists": Lie(
        all_of(statistic("distinct_count", 0, "tags"), levels_of_tags(2), no_bounds("tags")),
        "distinct-count",
        f"{COLUMNS}[4].meta_data.statistics.distinct_count",
        "0, and 2 values are not null by the levels",
    ),
    "more NaNs than by the levels": Lie(
        all_of(statistic("null_count", None), statistic("nan_count", 890), levels(111, 889)),
        "nan-count",
        f"{META}.statistics.nan_count",
        "890, and 889 values are not null by the levels",
    ),
    "only NaNs by the levels beside a number": Lie(
        all_of(statistic("null_count", None), statistic("nan_count", 889), levels(111, 889)),
        "nan-bounds",
        f"{META}.statistics.nan_count",
        "889, so that all values are NaN",
    ),
    "only NaNs beside a deprecated number": Lie(
        all_of(statistic("nan_count", 889), no_bounds("price", "min_value", "max_value")),
        "nan-bounds",
        f"{META}.statistics.nan_count",
        "and the bounds are 250.0 and 499.75",
    ),
    "deprecated bounds of nothing but nulls": Lie(
        all_of(statistic("null_count", 1000), no_bounds("price", "min_value", "max_value")),
        "null-bounds",
        f"{META}.statistics",
        "min is 250.0, and null_count says",
    ),
    "bounds of nothing but nulls, by the levels": Lie(
        all_of(statistic("null_count", None), levels(1000, 0)),
        "null-bounds",
        f"{META}.statistics",
        "the levels say that all 1,000 values are null",
    ),
    "bounds of nothing but nulls and empty lists, by the levels": Lie(
        levels_of_tags(0),
        "null-bounds",
        f"{COLUMNS}[4].meta_data.statistics",
        "the levels say that all",
    ),
    "two bounds of one value": Lie(
        all_of(statistic("null_count", 999), field("size_statistics", None)),
        "one-value",
        f"{META}.statistics",
        "the bounds are 250.0 and 499.75, and 1 value is not null",
    ),
    "two bounds of one value, by the levels": Lie(
        all_of(statistic("null_count", None), levels(999, 1)),
        "one-value",
        f"{META}.statistics",
        "1 value is not null by the levels",
    ),
    "two distinct values between equal bounds": Lie(
        all_of(
            statistic("distinct_count", 2, "small"),
            statistic("max_value", (1_000).to_bytes(4, "little"), "small"),
        ),
        "distinct-bounds",
        f"{COLUMNS}[5].meta_data.statistics.distinct_count",
        "2, and the bounds are 10.00 and 10.00",
    ),
    "one distinct value between two deprecated bounds": Lie(
        all_of(statistic("distinct_count", 1, "id"), no_bounds("id", "min_value", "max_value")),
        "distinct-bounds",
        f"{COLUMNS}[0].meta_data.statistics.distinct_count",
        "1, and the bounds are 1000 and 1999",
    ),
    "bytes of nothing but nulls": Lie(
        all_of(statistic("null_count", 1000, "name"), no_bounds("name")),
        "byte-sizes",
        f"{COLUMNS}[2].meta_data.size_statistics.unencoded_byte_array_data_bytes",
        "and all 1,000 values are null",
    ),
    "bytes of nothing but nulls and empty lists, by the levels": Lie(
        all_of(
            levels_of_tags(0),
            no_bounds("tags"),
            lambda footer: setattr(
                meta_of(footer, 1, "tags").size_statistics, "unencoded_byte_array_data_bytes", 7
            ),
        ),
        "byte-sizes",
        f"{COLUMNS}[4].meta_data.size_statistics.unencoded_byte_array_data_bytes",
        "values are null by the levels",
    ),
    "overlap": Lie(overlapping, "overlap", PLACE, "begins before that of"),
}


TRUE = {
    "distinct values": statistic("distinct_count", 889),
    "distinct values by the levels": all_of(
        statistic("null_count", None), statistic("distinct_count", 889), levels(111, 889)
    ),
    "distinct values of lists": all_of(statistic("distinct_count", 2, "tags"), levels_of_tags(2)),
    "no distinct value": all_of(
        *(statistic(name, 0, "tags") for name in ("distinct_count", "null_count")),
        no_bounds("tags"),
        levels_of_tags(0),
    ),
    "some NaNs": statistic("nan_count", 888),
    "only NaNs": all_of(statistic("nan_count", 889), no_bounds("price")),
    "only nulls": all_of(statistic("null_count", 1000), no_bounds("price"), levels(1000, 0)),
    "one value": all_of(
        statistic("null_count", 999),
        levels(999, 1),
        *(statistic(name, i64(0), "price") for name in ("min", "max", "min_value", "max_value")),
    ),
    "one distinct value": all_of(
        statistic("distinct_count", 1, "id"),
        *(statistic(name, i64(1000), "id") for name in ("min", "max", "min_value", "max_value")),
    ),
    "two values of one text that is cut": all_of(
        statistic("null_count", 999, "name"), field("size_statistics", None, "name")
    ),
    "only deprecated bounds": no_bounds("price", "min_value", "max_value"),
    "no bytes of empty texts": all_of(
        field("size_statistics", SizeStatistics(unencoded_byte_array_data_bytes=0), "name"),
        *(statistic(name, b"", "name") for name in ("min", "max", "min_value", "max_value")),
    ),
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

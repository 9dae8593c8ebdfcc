"""Statements about values in a footer of which one is not true, and some that can be true."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from parquet_format.parquet import (
    BoundingBox,
    GeospatialStatistics,
    SizeStatistics,
)
from tests.verbs.verify.files import meta_of

if TYPE_CHECKING:
    pass
from tests.verbs.verify.footer_changes import (
    COLUMNS,
    META,
    PLACE,
    Lie,
    all_of,
    field,
    i64,
    levels,
    levels_of_tags,
    no_bounds,
    statistic,
)

LIES: dict[str, Lie] = {
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
        "1 byte, and DOUBLE has 8",
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
        "the levels make 1 value null, and null_count is 111",
    ),
    "levels and nulls of lists": Lie(
        all_of(statistic("null_count", 1333, "tags"), levels_of_tags(2), no_bounds("tags")),
        "level-counts",
        f"{COLUMNS}[4].meta_data.size_statistics",
        "the levels make 1,331 values null, and null_count is 1,333",
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

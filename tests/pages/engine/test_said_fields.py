"""Chunks with the same fields are marked alike, natively as in Python, and others are not."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Final
from unittest.mock import patch

from inlay.pages.engine import said_fields
from inlay.pages.engine.said_fields import UNMARKED, mark_said_fields
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    GeospatialStatistics,
    PageEncodingStats,
    PageType,
    SizeStatistics,
    Statistics,
    Type,
)

OF_STATISTICS: Final = {
    "null_count": 0,
    "nan_count": 0,
    "min_value": b"",
    "max_value": b"",
    "is_min_value_exact": False,
    "is_max_value_exact": False,
}
STATS: Final = PageEncodingStats(page_type=PageType.DATA_PAGE, encoding=Encoding.PLAIN, count=0)


def make_chunk(fields: frozenset[str]) -> ColumnChunk:
    """All that is there is falsy."""
    said = Statistics()
    for name in fields & OF_STATISTICS.keys():
        setattr(said, name, OF_STATISTICS[name])
    meta = ColumnMetaData(
        type=Type.INT32,
        encodings=[],
        path_in_schema=["c"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=0,
        total_uncompressed_size=0,
        total_compressed_size=0,
        data_page_offset=0,
        statistics=said if "statistics" in fields else None,
        bloom_filter_offset=0 if "bloom_filter_offset" in fields else None,
        size_statistics=SizeStatistics() if "size_statistics" in fields else None,
        encoding_stats=[STATS] if "encoding_stats" in fields else [],
    )
    return ColumnChunk(
        file_offset=0,
        meta_data=meta,
        offset_index_offset=0 if "offset_index_offset" in fields else None,
        column_index_offset=0 if "column_index_offset" in fields else None,
    )


def test_each_field_shows() -> None:
    of_chunks = (
        "bloom_filter_offset",
        "size_statistics",
        "encoding_stats",
        "offset_index_offset",
        "column_index_offset",
        "statistics",
    )
    some = [frozenset(it) for count in range(3) for it in combinations(of_chunks, count)]
    with_statistics = [
        frozenset(("statistics", *it))
        for count in range(1, 3)
        for it in combinations(OF_STATISTICS, count)
    ]
    chunks = [make_chunk(fields) for fields in chain(some, with_statistics)]
    marks = mark_said_fields(chunks)
    assert len(set(marks)) == len(chunks)
    with patch.object(said_fields, "_native", None):
        assert mark_said_fields(chunks) == marks
    lazy = [ColumnChunk.decode(chunk.encode()) for chunk in chunks]
    assert mark_said_fields(lazy) == marks


def test_empty_encoding_statistics_and_other_fields_do_not() -> None:
    chunk, other = make_chunk(frozenset({"statistics"})), make_chunk(frozenset({"statistics"}))
    assert other.meta_data is not None
    assert other.meta_data.statistics is not None
    other.meta_data.encoding_stats = None
    other.meta_data.statistics.distinct_count = 3
    for native in (said_fields._native, None):
        with patch.object(said_fields, "_native", native):
            assert len(set(mark_said_fields([chunk, other]))) == 1
            other.meta_data.geospatial_statistics = GeospatialStatistics()
            assert mark_said_fields([other]) == [UNMARKED]
            other.meta_data.geospatial_statistics = None

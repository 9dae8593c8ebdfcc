"""What is added to a file is what pyarrow writes for the same pages, field by field, where it writes something."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import inlay
from parquet_format.parquet import ColumnChunk, ColumnMetaData, PageType, SizeStatistics, Statistics
from tests.verbs.index.files import (
    bloom_filter_of,
    column_index_of,
    list_chunks,
    many_kinds,
    offset_index_of,
    pq,
)

ROWS = 4_000

WITH_NANS = "float"
"""Of it pyarrow writes bounds, by which DuckDB before 2.0 and Spark lose the rows with NaNs."""

WRITERS: dict[str, dict[str, Any]] = {
    "version 1, snappy": {},
    "version 2, zstd": {"data_page_version": "2.0", "compression": "zstd"},
    "version 1, no dictionary": {"use_dictionary": False, "compression": "none"},
    "version 2, no dictionary, gzip": {
        "data_page_version": "2.0",
        "use_dictionary": False,
        "compression": "gzip",
    },
}


@pytest.mark.parametrize("options", WRITERS.values(), ids=WRITERS)
def test_every_field_is_the_same(options: dict[str, Any], tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs.parquet", tmp_path / "ours.parquet"
    pq.write_table(
        many_kinds(),
        theirs,
        write_page_index=True,
        write_page_checksum=True,
        data_page_size=2_000,
        row_group_size=ROWS // 2,
        **options,
    )
    shutil.copyfile(theirs, ours)
    inlay.strip_index(ours, what=["all"])
    added = inlay.add_index(ours, what=["all"])
    left_out = {(it.statement, it.column) for it in added.left_out}
    assert left_out == {
        ("bloom-filter", "bytes"),
        ("bloom-filter", "fixed"),
        ("bloom-filter", "half"),
        ("bounds", WITH_NANS),
        ("column-index", WITH_NANS),
    }
    compared = 0
    for before, behind in zip(list_chunks(theirs), list_chunks(ours), strict=True):
        assert before.meta_data is not None
        assert behind.meta_data is not None
        name = ".".join(before.meta_data.path_in_schema)
        if name == WITH_NANS:
            compare_with_nans(before.meta_data, behind)
            continue
        assert as_ours(before.meta_data) == without_what_is_new(behind.meta_data), name
        assert offset_index_of(ours, behind) == offset_index_of(theirs, before), name
        index, mine = column_index_of(theirs, before), column_index_of(ours, behind)
        assert mine is not None
        assert index is not None
        compared += 1
        assert mine.replace(nan_counts=None) == index, name
    assert compared == 2 * (len(many_kinds(10).schema) + 1)  # a struct and a map have two leaves


def compare_with_nans(theirs: ColumnMetaData, ours: ColumnChunk) -> None:
    assert theirs.statistics is not None
    assert theirs.statistics.min_value is not None
    assert ours.meta_data is not None
    assert ours.meta_data.statistics == Statistics(null_count=0, nan_count=ROWS // 8)
    assert ours.column_index_offset is None


def as_ours(meta: ColumnMetaData) -> ColumnMetaData:
    """Without what we do not write: the deprecated bounds, and a list of no levels. Arrow calls both versions of pages DATA_PAGE."""
    assert meta.statistics is not None
    sizes = meta.size_statistics or SizeStatistics()
    return meta.replace(
        statistics=meta.statistics.replace(min=None, max=None),
        size_statistics=sizes.replace(
            repetition_level_histogram=sizes.repetition_level_histogram or None
        ),
        encoding_stats=sorted_stats(meta),
    )


def without_what_is_new(meta: ColumnMetaData) -> ColumnMetaData:
    """Without what pyarrow does not write: NaN counts; nor filters, unless it is asked."""
    assert meta.statistics is not None
    return meta.replace(
        statistics=meta.statistics.replace(nan_count=None, min=None, max=None),
        size_statistics=meta.size_statistics or SizeStatistics(),
        encoding_stats=sorted_stats(meta),
        bloom_filter_offset=None,
        bloom_filter_length=None,
    )


def sorted_stats(meta: ColumnMetaData) -> Any:
    return sorted(
        (is_dictionary(it.page_type), int(it.encoding), it.count)
        for it in meta.encoding_stats or ()
    )


def is_dictionary(kind: PageType) -> bool:
    return kind == PageType.DICTIONARY_PAGE


def test_bloom_filters_are_the_same(tmp_path: Path) -> None:
    """Of columns without zeros and NaNs, and each with as many values as pyarrow is told."""
    theirs, ours = tmp_path / "theirs.parquet", tmp_path / "ours.parquet"
    table = many_kinds(ROWS).select(["rising", "int64", "text", "few", "decimal", "moment"])
    half = ROWS // 2
    distinct = {
        name: len(set(table.column(name).slice(0, half).drop_null().to_pylist()))
        for name in table.schema.names
    }
    filters = {name: {"ndv": count, "fpp": 0.02} for name, count in distinct.items()}
    pq.write_table(table, theirs, row_group_size=half, bloom_filter_options=filters)
    pq.write_table(table, ours, row_group_size=half)
    inlay.add_index(ours, what=["bloom-filter"], false_positives=0.02)
    pairs = list(zip(list_chunks(theirs), list_chunks(ours), strict=True))
    for before, behind in pairs:
        mine = bloom_filter_of(ours, behind)
        assert mine is not None
        assert mine == bloom_filter_of(theirs, before)
    assert len(pairs) == 2 * len(distinct)


def test_bounds_that_pyarrow_leaves_out_are_cut(tmp_path: Path) -> None:
    """It writes none of more than 4 KiB: then what fits is a bound that is not a value."""
    path = tmp_path / "long.parquet"
    values = ["é" * 3_000 + "a", "é" * 3_000 + "b", "\U0010ffff" * 1_500]
    pq.write_table(pa.table({"text": values, "bytes": [it.encode() for it in values]}), path)
    inlay.add_index(path, what=["all"])
    for chunk in list_chunks(path):
        meta = chunk.meta_data
        assert meta is not None
        said = meta.statistics
        assert said is not None
        assert said.min_value == ("é" * 2_048).encode()
        assert said.is_min_value_exact is False
        # Nothing shorter is above: no character, and no byte sequence of text, is.
        if meta.path_in_schema == ["text"]:
            assert said.max_value == values[2].encode()
            assert said.is_max_value_exact is True
        else:
            assert said.max_value is not None
            assert len(said.max_value) == 4_096
            assert said.is_max_value_exact is False
        index = column_index_of(path, chunk)
        assert index is not None
        assert [len(it) for it in index.min_values] == [256]
    assert inlay.verify(path, values=True).findings == ()

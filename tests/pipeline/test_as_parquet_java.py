"""What is added to a file of Spark is what parquet-java writes for the same pages, field by field: Spark writes the file with it and without."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow.parquet as pq
import pytest

import inlay
from parquet_format.parquet import (
    BoundaryOrder,
    ColumnIndex,
    ColumnMetaData,
    SizeStatistics,
    Statistics,
)
from tests.verbs.index.files import (
    bloom_filter_of,
    column_index_of,
    list_chunks,
    many_kinds,
    offset_index_of,
)

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS: Final = 2_000
LAYOUT: Final = {
    "parquet.block.row.count.limit": ROWS // 2,
    "parquet.page.row.count.limit": 100,
}
WITHOUT: Final = {
    "parquet.column.statistics.enabled": "false",
    "parquet.size.statistics.enabled": "false",
}
FILTERED: Final = ("int64", "text")
FALSE_POSITIVES: Final = 0.01
WITH_NANS: Final = "float"
"""Of it parquet-java writes bounds without a column index, and we neither: Spark loses the rows with NaNs by them."""

WITHOUT_INDEX: Final = {WITH_NANS, "moment"}
"""Spark writes moments as INT96, which has no order."""

ZEROS: Final = "zeros"
"""The least value is a zero of either sign: parquet-java says +0 of the chunk and -0 of its pages, we say -0."""


@pytest.fixture(scope="module")
def files(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Theirs, and ours on the one without."""
    folder = tmp_path_factory.mktemp("java")
    table = many_kinds(ROWS).drop_columns(["half"])  # Spark has no such type
    pq.write_table(table, folder / "given.parquet")
    filters: dict[str, Any] = {"parquet.bloom.filter.fpp": FALSE_POSITIVES}
    for name in FILTERED:
        values = table.column(name).slice(0, ROWS // 2).drop_null().to_pylist()
        filters[f"parquet.bloom.filter.enabled#{name}"] = "true"
        filters[f"parquet.bloom.filter.expected.ndv#{name}"] = len(set(values))
    theirs = write(spark, folder, "theirs", filters)
    ours = write(spark, folder, "ours", WITHOUT)
    inlay.strip_index(ours, what=["all"])  # an offset index, sizes and pages by encoding are there
    what = [
        "null-counts",
        "bounds",
        "sizes",
        "encoding-stats",
        "offset-index",
        "column-index",
    ]
    inlay.add_index(ours, what=what)
    options: dict[str, Any] = {"columns": FILTERED, "false_positives": FALSE_POSITIVES}
    inlay.add_index(ours, what=["bloom-filter"], **options)
    return theirs, ours


def write(spark: SparkSession, folder: Path, name: str, options: dict[str, Any]) -> Path:
    frame = spark.read.parquet(str(folder / "given.parquet")).coalesce(1)
    frame.write.options(**LAYOUT, **options).parquet(str(folder / name))
    (part,) = (folder / name).glob("*.parquet")
    return part


def test_every_field_is_the_same(files: tuple[Path, Path]) -> None:
    theirs, ours = files
    compared = 0
    for before, behind in zip(list_chunks(theirs), list_chunks(ours), strict=True):
        assert before.meta_data is not None
        assert behind.meta_data is not None
        name = before.meta_data.path_in_schema[0]
        assert as_ours(before.meta_data, name) == as_theirs(behind.meta_data, name), name
        assert offset_index_of(theirs, before) == offset_index_of(ours, behind), name
        index, mine = column_index_of(theirs, before), column_index_of(ours, behind)
        assert (index is None) == (mine is None) == (name in WITHOUT_INDEX)
        if index is not None and mine is not None:
            compared += 1
            assert mine.null_counts == index.null_counts
            assert comparable(index) == comparable(mine), name
    leaves = len(many_kinds(10).schema) - 1 + 2  # without `half`; a struct and a map have two
    assert compared == 2 * (leaves - len(WITHOUT_INDEX))


def test_bloom_filters_are_the_same(files: tuple[Path, Path]) -> None:
    theirs, ours = files
    pairs = [
        (bloom_filter_of(theirs, before), bloom_filter_of(ours, behind))
        for before, behind in zip(list_chunks(theirs), list_chunks(ours), strict=True)
    ]
    assert [mine for mine, _ in pairs] == [their for _, their in pairs]
    assert sum(mine is not None for _, mine in pairs) == 2 * len(FILTERED)


def as_ours(meta: ColumnMetaData, name: str) -> ColumnMetaData:
    """Without what we do not write: the deprecated bounds, and those beside NaNs."""
    assert meta.statistics is not None
    said = meta.statistics.replace(min=None, max=None)
    if name == WITH_NANS:
        said = said.replace(min_value=None, max_value=None)
    return comparable_metadata(meta, said, name)


def as_theirs(meta: ColumnMetaData, name: str) -> ColumnMetaData:
    """Without what parquet-java does not write: whether bounds are exact."""
    assert meta.statistics is not None
    said = meta.statistics.replace(is_min_value_exact=None, is_max_value_exact=None)
    return comparable_metadata(meta, said, name)


def comparable_metadata(meta: ColumnMetaData, said: Statistics, name: str) -> ColumnMetaData:
    """Without places. Of levels up to 1, parquet-java has no histogram: the number of nulls says the same."""
    sizes = meta.size_statistics or SizeStatistics()
    levels = sizes.definition_level_histogram
    if levels is not None and len(levels) == 2:
        assert levels == [said.null_count, meta.num_values - (said.null_count or 0)]
        sizes = sizes.replace(definition_level_histogram=None)
    if name == ZEROS:
        assert said.min_value in (bytes(8), bytes(7) + b"\x80")
        said = said.replace(min_value=None)
    return meta.replace(
        statistics=said,
        size_statistics=sizes,
        bloom_filter_offset=None,
        bloom_filter_length=None,
        data_page_offset=0,
        dictionary_page_offset=None,
    )


def comparable(index: ColumnIndex) -> ColumnIndex:
    """The same of pages. Where all are null, parquet-java calls no bounds ascending, Arrow and we unordered."""
    levels = index.definition_level_histograms
    if levels is not None and len(levels) == 2 * len(index.null_pages):
        assert levels[::2] == index.null_counts
        levels = None
    changed = index.replace(definition_level_histograms=levels, nan_counts=None)
    if all(index.null_pages):
        changed.boundary_order = BoundaryOrder.UNORDERED
    return changed

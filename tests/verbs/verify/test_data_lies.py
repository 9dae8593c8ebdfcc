"""Data in which one thing is not true: found by `--data`, and not without."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as api
from inlay.footers.footer.read import read_footer
from inlay.pages.engine.walk import find_data_header
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.data import CHECKS_OF_PAGES, WALKED
from inlay.verbs.verify.plain_indexes import CHECKS_OF_SUMS
from parquet_format.parquet import (
    BoundaryOrder,
    ColumnIndex,
    FileMetaData,
    OffsetIndex,
    PageHeader,
)
from tests.verbs.verify.data_changes import COLUMNS, File, codes_of, columns_of, i64, index_of
from tests.verbs.verify.files import changed_footer, meta_of, write_file


class Lie(NamedTuple):
    change: Callable[[File], None]
    column: str
    code: str
    said: str


def bit_of_a_page(file: File) -> None:
    page = file.pages("price")[1]
    file.data[page.start + 3] ^= 1


def values_of_a_page(file: File) -> None:
    page = file.pages("price")[1]
    header = find_data_header(page.header)
    assert header is not None
    header.num_values -= 1
    file.write_header(page, page.header)


def size_of_a_page(file: File) -> None:
    page = file.pages("price")[1]
    page.header.compressed_page_size += 1
    file.write_header(page, page.header)


def last_page_too_long(file: File) -> None:
    page = file.pages("price")[-1]
    page.header.compressed_page_size += 1
    file.write_header(page, page.header)


def negative_size(file: File) -> None:
    page = file.pages("price")[0]
    size = page.header.uncompressed_page_size
    page.header.uncompressed_page_size = -size
    file.write_header(page, page.header)


def moved(index: OffsetIndex) -> None:
    index.page_locations[1].offset += 1


def other_row(index: OffsetIndex) -> None:
    index.page_locations[1].first_row_index += 1


def bounds(index: ColumnIndex) -> None:
    index.min_values[1], index.max_values[1] = index.max_values[1], index.min_values[1]


def nulls_of_pages(index: ColumnIndex) -> None:
    assert index.null_counts is not None
    index.null_counts[0] -= 1


def null_page(index: ColumnIndex) -> None:
    index.null_pages[1] = True


def beyond_the_chunk(index: ColumnIndex) -> None:
    index.max_values[-1] = struct.pack("<d", 1e6)


def short_of_the_chunk(index: ColumnIndex) -> None:
    index.min_values[0] = index.max_values[0]


def other_order(index: ColumnIndex) -> None:
    assert index.boundary_order == BoundaryOrder.ASCENDING
    index.boundary_order = BoundaryOrder.DESCENDING


def levels(index: ColumnIndex) -> None:
    histograms = index.definition_level_histograms
    assert histograms is not None
    histograms[0] += 1
    histograms[1] -= 1


def more_levels(index: ColumnIndex) -> None:
    histograms = index.definition_level_histograms
    assert histograms is not None
    histograms[1] += 1


def no_index(file: File) -> None:
    offset = file.chunk("price").column_index_offset
    assert offset is not None
    file.data[offset] = 0xFF


LIES = {
    "a bit of a page": Lie(bit_of_a_page, "price", "page-crc", "page 1 has the CRC"),
    "values of a page": Lie(
        values_of_a_page, "price", "page-values", "1,000, and the pages have 999"
    ),
    "size of a page": Lie(size_of_a_page, "price", "page-walk", "no page header"),
    "a page behind its chunk": Lie(
        last_page_too_long, "price", "page-walk", "are left of its chunk"
    ),
    "a negative size": Lie(negative_size, "price", "page-size", "sizes are 0 or more"),
    "a page location": Lie(index_of(moved), "price", "page-location", "page_locations[1] is"),
    "a first row": Lie(index_of(other_row), "price", "page-location", "begins with row"),
    "bounds in an index": Lie(
        columns_of(bounds), "price", "column-index", "is more than max_values[1]"
    ),
    "nulls of a page": Lie(
        columns_of(nulls_of_pages), "price", "index-nulls", "null_counts add up to"
    ),
    "a null page beside bounds": Lie(
        columns_of(null_page), "price", "page-nulls", "and the page has bounds"
    ),
    "a page beyond its chunk": Lie(
        columns_of(beyond_the_chunk), "price", "index-bounds", "1000000.0 is more than the maximum"
    ),
    "pages short of their chunk": Lie(
        columns_of(short_of_the_chunk), "price", "index-bounds", "every minimum is more than"
    ),
    "another order of pages": Lie(
        columns_of(other_order), "price", "index-order", "DESCENDING, and a bound of page 1 is more"
    ),
    "levels of a page": Lie(
        columns_of(more_levels), "price", "page-levels", "page 0 has definition levels of"
    ),
    "levels and nulls of a page": Lie(
        columns_of(levels), "price", "page-levels", "the levels make"
    ),
    "levels of all pages": Lie(
        columns_of(levels), "price", "index-sums", "definition levels add up to"
    ),
    "an index that is none": Lie(no_index, "price", "page-index", "cannot be read"),
}


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_found_by_data_and_not_without(name: str, whole: Path) -> None:
    lie = LIES[name]
    file = File(whole)
    lie.change(file)
    source = io.BytesIO(bytes(file.data))
    assert api.verify(source).findings == ()
    found = api.verify(source, data=True).findings
    assert [
        one
        for one in found
        if one.code == lie.code and one.at.startswith(COLUMNS[lie.column]) and lie.said in one.what
    ], found


def test_counts_of_version_2_pages_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "v2.parquet"
    write_file(path, version="2.0")
    for name, code in (("num_nulls", "page-nulls"), ("num_rows", "page-count")):
        file = File(path)
        page = file.pages("price")[1]
        header = page.header.data_page_header_v2
        assert header is not None
        setattr(header, name, getattr(header, name) - 1)
        file.write_header(page, page.header)
        codes = {one.code for one in api.verify(io.BytesIO(bytes(file.data)), data=True).findings}
        assert code in codes, name


@pytest.mark.parametrize(
    ("field", "delta", "code"),
    [("dictionary_page_offset", -1, "page-walk"), ("data_page_offset", 1, "page-place")],
)
def test_offsets_of_a_chunk_are_those_of_its_pages(
    field: str, delta: int, code: str, whole: Path, tmp_path: Path
) -> None:
    path = tmp_path / "offset.parquet"

    def change(footer: FileMetaData) -> None:
        meta = meta_of(footer, 0, "name")
        setattr(meta, field, getattr(meta, field) + delta)

    changed_footer(whole, path, change)
    if field == "dictionary_page_offset":  # the chunk before ends there
        assert "overlap" in {one.code for one in api.verify(str(path), data=True).findings}
    else:
        assert code in {one.code for one in api.verify(str(path), data=True).findings}


def test_rows_of_the_pages_are_those_of_the_row_group(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"

    def change(footer: FileMetaData) -> None:
        footer.num_rows += 1
        footer.row_groups[2].num_rows += 1

    changed_footer(whole, path, change)
    assert "page-rows" in {one.code for one in api.verify(str(path), data=True).findings}


def test_an_index_of_fewer_pages_is_found(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "index.parquet"

    def change(footer: FileMetaData) -> None:
        first, second = footer.row_groups[0].columns[0], footer.row_groups[0].columns[2]
        first.offset_index_offset = second.offset_index_offset
        first.offset_index_length = second.offset_index_length
        first.column_index_offset = second.column_index_offset
        first.column_index_length = second.column_index_length

    changed_footer(whole, path, change)
    codes = {one.code for one in api.verify(str(path), data=True).findings}
    assert {"page-location", "offset-index", "column-index"} <= codes


def test_a_second_dictionary_page_is_found(whole: Path) -> None:
    file = File(whole)
    meta = meta_of(file.metadata, 1, "name")
    dictionary = file.pages("name")[0]
    end = (meta.dictionary_page_offset or 0) + meta.total_compressed_size
    page = bytes(file.data[dictionary.offset : dictionary.end])
    file.data[end - len(page) : end] = (
        page  # over what was there, so that headers before it lead elsewhere
    )
    findings = api.verify(io.BytesIO(bytes(file.data)), data=True).findings
    assert {one.code for one in findings} & {"page-kind", "page-walk"}


def test_nulls_of_page_headers_are_those_of_the_chunk(tmp_path: Path) -> None:
    source = tmp_path / "v2.parquet"
    write_file(source, version="2.0")

    def change(footer: FileMetaData) -> None:
        meta = meta_of(footer, 1, "price")
        meta.size_statistics = None
        assert meta.statistics is not None
        meta.statistics.null_count = 110

    assert codes_of(source, tmp_path / "lie.parquet", change) == {"header-nulls", "index-nulls"}


def test_a_dictionary_has_all_distinct_values(whole: Path, tmp_path: Path) -> None:
    def change(footer: FileMetaData, distinct: int) -> None:
        statistics = meta_of(footer, 1, "name").statistics
        assert statistics is not None
        statistics.distinct_count = distinct

    path = tmp_path / "lie.parquet"
    assert codes_of(whole, path, lambda footer: change(footer, 41)) == {"dictionary-count"}
    assert codes_of(whole, path, lambda footer: change(footer, 40)) == set()


def test_statistics_in_a_page_header_agree_with_the_chunk(tmp_path: Path) -> None:
    path = tmp_path / "headers.parquet"
    values = pa.array([None, 1, 2, 3], pa.int64())
    pq.write_table(pa.table({"id": values}), path, use_dictionary=False, write_page_index=False)
    data, footer = path.read_bytes(), read_footer(str(path))
    start = footer.metadata.row_groups[0].columns[0].meta_data
    assert start is not None
    header, size = PageHeader.decode_from(data[start.data_page_offset :])
    assert api.verify(str(path), data=True).findings == ()
    for name, value, said in (
        ("max_value", i64(4), "a maximum that is more than the maximum of the chunk"),
        ("min_value", i64(0), "a minimum that is less than the minimum of the chunk"),
        ("null_count", 5, "a null_count of 5 of 4 values"),
    ):
        changed = PageHeader.decode(header.encode())
        page = find_data_header(changed)
        assert page is not None
        setattr(page.statistics, name, value)
        made = changed.encode()
        assert len(made) == size
        at = start.data_page_offset
        source = io.BytesIO(data[:at] + made + data[at + size :])
        found = api.verify(source, data=True).findings
        assert any(it.code == "page-statistics" and said in it.what for it in found), name


def test_every_check_of_data_is_tried_here() -> None:
    here = Path(__file__).parent
    names = (
        "test_bloom_lies.py",
        "test_data_lies.py",
        "test_dictionary_lies.py",
        "test_header_lies.py",
        "test_page_lies.py",
        "test_two_files.py",
    )
    text = "".join((here / name).read_text(encoding="utf-8") for name in names)
    checks: tuple[Check[Any], ...] = (*CHECKS_OF_PAGES, *CHECKS_OF_SUMS)
    for code in (*(check.code for check in checks), *WALKED):
        assert f'"{code}"' in text

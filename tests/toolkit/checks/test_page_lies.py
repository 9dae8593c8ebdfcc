"""Page indexes in which one thing is not true: of one page, or of the chunk against all of its pages; and some in which all is."""

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
from inlay.checks.index_counts import COUNTS_OF_INDEXES
from inlay.checks.statistics import check_levels
from inlay.checks.subjects import FooterSubject
from inlay.footer.read import read_footer
from inlay.pages.walk import find_data_header
from parquet_format.parquet import (
    BoundaryOrder,
    ColumnIndex,
    FileMetaData,
    OffsetIndex,
    PageHeader,
    SizeStatistics,
    Statistics,
)
from tests.toolkit.checks.files import NAMES, Change, changed_index, meta_of, write_file

OfColumns = Callable[[ColumnIndex], object]
OfOffsets = Callable[[OffsetIndex], object]
COUNTS = [33, 33, 34, 11]
"""The nulls of the pages of `price`, of 300, 300, 300 and 100 values."""

LEVELS = [33, 267, 33, 267, 34, 266, 11, 89]
NAN = struct.pack("<d", float("nan"))


class Lie(NamedTuple):
    code: str
    said: str
    column: str = "price"
    columns: OfColumns | None = None
    offsets: OfOffsets | None = None
    footer: Change | None = None


class Truth(NamedTuple):
    column: str = "price"
    columns: OfColumns | None = None
    offsets: OfOffsets | None = None
    footer: Change | None = None


def index(**fields: object) -> OfColumns:
    """A list for a field replaces it, a dict some of its elements, and None takes it away."""

    def change(it: ColumnIndex) -> None:
        for name, value in fields.items():
            if not isinstance(value, dict):
                setattr(it, name, value)
                continue
            whole = list(getattr(it, name))
            for at, one in value.items():
                whole[at] = one
            setattr(it, name, whole)

    return change


def said(column: str, **fields: object) -> Change:
    """Of the chunk: fields of its statistics; `size` is the bytes of its byte arrays, and `levels` those of definition, which are
    absent otherwise."""

    def change(footer: FileMetaData) -> None:
        meta = meta_of(footer, 1, column)
        size, levels = fields.get("size"), fields.get("levels")
        meta.size_statistics = SizeStatistics(
            unencoded_byte_array_data_bytes=size if isinstance(size, int) else None,
            definition_level_histogram=list(levels) if isinstance(levels, list) else None,
        )
        for name in fields.keys() - {"size", "levels"}:
            setattr(meta.statistics, name, fields[name])

    return change


def no_bounds(column: str) -> Change:
    return said(column, min_value=None, max_value=None, min=None, max=None)


def f64(value: float) -> bytes:
    return struct.pack("<d", value)


def sizes(*numbers: int) -> OfOffsets:
    return lambda it: setattr(it, "unencoded_byte_array_data_bytes", [*numbers])


def first_row(page: int, row: int) -> OfOffsets:
    def change(it: OffsetIndex) -> None:
        it.page_locations[page].first_row_index = row

    return change


def null_pages(*pages: int, counts: list[int] | None) -> OfColumns:
    """These have no bounds."""

    def change(it: ColumnIndex) -> None:
        it.null_counts, it.definition_level_histograms = counts, None
        for page in pages:
            it.null_pages[page] = True
            it.min_values[page] = it.max_values[page] = b""

    return change


LIES = {
    "nulls of a required page": Lie(
        "page-nulls",
        "null_counts[1] is 1, and the column is required",
        "id",
        index(null_counts=[0, 1, 0, 0]),
    ),
    "more nulls than values": Lie(
        "page-nulls",
        "null_counts[3] is 101, and the page has 100 values",
        columns=index(null_counts={3: 101}),
    ),
    "a page of nulls that is no null page": Lie(
        "page-nulls",
        "null_pages[3] is false, and the page has nothing but nulls",
        columns=index(null_counts={3: 100}),
    ),
    "a null page of fewer nulls": Lie(
        "page-nulls",
        "null_pages[3] is true, and 89 values are not null",
        columns=null_pages(3, counts=COUNTS),
    ),
    "a null page of values by its levels": Lie(
        "null-pages",
        "null_pages[1] is true, and by the levels 267 of 300 values are not null",
        columns=index(
            null_pages={1: True}, min_values={1: b""}, max_values={1: b""}, null_counts=None
        ),
    ),
    "a page of nulls by its levels": Lie(
        "null-pages",
        "null_pages[1] is false, and by the levels no value of the page is there",
        columns=index(null_counts=None, definition_level_histograms={2: 300, 3: 0}),
    ),
    "a null page of lists with values": Lie(
        "null-pages",
        "null_pages[3] is true, and by the levels 100 of 133 values are not null",
        "tags",
        index(null_pages={3: True}, min_values={3: b""}, max_values={3: b""}, null_counts=None),
    ),
    "rows of a page of lists": Lie(
        "index-rows",
        "300 values of page 0 begin a row, and the offset index gives it 299 rows",
        "tags",
        offsets=first_row(1, 299),
    ),
    "two bounds of one value": Lie(
        "page-bounds",
        "page 3 has 1 value that is not null, and bounds of 2",
        columns=index(null_counts={3: 99}, definition_level_histograms=None),
    ),
    "two bounds of one value by the levels": Lie(
        "page-bounds",
        "page 3 has 1 value that is not null, and bounds of 2",
        columns=index(null_counts=None, definition_level_histograms={6: 99, 7: 1}),
    ),
    "only NaNs beside a number": Lie(
        "page-bounds",
        "nan_counts[3] is 89, so that all values are NaN, and a bound is 475.0",
        columns=index(nan_counts=[0, 0, 0, 89]),
    ),
    "no NaN beside a bound that is one": Lie(
        "page-bounds",
        "nan_counts[3] is 0, and a bound is NaN",
        columns=index(
            nan_counts=[0] * 4, max_values={3: NAN}, boundary_order=BoundaryOrder.UNORDERED
        ),
    ),
    "more NaNs than values": Lie(
        "page-levels",
        "nan_counts[3] is 90, and 89 values of the page are not null",
        columns=index(nan_counts=[0, 0, 0, 90]),
    ),
    "a sum of NaNs": Lie(
        "index-sums",
        "nan_counts add up to 3, and the chunk has 2",
        columns=index(nan_counts=[1, 0, 1, 1]),
        footer=said("price", nan_count=2),
    ),
    "a sum of bytes": Lie(
        "index-sums",
        "the bytes of the pages add up to 4,001, and the chunk has 4,000",
        "tags",
        offsets=sizes(1200, 1200, 1200, 401),
    ),
    "bytes fewer than a bound": Lie(
        "page-bounds",
        "page 3 has byte arrays of 3 bytes, and a bound alone has 4",
        "tags",
        offsets=sizes(1200, 1200, 1597, 3),
    ),
    "bytes of an empty maximum": Lie(
        "page-bounds",
        "page 3 has byte arrays of 400 bytes, and its maximum is empty",
        "tags",
        index(min_values={3: b""}, max_values={3: b""}, boundary_order=BoundaryOrder.UNORDERED),
    ),
    "bytes of a null page": Lie(
        "page-bounds",
        "page 3 has byte arrays of 400 bytes, and its maximum is empty",
        "tags",
        null_pages(3, counts=[100, 100, 100, 133]),
    ),
    "nulls of pages, of which one is not counted": Lie(
        "index-nulls",
        "null_counts add up to 100 to 199, and null_count of the chunk is 200",
        columns=index(null_counts={3: -1}),
        footer=said("price", null_count=200),
    ),
    "a null page where nothing is counted": Lie(
        "index-nulls",
        "null_counts add up to 300 to 997, and null_count of the chunk is 111",
        columns=null_pages(0, counts=None),
        footer=said("price"),
    ),
    "levels of the chunk and nulls of the pages": Lie(
        "index-nulls",
        "111 values are null by the pages, and 112 by the levels of the chunk",
        columns=index(definition_level_histograms=None),
        footer=said("price", null_count=None, levels=[112, 888]),
    ),
    "more NaNs than the pages have values": Lie(
        "index-nulls",
        "by the pages, 889 values at most are not null, and nan_count of the chunk is 890",
        footer=said("price", null_count=None, nan_count=890),
    ),
    "more distinct values than the pages have values": Lie(
        "index-nulls",
        "889 values at most are not null, and distinct_count of the chunk is 890",
        footer=said("price", null_count=None, distinct_count=890),
    ),
    "bounds beside null pages": Lie(
        "index-nulls",
        "by the pages, 0 values at most are not null, and the chunk has bounds",
        columns=null_pages(0, 1, 2, 3, counts=None),
        footer=said("price", null_count=None),
    ),
    "bounds beside null pages of lists": Lie(
        "index-nulls",
        "by the pages, 0 values at most are not null, and the chunk has bounds",
        "tags",
        null_pages(0, 1, 2, 3, counts=None),
        sizes(0, 0, 0, 0),
        said("tags"),
    ),
    "bytes beside null pages": Lie(
        "index-nulls",
        "by the pages, 0 values at most are not null, and those of the chunk have 7 bytes",
        "tags",
        null_pages(0, 1, 2, 3, counts=None),
        sizes(0, 0, 0, 7),
        said("tags", size=7, min_value=None, max_value=None, min=None, max=None),
    ),
    "levels of values beside null pages of lists": Lie(
        "index-nulls",
        "by the levels of the chunk",
        "tags",
        null_pages(0, 1, 2, 3, counts=None),
        sizes(0, 0, 0, 0),
        said("tags", levels=[0, 333, 0, 1000], min_value=None, max_value=None, min=None, max=None),
    ),
    "one distinct value in pages of others": Lie(
        "index-distinct",
        "distinct_count of the chunk is 1, and the bounds of the pages do not fit it",
        "small",
        footer=said("small", distinct_count=1, min_value=None, max_value=None, min=None, max=None),
    ),
    "fewer distinct values than bounds of pages": Lie(
        "index-distinct",
        "distinct_count of the chunk is 3",
        "small",
        footer=said("small", distinct_count=3),
    ),
    "more distinct values than the pages have room for": Lie(
        "index-distinct",
        "distinct_count of the chunk is 999",
        "small",
        index(max_values=[(1000).to_bytes(4, "little"), (1999).to_bytes(4, "little")]),
        footer=said("small", distinct_count=999),
    ),
    "no bytes of pages with texts": Lie(
        "index-distinct",
        "the byte arrays of the chunk have 0 bytes, and the maximum of all pages is not empty",
        "tags",
        offsets=lambda it: setattr(it, "unencoded_byte_array_data_bytes", None),
        footer=said("tags", size=0, min_value=None, max_value=None, min=None, max=None),
    ),
    "another order of pages": Lie(
        "index-order",
        "ASCENDING, and a bound of page 1 is less than that of page 0",
        "code",
        index(min_values={0: b"\0\0\0\6\0"}),
    ),
    "a page of texts beyond its chunk": Lie(
        "index-bounds",
        "max_values[3] 2999 is more than the maximum of the chunk",
        "tags",
        index(max_values={3: b"2999"}),
    ),
}

TRUE = {
    "counts": Truth(columns=index(nan_counts=[0] * 4), footer=said("price", nan_count=0)),
    "some NaNs": Truth(
        columns=index(nan_counts=[1, 0, 0, 88]),
        footer=said("price", nan_count=89, levels=[111, 889]),
    ),
    "distinct values": Truth("small", footer=said("small", distinct_count=1000)),
    "as many distinct values as bounds": Truth("small", footer=said("small", distinct_count=4)),
    "nulls that are not counted": Truth(
        columns=index(null_counts={0: -1}), footer=said("price", null_count=110)
    ),
    "null pages without counts": Truth(
        columns=null_pages(0, 1, 2, 3, counts=None),
        footer=said("price", null_count=1000, min_value=None, max_value=None, min=None, max=None),
    ),
    "null pages whose nulls were left out": Truth(
        columns=null_pages(0, 1, counts=[-1, -1, 34, 11])
    ),
    "a page of one value": Truth(
        columns=index(
            null_counts={3: 99},
            definition_level_histograms={6: 99, 7: 1},
            min_values={3: f64(499.75)},
        ),
        footer=said("price", null_count=199),
    ),
    "a page of NaNs": Truth(
        columns=index(
            nan_counts=[0, 0, 0, 89],
            min_values={3: NAN},
            max_values={3: NAN},
            boundary_order=BoundaryOrder.UNORDERED,
        ),
        footer=said("price", nan_count=89),
    ),
    "bytes": Truth("tags", offsets=sizes(1200, 1200, 1596, 4)),
    "nothing but the bounds": Truth(
        "tags",
        index(null_counts=None, definition_level_histograms=None, repetition_level_histograms=None),
        sizes(),
        said("tags"),
    ),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "whole.parquet"
    write_file(path)
    return path


@pytest.mark.parametrize("name", LIES)
def test_a_lie_of_an_index_is_found(name: str, whole: Path, tmp_path: Path) -> None:
    lie, path = LIES[name], tmp_path / "lie.parquet"
    changed_index(
        whole, path, lie.column, columns=lie.columns, offsets=lie.offsets, footer=lie.footer
    )
    found = api.verify(str(path), data=True).findings
    place = f"row_groups[1].columns[{NAMES.index(lie.column)}]"
    assert [
        it
        for it in found
        if it.code == lie.code and lie.said in it.what and it.at.startswith(place)
    ], found


@pytest.mark.parametrize("name", TRUE)
def test_what_can_be_true_is_not_found(name: str, whole: Path, tmp_path: Path) -> None:
    true, path = TRUE[name], tmp_path / "true.parquet"
    changed_index(
        whole, path, true.column, columns=true.columns, offsets=true.offsets, footer=true.footer
    )
    assert api.verify(str(path), data=True).findings == ()


def test_every_check_of_counts_has_a_lie() -> None:
    assert {check.code for check in COUNTS_OF_INDEXES} <= {lie.code for lie in LIES.values()}


class Header(NamedTuple):
    """A page of one chunk whose header is changed without its size. `said` is None where nothing is found."""

    change: Callable[[PageHeader], object]
    said: str | None
    version: str = "1.0"


def of_statistics(**fields: object) -> Callable[[PageHeader], object]:
    def change(header: PageHeader) -> None:
        data = find_data_header(header)
        assert data is not None
        assert data.statistics is not None
        for name, value in fields.items():
            setattr(data.statistics, name, value)

    return change


def of_version_2(header: PageHeader) -> None:
    assert header.data_page_header_v2 is not None
    header.data_page_header_v2.num_nulls = 3


HEADERS = {
    "as it was": Header(lambda header: None, None),
    "as it was, in version 2": Header(lambda header: None, None, "2.0"),
    "only nulls beside bounds": Header(
        of_statistics(null_count=4), "null_count of 4, which is all values, and bounds"
    ),
    "other nulls than the index": Header(
        of_statistics(null_count=3), "null_count of 3, and null_counts[0] is 2"
    ),
    "other nulls than its own": Header(of_version_2, "null_count of 2, and num_nulls of 3", "2.0"),
    "another minimum than the index": Header(
        of_statistics(min_value=f64(2)), "other bounds than the column index"
    ),
    "another maximum than the index": Header(
        of_statistics(max_value=f64(2)), "other bounds than the column index"
    ),
}


@pytest.mark.parametrize("name", HEADERS)
def test_statistics_of_a_header_agree_with_the_rest(name: str, tmp_path: Path) -> None:
    """Arrow writes no statistics into headers where it writes an index, so the index is made here."""
    it, path = HEADERS[name], tmp_path / "file.parquet"
    write_indexed(path, it.version)
    data = bytearray(path.read_bytes())
    meta = read_footer(str(path)).metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    header, size = PageHeader.decode_from(bytes(data[meta.data_page_offset :]))
    it.change(header)
    made = header.encode()
    assert len(made) == size
    data[meta.data_page_offset : meta.data_page_offset + size] = made
    found = api.verify(io.BytesIO(bytes(data)), data=True).findings
    if it.said is None:
        assert found == ()
    else:
        assert any(one.code == "page-statistics" and it.said in one.what for one in found), found


def write_indexed(path: Path, version: str) -> None:
    """A page with two nulls and two values, statistics in its header, and a column index behind it."""
    table = pa.table({"x": pa.array([None, 1.5, None, 2.5])})
    options: dict[str, Any] = {
        "data_page_version": version,
        "use_dictionary": False,
        "write_page_index": False,
    }
    pq.write_table(table, path, **options)
    footer = read_footer(str(path))
    metadata = FileMetaData.decode(footer.data)
    columns = ColumnIndex(
        null_pages=[False],
        min_values=[f64(1.5)],
        max_values=[f64(2.5)],
        boundary_order=BoundaryOrder.UNORDERED,
        null_counts=[2],
    ).encode()
    body = path.read_bytes()[: footer.offset]
    chunk = metadata.row_groups[0].columns[0]
    chunk.column_index_offset, chunk.column_index_length = len(body), len(columns)
    thrift = metadata.encode()
    path.write_bytes(body + columns + thrift + len(thrift).to_bytes(4, "little") + b"PAR1")


def test_nulls_of_headers_are_those_of_the_levels(tmp_path: Path) -> None:
    whole = tmp_path / "v2.parquet"
    write_file(whole, version="2.0")
    for nulls, expected in (
        (111, set[str]()),
        (110, {"header-nulls", "index-nulls", "index-sums"}),
    ):
        path = tmp_path / "lie.parquet"
        footer = said("price", null_count=None, levels=[nulls, 1000 - nulls])
        changed_index(whole, path, "price", footer=footer)
        assert {it.code for it in api.verify(str(path), data=True).findings} == expected


@pytest.mark.parametrize(
    ("values", "low", "high", "what"),
    [
        ([7] * 9, 7, 7, None),
        ([7] * 9, 7, 8, "the bounds are two values, and the dictionary has 1"),
        ([None] * 9, None, None, None),
        ([None] * 9, 7, 7, "there are bounds, and the dictionary has no value"),
        ([7, 8] * 9, 7, 8, None),
    ],
)
def test_bounds_are_values_of_the_dictionary(
    values: list[int | None], low: int | None, high: int | None, what: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "dictionary.parquet"
    pq.write_table(pa.table({"x": pa.array(values, pa.int64())}), path, write_page_index=False)
    footer = read_footer(str(path))
    metadata = FileMetaData.decode(footer.data)
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    meta.statistics = Statistics(
        min_value=None if low is None else struct.pack("<q", low),
        max_value=None if high is None else struct.pack("<q", high),
    )
    meta.size_statistics = None
    body, thrift = path.read_bytes()[: footer.offset], metadata.encode()
    file = io.BytesIO(body + thrift + len(thrift).to_bytes(4, "little") + b"PAR1")
    found = [
        it.what for it in api.verify(file, data=True).findings if it.code == "dictionary-count"
    ]
    assert found == ([] if what is None else [what])


def test_bounds_of_pages_are_values_of_the_dictionary(tmp_path: Path) -> None:
    """Of four pages with the values 0 to 3, whose dictionary has four."""
    path = tmp_path / "pages.parquet"
    table = pa.table({"x": pa.array([at // 100 for at in range(400)], pa.int64())})
    pq.write_table(table, path, write_page_index=True, data_page_size=1, write_batch_size=100)
    data, footer = bytearray(path.read_bytes()), read_footer(str(path))
    assert api.verify(str(path), data=True).findings == ()
    chunk = footer.metadata.row_groups[0].columns[0]
    at, length = chunk.column_index_offset or 0, chunk.column_index_length or 0
    index = ColumnIndex.decode(bytes(data[at : at + length]))
    assert len(index.null_pages) == 4
    for highest, is_found in ((3, False), (9, True)):
        values = [struct.pack("<q", value) for value in (0, 1, 2, highest)]
        made = index.replace(max_values=values).encode()
        assert len(made) == length
        data[at : at + length] = made
        found = api.verify(io.BytesIO(bytes(data)), data=True).findings
        what = "the bounds of the pages are 5 values, and the dictionary has 4"
        assert any(it.code == "dictionary-count" and it.what == what for it in found) == is_found


@pytest.mark.parametrize(
    ("column", "sizes", "what"),
    [
        ("tags", SizeStatistics(repetition_level_histogram=[1_000, 333]), None),
        ("tags", SizeStatistics(definition_level_histogram=[0, 333, 0, 1_000]), None),
        (
            "tags",
            SizeStatistics(repetition_level_histogram=[999, 334]),
            "999 values begin a row, and the row group has 1,000 rows",
        ),
        (
            "tags",
            SizeStatistics(repetition_level_histogram=[1_001, 332]),
            "1,001 values begin a row, and the row group has 1,000 rows",
        ),
        (
            "tags",
            SizeStatistics(repetition_level_histogram=[1_333]),
            "1 repetition levels, and the column has 2",
        ),
        (
            "tags",
            SizeStatistics(definition_level_histogram=[0, 333, 1_000]),
            "3 definition levels, and the column has 4",
        ),
        (
            "price",
            SizeStatistics(definition_level_histogram=[110, 890]),
            "110 values are null by their levels, and null_count is 111",
        ),
    ],
)
def test_levels_of_a_chunk_in_memory(
    column: str, sizes: SizeStatistics, what: str | None, whole: Path
) -> None:
    """No file has these: not every reader takes a histogram of other levels than those of its column."""
    footer = read_footer(str(whole))
    metadata = FileMetaData.decode(footer.data)
    meta_of(metadata, 1, column).size_statistics = sizes
    place = f"row_groups[1].columns[{NAMES.index(column)}]"
    (chunk,) = (it for it in FooterSubject(metadata, footer.offset).chunks() if it.place == place)
    assert check_levels(chunk) == what

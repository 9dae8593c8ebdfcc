"""Page indexes in which one thing is not true: of one page, or of the chunk against all of its pages; and some in which all is."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

import pytest

import inlay as api
from inlay.verbs.verify.index_counts import COUNTS_OF_INDEXES
from parquet_format.parquet import (
    BoundaryOrder,
)
from tests.verbs.verify.files import NAMES, Change, changed_index, write_file
from tests.verbs.verify.index_changes import (
    OfColumns,
    OfOffsets,
    f64,
    first_row,
    index,
    null_pages,
    said,
    sizes,
)

COUNTS = [33, 33, 34, 11]
"""The nulls of the pages of `price`, of 300, 300, 300 and 100 values."""

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
    "a page of nulls that is not a null page": Lie(
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

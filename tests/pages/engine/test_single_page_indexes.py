"""Page indexes of one page that are encoded natively are those of the structs."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.values.extremes import Extremes
from inlay.ground.values.orders import keys_of
from inlay.pages.engine.single_page_indexes import (
    NOT_SAID,
    SinglePage,
    encode_column_indexes,
    encode_offset_indexes,
)
from inlay.verbs.index.cut_bounds import LONGEST_OF_PAGE, cut_bounds
from parquet_format.parquet import (
    BoundaryOrder,
    ColumnIndex,
    ColumnOrder,
    OffsetIndex,
    PageLocation,
    SchemaElement,
    Type,
)

pytestmark = pytest.mark.needs("native core")

OFFSETS = st.integers(0, 2**63 - 1)
COUNTS = st.integers(0, 2**62)
REALS = st.sampled_from([0.0, -0.0, 1.5, -2.5, 5e-324, float("inf")])
BOUNDS = {
    Type.INT32: st.binary(min_size=4, max_size=4),
    Type.INT64: st.binary(min_size=8, max_size=8),
    Type.FLOAT: REALS.map(lambda it: struct.pack("<f", it)),
    Type.DOUBLE: REALS.map(lambda it: struct.pack("<d", it)),
}
WIDTHS = {Type.INT32: 0, Type.INT64: 0, Type.FLOAT: 4, Type.DOUBLE: 8}


@given(st.lists(st.tuples(OFFSETS, st.integers(0, 2**31 - 1)), max_size=4))
def test_offset_indexes(places: list[tuple[int, int]]) -> None:
    assert encode_offset_indexes(places) == [
        OffsetIndex(
            page_locations=[
                PageLocation(offset=offset, compressed_page_size=size, first_row_index=0)
            ]
        ).encode()
        for offset, size in places
    ]


@given(st.data())
def test_column_indexes(data: st.DataObject) -> None:
    pages: list[SinglePage] = []
    expected: list[bytes] = []
    for type_ in data.draw(st.lists(st.sampled_from([*BOUNDS]), max_size=4)):
        is_there = data.draw(st.booleans())
        low, high = (data.draw(BOUNDS[type_]) if is_there else None for _ in range(2))
        nulls, nans = data.draw(COUNTS), data.draw(st.just(NOT_SAID) | COUNTS)
        levels = data.draw(st.none() | st.lists(COUNTS, min_size=1, max_size=16).map(tuple))
        pages.append(SinglePage(low, high, nulls, nans, levels, WIDTHS[type_]))
        element = SchemaElement(name="", type=type_)
        (key,) = keys_of(element, ColumnOrder.TYPE_ORDER)
        cut = cut_bounds(Extremes(low, high, 0), element, key, LONGEST_OF_PAGE)
        index = ColumnIndex(
            null_pages=[cut is None],
            min_values=[b"" if cut is None else cut.low],
            max_values=[b"" if cut is None else cut.high],
            boundary_order=BoundaryOrder.UNORDERED if cut is None else BoundaryOrder.ASCENDING,
            null_counts=[nulls],
            definition_level_histograms=None if levels is None else list(levels),
            nan_counts=None if nans == NOT_SAID else [nans],
        )
        expected.append(index.encode())
    assert encode_column_indexes(pages) == expected

"""Offset and column indexes."""

from __future__ import annotations

from typing import Final

from tests.crafted.deviation import CHOOSE, ID, READ, Deviation, Edit

INDEXES: Final = {
    "index-behind-the-file": Deviation(
        CHOOSE,
        "an offset index lies behind the file",
        Edit(
            "4 offset_index_offset: i64 &g0.c0.offset_index",
            "4 offset_index_offset: i64 1000000",
            ID,
        ),
    ),
    "index-of-negative-length": Deviation(
        CHOOSE,
        "an offset index has a negative length",
        Edit(
            "5 offset_index_length: i32 &g0.c0.offset_index.end - &g0.c0.offset_index",
            "5 offset_index_length: i32 -1",
            ID,
        ),
    ),
    "index-of-no-pages": Deviation(
        CHOOSE,
        "an offset index has a count of 0",
        Edit(
            "1 page_locations: list<struct>",
            "1 page_locations: list<struct> of 0",
            ("@g0.c0.offset_index",),
        ),
    ),
    "index-page-elsewhere": Deviation(
        CHOOSE,
        "an offset index leads to another chunk's page",
        Edit("1 offset: i64 &g0.c0.p0", "1 offset: i64 &g0.c2.p0", ("@g0.c0.offset_index",)),
    ),
    "index-first-row": Deviation(
        CHOOSE,
        "the first page of an offset index begins at row 1",
        Edit("3 first_row_index: i64 0", "3 first_row_index: i64 1", ("@g0.c0.offset_index",)),
    ),
    "index-bounds-crossed": Deviation(
        READ,
        "a column index has a minimum above its maximum",
        Edit('binary x"0100000000000000"', 'binary x"0900000000000000"', ("@g0.c0.column_index",)),
    ),
    "index-order-unknown": Deviation(
        CHOOSE,
        "a column index has the boundary order 99",
        Edit("4 boundary_order: i32 1", "4 boundary_order: i32 99", ("@g0.c0.column_index",)),
    ),
    "index-null-page-with-bounds": Deviation(
        CHOOSE,
        "a column index calls a page with values a null page",
        Edit("bool 2", "bool 1", ("@g0.c0.column_index",)),
    ),
}

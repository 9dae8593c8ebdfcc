"""Page indexes, and statistics in page headers."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from parquet_format.parquet import BoundaryOrder, Statistics
from tests.lies.bounds import WORDS
from tests.lies.kind import Edit, Kind, Query, edited
from tests.lies.parts import Parts
from tests.lies.true_files import ROWS, pa, true_file

NULLS: Final = [1, 2, 3, 4, 5, 6, 7, None]
TEXTS: Final = [*WORDS[:7], "long text"]
UNSORTED: Final = [1, 2, 3, 4, 7, 8, 5, 6]
LISTS: Final = [[1], [2], [3], [4], [5], [6], [7], [8, 9]]


def _index(
    family: str,
    says: str,
    holds: str,
    finding: str,
    query: Query | None,
    edit: Edit,
    values: Sequence[Any] = ROWS,
    kind: Any = None,
    *prepare: Edit,
    **options: Any,
) -> Kind:
    return Kind(
        family,
        says,
        holds,
        true_file(values, kind or pa.int64(), *prepare, index=True, **options),
        edited(edit),
        finding=finding,
        query=query,
    )


def _page(at: int, field: str, value: object, column: str = "c") -> Edit:
    """This page of the last row group has this value in a list of the column index."""

    def edit(parts: Parts) -> None:
        getattr(parts.chunk(column).index, field)[at] = value

    return edit


def _level(field: str, values: list[int], column: str = "c") -> Edit:
    """A list of the column index ends so."""

    def edit(parts: Parts) -> None:
        getattr(parts.chunk(column).index, field)[-len(values) :] = values

    return edit


def _ordered(order: BoundaryOrder) -> Edit:
    def edit(parts: Parts) -> None:
        parts.chunk("c").index.boundary_order = order

    return edit


def _first_row(parts: Parts) -> None:
    parts.chunk("c").offsets.page_locations[-1].first_row_index = 3


def _plain_bytes(parts: Parts) -> None:
    sizes = parts.chunk("c").offsets.unencoded_byte_array_data_bytes
    assert sizes is not None
    sizes[-1] += 1


def _nan_counts(parts: Parts) -> None:
    for group in range(2):
        parts.chunk("c", group).index.nan_counts = [0, group]


def _page_stated(name: str, value: object) -> Edit:
    """The field of the statistics in the header of the last page has this value."""

    def edit(parts: Parts) -> None:
        setattr(parts.chunk("c").pages[-1].statement.statistics, name, value)

    return edit


def _header_v2(field: str, value: int) -> Edit:
    def edit(parts: Parts) -> None:
        setattr(parts.chunk("c").pages[-1].header.data_page_header_v2, field, value)

    return edit


def _with_page_bounds(parts: Parts) -> None:
    for group in range(2):
        first = group * 4 + 1
        for page in parts.chunk("c", group).data_pages:
            page.statement.statistics = Statistics(
                null_count=0, min_value=_i64(first), max_value=_i64(first + 3)
            )


def _with_loose_page_bounds(parts: Parts) -> None:
    _with_page_bounds(parts)
    statistics = parts.chunk("c").statistics
    statistics.min_value, statistics.is_min_value_exact = _i64(0), False
    _page_stated("min_value", _i64(0))(parts)
    _page_stated("is_min_value_exact", False)(parts)


def _without_nulls_of_chunk(parts: Parts) -> None:
    parts.chunk("c").statistics.null_count = None


def _without_null_counts(parts: Parts) -> None:
    _without_nulls_of_chunk(parts)
    parts.chunk("c").index.null_counts = None


def _without_sums(parts: Parts) -> None:
    """No statement about the chunk says what those about its pages add up to."""
    for chunk in parts.groups[-1]:
        chunk.meta.size_statistics = None
        chunk.index.null_counts = None


def _i64(value: int) -> bytes:
    return struct.pack("<q", value)


PAGES_OF_TWO: Final = "bounds of pages"
INDEXES: Final = {
    "page-int64-max": _index(
        PAGES_OF_TWO,
        "max 5",
        "6",
        "value-index-bounds",
        Query("=", "6"),
        _page(0, "max_values", _i64(5)),
    ),
    "page-int64-min": _index(
        PAGES_OF_TWO,
        "min 8",
        "7",
        "value-index-bounds",
        Query("=", "7"),
        _page(1, "min_values", _i64(8)),
    ),
    "page-text-max": _index(
        PAGES_OF_TWO,
        "max e",
        "f",
        "value-index-bounds",
        Query("=", "f", "text"),
        _page(0, "max_values", b"e"),
        WORDS,
        pa.string(),
    ),
    "page-double-max": _index(
        PAGES_OF_TWO,
        "max 5",
        "6",
        "value-index-bounds",
        Query("=", "6.0", "float"),
        _page(0, "max_values", struct.pack("<d", 5)),
        ROWS,
        pa.float64(),
    ),
    "page-decimal-unsigned-min": _index(
        PAGES_OF_TWO,
        "min 2.00, by unsigned bytes",
        "-1.00",
        "value-index-bounds",
        Query("=", "-1.00", "decimal"),
        _page(1, "min_values", (200).to_bytes(13, "big")),
        [Decimal(at).quantize(Decimal("1.00")) for at in (9, 9, 9, 9, -3, -2, -1, 2)],
        pa.decimal128(30, 2),
    ),
    "header-max": Kind(
        "bounds in page headers",
        "max 7",
        "8",
        true_file(ROWS, pa.int64(), _with_page_bounds),
        edited(_page_stated("max_value", _i64(7))),
        finding="value-header-bounds",
        query=Query("=", "8"),
    ),
    "header-v2-min": Kind(
        "bounds in page headers",
        "min 6",
        "5",
        true_file(ROWS, pa.int64(), _with_page_bounds, data_page_version="2.0"),
        edited(_page_stated("min_value", _i64(6))),
        finding="value-header-bounds",
        query=Query("=", "5"),
    ),
    "header-exact": Kind(
        "exact flags",
        "min 0 in a page header is exact",
        "5",
        true_file(ROWS, pa.int64(), _with_loose_page_bounds),
        edited(_page_stated("is_min_value_exact", True)),
        finding="value-header-exact",
        query=Query("min"),
    ),
    "header-nulls": Kind(
        "null counts",
        "null_count 3 in a page header",
        "no nulls",
        true_file(ROWS, pa.int64(), _with_page_bounds),
        edited(_page_stated("null_count", 3)),
        finding="value-header-nulls",
        query=Query("=", "8"),
    ),
    "header-v2-nulls": Kind(
        "null counts",
        "num_nulls 0 in a page header",
        "one null",
        true_file(NULLS, pa.int64(), data_page_version="2.0"),
        edited(_header_v2("num_nulls", 0)),
        finding="value-header-nulls",
        query=Query("is null"),
    ),
    "header-v2-rows": Kind(
        "rows and values",
        "num_rows 3 in a page header",
        "4 rows",
        true_file(ROWS, pa.int64(), data_page_version="2.0"),
        edited(_header_v2("num_rows", 3)),
        finding="value-header-rows",
        query=Query("=", "8"),
    ),
    "null-page": _index(
        "null_pages",
        "the first page is all null",
        "it has 6 and 7",
        "value-null-page",
        Query("=", "6"),
        _page(0, "null_pages", True),
        [1, 2, 3, 4, 6, 7, 5, 8],
        None,
        _without_null_counts,
    ),
    "page-nulls-less": _index(
        "null counts",
        "null_counts 0 of a page",
        "one null",
        "value-index-nulls",
        Query("is null"),
        _page(-1, "null_counts", 0),
        NULLS,
        None,
        _without_nulls_of_chunk,
    ),
    "page-nulls-more": _index(
        "null counts",
        "null_counts 1 of a page of 2",
        "no nulls",
        "value-index-nulls",
        Query("is not null"),
        _page(-1, "null_counts", 1),
        ROWS,
        None,
        _without_nulls_of_chunk,
    ),
    "page-nans": Kind(
        "nan counts",
        "nan_counts 0 of a page",
        "one NaN",
        true_file(
            [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, float("nan")],
            pa.float64(),
            _nan_counts,
            index=True,
        ),
        edited(_page(-1, "nan_counts", 0)),
        finding="value-index-nans",
        query=Query("is nan"),
    ),
    "ascending": _index(
        "boundary_order",
        "ASCENDING",
        "pages of 7 to 8 and 5 to 6",
        "index-order",
        Query("=", "5"),
        _ordered(BoundaryOrder.ASCENDING),
        UNSORTED,
    ),
    "descending": _index(
        "boundary_order",
        "DESCENDING",
        "pages of 5 to 6 and 7 to 8",
        "index-order",
        Query("=", "8"),
        _ordered(BoundaryOrder.DESCENDING),
    ),
    "first-row": _index(
        "first_row_index",
        "the last page begins with row 3",
        "with row 2",
        "value-first-row",
        Query("=", "8"),
        _first_row,
    ),
    "page-definition-levels": _index(
        "level histograms",
        "definition levels of a page: 0 nulls, 2 values",
        "1 null, 1 value",
        "value-page-levels",
        Query("is null"),
        _level("definition_level_histograms", [0, 2]),
        NULLS,
        None,
        _without_sums,
        sizes=True,
    ),
    "page-repetition-levels": _index(
        "level histograms",
        "repetition levels of a page: 3 rows",
        "2 rows, 1 more value",
        "value-page-levels",
        None,
        _level("repetition_level_histograms", [3, 0], "c.list.element"),
        LISTS,
        pa.list_(pa.int64()),
        _without_sums,
        sizes=True,
    ),
    "page-plain-bytes": _index(
        "sizes",
        "11 bytes of text in a page",
        "10",
        "value-page-bytes",
        None,
        _plain_bytes,
        TEXTS,
        pa.string(),
        _without_sums,
        sizes=True,
    ),
}

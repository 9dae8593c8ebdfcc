"""The answer about the pages of one chunk, from the Thrift structs of its indexes."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.designs.answer_schemas import PAGES, PageIndex
from inlay.footers.designs.build import array_from
from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.ground.arrow_fields import fields_in
from inlay.ground.arrow_rows import make_batch
from inlay.ground.wording.amounts import count
from inlay_runtime.errors import InvalidValueError
from parquet_format.parquet import ColumnIndex, OffsetIndex


def read_page_index(
    fetch: CountedFetch, offsets: Range | None, bounds: Range | None
) -> PageIndex | None:
    """Fetched in one step from where the two indexes of the chunk lie; None without an OffsetIndex.

    Raises DecodeError for bytes that are none, offsets counted from the start of the index.
    """
    if offsets is None:
        return None
    pieces = fetch([offsets] if bounds is None else [offsets, bounds])
    column_index = None if bounds is None else ColumnIndex.decode(pieces[1])
    return page_index_of(OffsetIndex.decode(pieces[0]), column_index)


def page_index_of(offset_index: OffsetIndex, column_index: ColumnIndex | None) -> PageIndex:
    """Raises InvalidValueError for a ColumnIndex of another number of pages."""
    locations = offset_index.page_locations
    pages = len(locations)
    columns: list[Sequence[object]] = [
        [location.offset for location in locations],
        [location.compressed_page_size for location in locations],
        [location.first_row_index for location in locations],
    ]
    if column_index is None:
        columns += [[None] * pages] * 5
    else:
        columns += _bounds(column_index, pages)
    arrays = [
        array_from(values, field.type)
        for values, field in zip(columns, fields_in(PAGES), strict=True)
    ]
    order = None if column_index is None else column_index.boundary_order
    return PageIndex(order, make_batch(arrays, PAGES))


def _bounds(index: ColumnIndex, pages: int) -> list[Sequence[object]]:
    lists = (index.null_pages, index.min_values, index.max_values)
    optional = (index.null_counts, index.nan_counts)
    for values in (*lists, *optional):
        if values is not None and len(values) != pages:
            what = f"the ColumnIndex has {count(len(values), 'page')}, and the OffsetIndex {pages}"
            raise InvalidValueError(what, 0)
    counts = [[None] * pages if values is None else values for values in optional]
    minimum, maximum = (
        [
            None if is_null else value
            for is_null, value in zip(index.null_pages, values, strict=True)
        ]
        for values in (index.min_values, index.max_values)
    )
    return [index.null_pages, minimum, maximum, *counts]

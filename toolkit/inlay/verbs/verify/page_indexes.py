"""Checks of the column index and the offset index of a chunk against the pages that are there."""

from __future__ import annotations

from operator import gt
from typing import Final

from inlay.ground.statements.counts import is_null_count
from inlay.ground.values.orders import is_greater
from inlay.ground.wording.amounts import count
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.page_subjects import WalkedChunk, WalkedPage
from inlay.verbs.verify.statistics import format_bound
from inlay.verbs.verify.subjects import is_flat
from parquet_format.parquet import ColumnIndex, DataPageHeaderV2


def page_location(walked: WalkedPage) -> str | None:
    index = walked.chunk.offset_index
    if (
        index is None
        or not walked.page.is_data
        or walked.chunk.data_pages >= len(index.page_locations)
    ):
        return None
    number = walked.chunk.data_pages
    said = index.page_locations[number]
    page = walked.page
    if said.offset != page.offset or said.compressed_page_size != page.size:
        listed = f"{count(said.compressed_page_size, 'byte')} at {said.offset:,}"
        return f"page_locations[{number}] is {listed}, and the page has {page.size:,} at {page.offset:,}"
    if walked.chunk.rows is not None and said.first_row_index != walked.chunk.rows:
        return (
            f"page_locations[{number}] begins with row {said.first_row_index:,}, and the page with "
            f"{walked.chunk.rows:,}"
        )
    return None


def page_nulls(walked: WalkedPage) -> str | None:
    """A version 2 header says how many there are; less is known of other pages. parquet-mr wrote -1 for a number that it
    did not know."""
    index, number = walked.chunk.column_index, walked.chunk.data_pages
    if index is None or not walked.page.is_data or number >= len(index.null_pages):
        return None
    counts, is_null, leaf = index.null_counts, index.null_pages[number], walked.chunk.chunk.leaf
    nulls = counts[number] if counts and number < len(counts) else None
    can_be_null = leaf is None or leaf.max_definition > 0
    if is_null and walked.values:
        if not can_be_null:
            return f"null_pages[{number}] is true, and the column is required"
        if any(index.min_values[number : number + 1] + index.max_values[number : number + 1]):
            return f"null_pages[{number}] is true, and the page has bounds"
    if nulls is None or nulls == -1:
        return None
    data = walked.data
    if not is_null_count(nulls, walked.values, can_be_null=can_be_null):
        said = f"null_counts[{number}] is {nulls:,}"
        if not can_be_null and nulls > 0:
            return f"{said}, and the column is required"
        return f"{said}, and the page has {count(walked.values, 'value')}"
    if isinstance(data, DataPageHeaderV2) and nulls != data.num_nulls:
        return (
            f"null_counts[{number}] is {nulls:,}, and the page has {count(data.num_nulls, 'null')}"
        )
    if is_null and nulls != walked.values:
        return f"null_pages[{number}] is true, and {count(walked.values - nulls, 'value is', 'values are')} not null"
    if nulls and nulls == walked.values and not is_null and is_flat(leaf):
        return f"null_pages[{number}] is false, and the page has nothing but nulls"
    return None


def check_locations(walked: WalkedChunk) -> str | None:
    if walked.offset_index is None:
        return None
    page_locations = walked.offset_index.page_locations
    if len(page_locations) != walked.data_pages:
        return f"{count(len(page_locations), 'page')}, and the chunk has {walked.data_pages:,}"
    starts = [location.first_row_index for location in page_locations]
    rows = walked.chunk.group.num_rows
    if starts[:1] == [0] and sorted(starts) == starts and starts[-1] < rows:
        return None
    before = -1
    for number, location in enumerate(page_locations):
        if location.first_row_index < max(before, 0) or (not number and location.first_row_index):
            wanted = f"{max(before, 0):,} or more" if number else "0"
            return f"page_locations[{number}] begins with row {location.first_row_index:,}, not {wanted}"
        before = location.first_row_index
    return (
        f"the last page begins with row {before:,} of {rows:,}"
        if before > max(rows - 1, 0)
        else None
    )


def check_index_lists(walked: WalkedChunk) -> str | None:
    index = walked.column_index
    if index is None:
        return None
    pages, counts = walked.data_pages, index.null_counts
    lows, highs = index.min_values, index.max_values
    if len(index.null_pages) == len(lows) == len(highs) == pages and (
        counts is None or len(counts) == pages
    ):
        return _wrong_bounds(index, walked)
    lists = (
        ("null_pages", index.null_pages),
        ("min_values", lows),
        ("max_values", highs),
        ("null_counts", counts),
    )
    return next(
        f"{name} tells of {count(len(values), 'page')}, and the chunk has {pages:,}"
        for name, values in lists
        if values is not None and len(values) != pages
    )


def _wrong_bounds(index: ColumnIndex, walked: WalkedChunk) -> str | None:
    leaf = walked.chunk.leaf
    if leaf is None:
        return None
    if len(index.null_pages) > 1 and leaf.keys == (leaf.key,):
        pages = walked.read_ends()
        if pages.are_known and not any(map(gt, pages.lows, pages.highs)):
            return None
    bounds = zip(index.null_pages, index.min_values, index.max_values, strict=True)
    for number, (is_null, low, high) in enumerate(bounds):
        if not is_null and is_greater(low, high, leaf.keys):
            first, second = format_bound(low, leaf.element), format_bound(high, leaf.element)
            return f"min_values[{number}] {first} is more than max_values[{number}] {second}"
    return None


PAGE_INDEX_CHECKS: Final[tuple[Check[WalkedPage], ...]] = (
    Check(
        "page-location",
        "offset_index",
        "the offset index has the place, the size and the first row of each page",
        page_location,
    ),
    Check(
        "page-nulls",
        "column_index",
        "the column index has the nulls of each page, and null pages have no bounds and are not in required columns",
        page_nulls,
    ),
)

INDEX_CHECKS: Final[tuple[Check[WalkedChunk], ...]] = (
    Check(
        "offset-index",
        "offset_index",
        "the offset index has all data pages, their rows in order",
        check_locations,
    ),
    Check(
        "column-index",
        "column_index",
        "the column index has all data pages, no minimum more than its maximum",
        check_index_lists,
    ),
)

"""Checks of what is said twice of one page, and of a chunk against its pages: nulls, levels, bytes, distinct values."""

from __future__ import annotations

from typing import Any, Final

from inlay.ground.statements.counts import fits_bytes, fits_distinct, fits_nans, fits_sum
from inlay.ground.statements.ends import (
    NO_ENDS,
    Ends,
    fits_distinct_pages,
    fits_distinct_values,
    fits_size,
    has_two_ends,
    is_float,
)
from inlay.ground.wording import amounts
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.chunk_statements import ends_of
from inlay.verbs.verify.filled import count_filled_by_levels
from inlay.verbs.verify.page_counts import (
    list_filled_by_nulls,
    list_rows,
    list_sizes,
    sum_filled,
)
from inlay.verbs.verify.page_subjects import WalkedChunk
from inlay.verbs.verify.statistics import format_bound
from parquet_format.parquet import Type

_BYTE_ARRAY: Final = Type.BYTE_ARRAY


def check_null_sum(walked: WalkedChunk) -> str | None:
    """Outside of lists, in which writers count empty ones or do not, the nulls add up; and everywhere there is room for the values."""
    if _is_plain_sum(walked):
        return None
    pages = sum_filled(walked)
    if pages is None:
        return None
    values, statistics = sum(walked.page_values), walked.chunk.statistics
    said: Any = statistics.null_count if statistics is not None else None
    is_list = walked.chunk.leaf is None or walked.chunk.leaf.max_repetition > 0
    added = _describe_sum(values - pages.most, values - pages.least)
    if said is not None and not is_list and not fits_sum(values - said, *pages):
        return f"null_counts add up to {added}, and null_count of the chunk is {said:,}"
    filled = count_filled_by_levels(walked.chunk)
    if filled is not None and not fits_sum(filled, *pages):
        nulls = walked.meta.num_values - filled
        return f"{added} values are null by the pages, and {nulls:,} by the levels of the chunk"
    what = _find_crowded(walked, pages.most)
    if what is None:
        return None
    return f"by the pages, {amounts.count(pages.most, 'value')} at most are not null, and {what}"


def _is_plain_sum(walked: WalkedChunk) -> bool:
    """The usual case: all nulls are counted and add up, some values are left, and nothing else counts these but the levels, which
    `level-counts` holds against the nulls of the chunk."""
    index, leaf, statistics = walked.column_index, walked.chunk.leaf, walked.chunk.statistics
    if index is None or leaf is None or not leaf.max_definition:
        return True
    counts = index.null_counts
    if not counts or statistics is None or len(counts) != len(walked.page_values):
        return False
    if statistics.nan_count is not None or statistics.distinct_count is not None:
        return False
    if leaf.max_repetition:
        return True not in index.null_pages
    return -1 not in counts and sum(counts) == statistics.null_count != walked.values


def _describe_sum(least: int, most: int) -> str:
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _find_crowded(walked: WalkedChunk, most: int) -> str | None:
    """What the chunk says of more values than the pages have."""
    statistics, sizes = walked.chunk.statistics, walked.meta.size_statistics
    size = sizes.unencoded_byte_array_data_bytes if sizes is not None else None
    if size is not None and walked.meta.type == _BYTE_ARRAY and not fits_bytes(size, most):
        return f"those of the chunk have {amounts.count(size, 'byte')}"
    if statistics is None:
        return None
    nans, distinct = statistics.nan_count, statistics.distinct_count
    if nans is not None and not fits_nans(nans, most):
        return f"nan_count of the chunk is {nans:,}"
    if distinct and not fits_distinct(distinct, most):
        return f"distinct_count of the chunk is {distinct:,}"
    if not most and ends_of(walked.chunk) != NO_ENDS:
        return "the chunk has bounds"
    return None


def check_null_pages(walked: WalkedChunk) -> str | None:
    """Null pages against the levels of their values, in lists, too."""
    index, filled = walked.column_index, walked.list_filled()
    if index is None or filled is None or len(index.null_pages) != len(filled):
        return None
    if 0 not in filled and True not in index.null_pages:
        return None
    for number, (is_null, count) in enumerate(zip(index.null_pages, filled, strict=True)):
        said = f"null_pages[{number}] is {str(is_null).lower()}, and by the levels"
        if is_null and count:
            return f"{said} {count:,} of {amounts.count(walked.page_values[number], 'value is', 'values are')} not null"
        if not is_null and not count and walked.page_values[number]:
            return f"{said} no value of the page is there"
    return None


def check_page_rows(walked: WalkedChunk) -> str | None:
    """In lists, the values that begin a row, by their levels. Other columns have a row for each value."""
    index, leaf = walked.column_index, walked.chunk.leaf
    if index is None or leaf is None or not leaf.max_repetition:
        return None
    histograms, rows = index.repetition_level_histograms, list_rows(walked)
    if rows is None or not histograms:
        return None
    size = leaf.max_repetition + 1
    begun = histograms[::size]
    if len(histograms) != size * len(rows) or begun == rows:
        return None
    number = next(at for at, pair in enumerate(zip(begun, rows, strict=True)) if pair[0] != pair[1])
    said = f"{amounts.count(begun[number], 'value')} of page {number:,} begin a row"
    return f"{said}, and the offset index gives it {amounts.count(rows[number], 'row')}"


def check_page_bounds(walked: WalkedChunk) -> str | None:
    index, leaf = walked.column_index, walked.chunk.leaf
    if index is None or leaf is None or leaf.key is None:
        return None
    if not leaf.is_cut:
        return _find_two_ends(walked) or (_find_nan_bounds(walked) if index.nan_counts else None)
    sizes = list_sizes(walked)
    if sizes is None or not len(sizes) == len(index.min_values) == len(index.max_values):
        return None
    for number, (size, low, high) in enumerate(
        zip(sizes, index.min_values, index.max_values, strict=True)
    ):
        if size < len(low) or size < len(high):
            longest = max(len(low), len(high))
            return f"page {number:,} has byte arrays of {amounts.count(size, 'byte')}, and a bound alone has {longest:,}"
        if size and not high:
            return f"page {number:,} has byte arrays of {amounts.count(size, 'byte')}, and its maximum is empty"
    return None


def _find_two_ends(walked: WalkedChunk) -> str | None:
    """Of a page in which one value is not null, by the levels; `page-levels` holds its nulls against them."""
    filled = walked.list_filled() or list_filled_by_nulls(walked)
    if filled is None or 1 not in filled:
        return None
    pages = walked.read_ends()
    for number, ends in zip(pages.numbers, pages.list_pairs(), strict=False):
        if number < len(filled) and filled[number] == 1 and has_two_ends(ends):
            return f"page {number:,} has 1 value that is not null, and bounds of 2"
    return None


def _find_nan_bounds(walked: WalkedChunk) -> str | None:
    index, leaf, values = walked.column_index, walked.chunk.leaf, walked.page_values
    if index is None or leaf is None or not index.nan_counts or not is_float(leaf.element):
        return None
    if len(index.nan_counts) != len(values):
        return None
    counts = [list_filled_by_nulls(walked), walked.list_filled()]
    known = [filled for filled in counts if filled is not None] or [values]
    pages = walked.read_ends()
    for number, ends in zip(pages.numbers, pages.list_pairs(), strict=False):
        if number >= len(values):
            break
        nans = index.nan_counts[number]
        if nans and ends != NO_ENDS and any(filled[number] == nans for filled in known):
            shown = format_bound(index.min_values[number], leaf.element)
            return f"nan_counts[{number}] is {nans:,}, so that all values are NaN, and a bound is {shown}"
        if not nans and None in ends and index.min_values[number] and index.max_values[number]:
            return f"nan_counts[{number}] is 0, and a bound is NaN"
    return None


def check_distinct_pages(walked: WalkedChunk) -> str | None:
    index, leaf, statistics = walked.column_index, walked.chunk.leaf, walked.chunk.statistics
    if index is None or leaf is None or leaf.key is None:
        return None
    distinct = statistics.distinct_count if statistics is not None else None
    is_text = leaf.is_cut and walked.meta.type == _BYTE_ARRAY
    sizes = walked.meta.size_statistics if is_text else None
    size = sizes.unencoded_byte_array_data_bytes if sizes is not None else None
    if not distinct and (size is None or (size and any(index.max_values))):
        return None
    pages = walked.read_ends()
    if not pages.are_all or not pages.numbers:
        return None
    high = max(pages.highs)
    if size is not None and not fits_size(size, high):
        said = f"the byte arrays of the chunk have {amounts.count(size, 'byte')}"
        return f"{said}, and the maximum of all pages is {'' if size else 'not '}empty"
    if not distinct or is_float(leaf.element):
        return None
    is_cut, hull = leaf.is_cut, Ends(min(pages.lows), high)
    filled = list_filled_by_nulls(walked) or walked.page_values
    counted = [
        (ends, filled[number])
        for number, ends in zip(pages.numbers, pages.list_pairs(), strict=False)
        if number < len(filled)
    ]
    if fits_distinct_values(distinct, hull, is_cut=is_cut) and fits_distinct_pages(
        distinct, counted, is_cut=is_cut
    ):
        return None
    return f"distinct_count of the chunk is {distinct:,}, and the bounds of the pages do not fit it"


COUNTS_OF_INDEXES: Final[tuple[Check[WalkedChunk], ...]] = (
    Check(
        "index-nulls",
        "column_index",
        "the nulls of the pages add up to those of the chunk, and leave room for its values",
        check_null_sum,
    ),
    Check(
        "null-pages",
        "column_index.null_pages",
        "null pages are those of which the levels say so",
        check_null_pages,
    ),
    Check(
        "index-rows",
        "column_index",
        "the repetition levels of each page have as many rows as the offset index gives it",
        check_page_rows,
    ),
    Check(
        "page-bounds",
        "column_index",
        "the bounds of a page fit its nulls, NaNs and bytes: one value has one bound, and none is longer than all bytes",
        check_page_bounds,
    ),
    Check(
        "index-distinct",
        "column_index",
        "the bounds of all pages fit the distinct values and the bytes of the chunk",
        check_distinct_pages,
    ),
)

"""Checks of what a column index says twice, and of a chunk against its pages: bounds, their order, and counts that add up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from inlay.checks.bound_ends import read_ends
from inlay.checks.check import Check
from inlay.checks.chunk_statements import ends_of
from inlay.checks.page_subjects import WalkedChunk
from inlay.checks.statistics import format_bound
from inlay.checks.subjects import PlacedLeaf
from inlay.statements.ends import Ends, find_disorder, is_higher, is_lower, may_be_cut
from parquet_format.parquet import BoundaryOrder, ColumnIndex, Type


class PageEnds(NamedTuple):
    """Of pages that are no null pages, by their numbers. `are_all` where nothing is left out that has a value."""

    numbers: list[int]
    ends: list[Ends]
    are_all: bool


def check_chunk_bounds(walked: WalkedChunk) -> str | None:
    """No cut bound explains what is found: a cut minimum is a beginning of the least value, and a maximum is raised where it is cut."""
    index, leaf, chunk = walked.column_index, walked.chunk.leaf, ends_of(walked.chunk)
    if index is None or leaf is None or chunk == (None, None):
        return None
    pages = read_pages(index, leaf)
    is_cut = may_be_cut(leaf.element)
    for number, ends in zip(pages.numbers, pages.ends, strict=True):
        beyond = find_beyond(chunk, ends, is_cut=is_cut)
        if beyond is not None:
            raw = index.min_values[number] if beyond.is_low else index.max_values[number]
            name = "min_values" if beyond.is_low else "max_values"
            return f"{name}[{number}] {format_bound(raw, leaf.element)} is {beyond.what}"
    if is_cut or not pages.are_all:
        return None
    return _find_unreached(walked, chunk, pages)


class Beyond(NamedTuple):
    """Which bound of a page goes beyond its chunk, and how, as a clause."""

    is_low: bool
    what: str


def find_beyond(chunk: Ends, page: Ends, *, is_cut: bool) -> Beyond | None:
    low, high = page
    if low is not None:
        if chunk.high is not None and low > chunk.high:
            return Beyond(is_low=True, what="more than the maximum of the chunk")
        if chunk.low is not None and is_lower(low, chunk.low, is_cut=is_cut):
            return Beyond(is_low=True, what="less than the minimum of the chunk")
    if high is not None:
        if chunk.low is not None and high < chunk.low:
            return Beyond(is_low=False, what="less than the minimum of the chunk")
        if chunk.high is not None and is_higher(high, chunk.high, is_cut=is_cut):
            return Beyond(is_low=False, what="more than the maximum of the chunk")
    return None


def _find_unreached(walked: WalkedChunk, chunk: Ends, pages: PageEnds) -> str | None:
    statistics = walked.chunk.statistics
    if statistics is None or not pages.ends:
        return None
    low = chunk.low if statistics.is_min_value_exact is not False else None
    high = chunk.high if statistics.is_max_value_exact is not False else None
    if low is not None and min(ends.low for ends in pages.ends) > low:
        return "every minimum is more than that of the chunk"
    if high is not None and max(ends.high for ends in pages.ends) < high:
        return "every maximum is less than that of the chunk"
    return None


def read_pages(index: ColumnIndex, leaf: PlacedLeaf) -> PageEnds:
    numbers: list[int] = []
    known: list[Ends] = []
    are_all = True
    counts = index.null_counts
    lists = zip(index.null_pages, index.min_values, index.max_values, strict=False)
    for number, (is_null, low, high) in enumerate(lists):
        if is_null:
            are_all &= counts is not None and number < len(counts) and counts[number] >= 0
            continue
        ends = read_ends(leaf.key, leaf.element, low, high)
        are_all &= ends.low is not None and ends.high is not None
        numbers.append(number)
        known.append(ends)
    return PageEnds(numbers, known, are_all)


def check_order(walked: WalkedChunk) -> str | None:
    index, leaf = walked.column_index, walked.chunk.leaf
    if index is None or leaf is None or index.boundary_order not in _ORDERED:
        return None
    pages = read_pages(index, leaf)
    is_descending = index.boundary_order == BoundaryOrder.DESCENDING
    at = find_disorder(pages.ends, descending=is_descending)
    if at is None:
        return None
    before, page = pages.numbers[at - 1], pages.numbers[at]
    said = "more" if is_descending else "less"
    return f"{index.boundary_order.name}, and a bound of page {page:,} is {said} than that of page {before:,}"


_ORDERED: Final = (BoundaryOrder.ASCENDING, BoundaryOrder.DESCENDING)


def check_sums(walked: WalkedChunk) -> str | None:
    for name, pages, total in _list_sums(walked):
        if sum(pages) != total:
            return f"{name} add up to {sum(pages):,}, and the chunk has {total:,}"
    index, leaf = walked.column_index, walked.chunk.leaf
    sizes = walked.meta.size_statistics
    if index is None or leaf is None or sizes is None:
        return None
    levels = (
        ("repetition", index.repetition_level_histograms, sizes.repetition_level_histogram),
        ("definition", index.definition_level_histograms, sizes.definition_level_histogram),
    )
    for name, pages, total in levels:
        if not pages or not total or len(pages) != len(total) * walked.data_pages:
            continue
        added = [sum(pages[level :: len(total)]) for level in range(len(total))]
        if added != total:
            return f"{name} levels add up to {added}, and the chunk has {total}"
    return None


def _list_sums(walked: WalkedChunk) -> Iterator[tuple[str, list[int], int]]:
    index, offsets, statistics = (
        walked.column_index,
        walked.offset_index,
        walked.chunk.statistics,
    )
    nans = index.nan_counts if index is not None else None
    if nans and statistics is not None and statistics.nan_count is not None:
        yield "nan_counts", nans, statistics.nan_count
    sizes = walked.meta.size_statistics
    total = sizes.unencoded_byte_array_data_bytes if sizes is not None else None
    pages = offsets.unencoded_byte_array_data_bytes if offsets is not None else None
    if pages and total is not None and walked.meta.type == Type.BYTE_ARRAY:
        yield "the bytes of the pages", pages, total


def check_header_nulls(walked: WalkedChunk) -> str | None:
    """Outside of lists, in which writers count empty ones or do not."""
    leaf, statistics = walked.chunk.leaf, walked.chunk.statistics
    said: Any = statistics.null_count if statistics is not None else None
    if leaf is None or leaf.max_repetition or said is None or walked.nulls is None:
        return None
    if said == walked.nulls:
        return None
    return f"{said:,}, and the headers of the pages have {walked.nulls:,} nulls"


def check_dictionary(walked: WalkedChunk) -> str | None:
    """Only where every page has indexes into the dictionary, so that all values are in it."""
    size, statistics, leaf = walked.dictionary_values, walked.chunk.statistics, walked.chunk.leaf
    if size is None or not walked.are_indexes or not walked.data_pages or statistics is None:
        return None
    distinct = statistics.distinct_count
    if distinct is not None and distinct > size:
        return f"distinct_count is {distinct:,}, and the dictionary has {size:,} values"
    if leaf is None:
        return None
    ends = ends_of(walked.chunk)
    if size == 1 and not may_be_cut(leaf.element) and None not in ends and ends.low != ends.high:
        return "the bounds are two values, and the dictionary has 1"
    return None


STATEMENTS_OF_INDEXES: Final[tuple[Check[WalkedChunk], ...]] = (
    Check(
        "index-bounds",
        "column_index",
        "the bounds of the pages are within those of the chunk, and numbers reach them",
        check_chunk_bounds,
    ),
    Check(
        "index-order",
        "column_index.boundary_order",
        "the bounds of the pages are in the order that is given",
        check_order,
    ),
    Check(
        "index-sums",
        "column_index",
        "levels, NaNs and bytes of the pages add up to those of the chunk",
        check_sums,
    ),
    Check(
        "header-nulls",
        "meta_data.statistics.null_count",
        "the nulls of page headers add up to those of the chunk",
        check_header_nulls,
    ),
    Check(
        "dictionary-count",
        "meta_data.statistics",
        "a chunk of indexes into a dictionary has no more distinct values than the dictionary",
        check_dictionary,
    ),
)

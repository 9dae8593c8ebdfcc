"""Checks of what a column index says twice, and of a chunk against its pages: bounds, their order, and counts that add up."""

from __future__ import annotations

from operator import add, sub
from typing import Any, Final, NamedTuple

from inlay.ground.statements.counts import fits_nans
from inlay.ground.statements.ends import (
    NO_ENDS,
    Ends,
    find_disorder,
    has_two_ends,
    is_higher,
    is_lower,
)
from inlay.ground.wording.amounts import count
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.chunk_statements import ends_of
from inlay.verbs.verify.filled import count_filled_by_levels
from inlay.verbs.verify.page_ends import PageEnds
from inlay.verbs.verify.page_subjects import WalkedChunk
from inlay.verbs.verify.statistics import format_bound
from parquet_format.parquet import BoundaryOrder, ColumnIndex, SizeStatistics, Type

_BYTE_ARRAY: Final = Type.BYTE_ARRAY


def check_chunk_bounds(walked: WalkedChunk) -> str | None:
    """No cut bound explains what is found: a cut minimum is a beginning of the least value, and a maximum is raised where it is cut."""
    index, leaf = walked.column_index, walked.chunk.leaf
    if index is None or leaf is None or _has_bounds_of_only_page(walked, index):
        return None
    chunk = ends_of(walked.chunk)
    if chunk == NO_ENDS:
        return None
    pages = walked.read_ends()
    if pages.are_known and pages.numbers and chunk == (min(pages.lows), max(pages.highs)):
        return None
    is_cut = leaf.is_cut
    for number, ends in zip(pages.numbers, pages.list_pairs(), strict=False):
        beyond = find_beyond(chunk, ends, is_cut=is_cut)
        if beyond is not None:
            raw = index.min_values[number] if beyond.is_low else index.max_values[number]
            name = "min_values" if beyond.is_low else "max_values"
            return f"{name}[{number}] {format_bound(raw, leaf.element)} is {beyond.what}"
    if is_cut or not pages.are_all:
        return None
    return _find_unreached(walked, chunk, pages)


def _has_bounds_of_only_page(walked: WalkedChunk, index: ColumnIndex) -> bool:
    """Byte for byte, as in most chunks of one page."""
    said = walked.chunk.statistics
    return (
        said is not None
        and index.null_pages == [False]
        and index.min_values == [said.min_value]
        and index.max_values == [said.max_value]
    )


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
    if statistics is None or not pages.numbers:
        return None
    low = chunk.low if statistics.is_min_value_exact is not False else None
    high = chunk.high if statistics.is_max_value_exact is not False else None
    if low is not None and min(pages.lows) > low:
        return "every minimum is more than that of the chunk"
    if high is not None and max(pages.highs) < high:
        return "every maximum is less than that of the chunk"
    return None


def check_order(walked: WalkedChunk) -> str | None:
    index, leaf = walked.column_index, walked.chunk.leaf
    if index is None or leaf is None or len(index.null_pages) < 2:
        return None
    if index.boundary_order not in _ORDERED:
        return None
    pages = walked.read_ends()
    is_descending = index.boundary_order == BoundaryOrder.DESCENDING
    if pages.are_known and all(
        sorted(ends, reverse=is_descending) == ends for ends in (pages.lows, pages.highs)
    ):
        return None
    at = find_disorder(pages.list_pairs(), descending=is_descending)
    if at is None:
        return None
    before, page = pages.numbers[at - 1], pages.numbers[at]
    said = "more" if is_descending else "less"
    return f"{index.boundary_order.name}, and a bound of page {page:,} is {said} than that of page {before:,}"


_ORDERED: Final = (BoundaryOrder.ASCENDING, BoundaryOrder.DESCENDING)


def check_sums(walked: WalkedChunk) -> str | None:
    index, statistics = walked.column_index, walked.chunk.statistics
    nans = index.nan_counts if index is not None else None
    if nans and statistics is not None and statistics.nan_count is not None:
        total = statistics.nan_count
        if sum(nans) != total:
            return f"nan_counts add up to {sum(nans):,}, and the chunk has {total:,}"
    sizes, offsets = walked.meta.size_statistics, walked.offset_index
    if sizes is None:
        return None
    if offsets is not None and walked.meta.type == _BYTE_ARRAY:
        size, pages = sizes.unencoded_byte_array_data_bytes, offsets.unencoded_byte_array_data_bytes
        if pages and size is not None and sum(pages) != size:
            return f"the bytes of the pages add up to {sum(pages):,}, and the chunk has {size:,}"
    return _find_other_levels(walked, index, sizes) if index is not None else None


def _find_other_levels(
    walked: WalkedChunk, index: ColumnIndex, sizes: SizeStatistics
) -> str | None:
    levels = (
        ("repetition", index.repetition_level_histograms, sizes.repetition_level_histogram),
        ("definition", index.definition_level_histograms, sizes.definition_level_histogram),
    )
    for name, counts, histogram in levels:
        if not counts or not histogram or len(counts) != len(histogram) * walked.data_pages:
            continue
        if counts == histogram:
            continue
        added = [sum(counts[level :: len(histogram)]) for level in range(len(histogram))]
        if added != histogram:
            return f"{name} levels add up to {added}, and the chunk has {histogram}"
    return None


def check_header_nulls(walked: WalkedChunk) -> str | None:
    """Outside of lists, in which writers count empty ones or do not."""
    leaf, statistics = walked.chunk.leaf, walked.chunk.statistics
    if leaf is None or leaf.max_repetition or walked.nulls is None:
        return None
    said: Any = statistics.null_count if statistics is not None else None
    filled = count_filled_by_levels(walked.chunk) if said is None else None
    if filled is not None:
        said = walked.meta.num_values - filled
    if said is None or said == walked.nulls:
        return None
    by = " by the levels" if filled is not None else ""
    return f"{said:,}{by}, and the headers of the pages have {count(walked.nulls, 'null')}"


def check_dictionary(walked: WalkedChunk) -> str | None:
    """Only where every page has indexes into the dictionary, so that all values are in it."""
    size, statistics, leaf = walked.dictionary_values, walked.chunk.statistics, walked.chunk.leaf
    if size is None or not walked.are_indexes or not walked.data_pages or statistics is None:
        return None
    if size < 0:
        return None  # `page-count` says so
    distinct = statistics.distinct_count
    if distinct is not None and distinct > size:
        return f"distinct_count is {distinct:,}, and the dictionary has {count(size, 'value')}"
    if leaf is None:
        return None
    if size <= 1:
        ends = ends_of(walked.chunk)
        if size == 0 and ends != NO_ENDS:
            return "there are bounds, and the dictionary has no value"
        if size == 1 and not leaf.is_cut and has_two_ends(ends):
            return "the bounds are two values, and the dictionary has 1"
    if walked.column_index is None or leaf.is_cut or 2 * walked.data_pages <= size:
        return None
    pages = walked.read_ends()
    if not pages.are_known:
        return None
    bounds = len({*pages.lows, *pages.highs})
    return (
        f"the bounds of the pages are {count(bounds, 'value')}, and the dictionary has {size:,}"
        if bounds > size
        else None
    )


def check_page_levels(walked: WalkedChunk) -> str | None:
    index, leaf, values = walked.column_index, walked.chunk.leaf, walked.page_values
    if index is None or leaf is None:
        return None
    nulls = index.null_counts if index.null_counts and -1 not in index.null_counts else None
    if nulls is not None and len(nulls) != len(values):
        return None
    if index.nan_counts and len(index.nan_counts) == len(values):
        filled = list(map(sub, values, nulls)) if nulls is not None else values
        for number, (nans, left) in enumerate(zip(index.nan_counts, filled, strict=True)):
            if not fits_nans(nans, left):
                return f"nan_counts[{number}] is {nans:,}, and {count(left, 'value')} of the page are not null"
    levels = (
        ("repetition", index.repetition_level_histograms, leaf.max_repetition + 1),
        ("definition", index.definition_level_histograms, leaf.max_definition + 1),
    )
    for name, histograms, size in levels:
        if not histograms or len(histograms) != size * len(values):
            continue
        totals = _add_levels(histograms, size)
        if totals != values:
            number = _find_first(totals, values)
            said = f"{name} levels of {count(totals[number], 'value')}"
            return f"page {number:,} has {said}, and its header says {values[number]:,}"
        if name == "repetition" or nulls is None or leaf.max_repetition:
            continue
        absent = list(map(sub, values, walked.list_filled() or histograms))
        if absent != nulls:
            number = _find_first(absent, nulls)
            said = f"the levels make {count(absent[number], 'value')} null"
            return f"null_counts[{number}] is {nulls[number]:,}, and {said}"
    return None


def _add_levels(histograms: list[int], size: int) -> list[int]:
    """The values of each page."""
    if len(histograms) == size:
        return [sum(histograms)]
    totals = histograms[::size]
    for level in range(1, size):
        totals = list(map(add, totals, histograms[level::size]))
    return totals


def _find_first(these: list[int], those: list[int]) -> int:
    """Where two lists differ first."""
    return next(at for at, pair in enumerate(zip(these, those, strict=True)) if pair[0] != pair[1])


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
        "page-levels",
        "column_index",
        "the levels and NaNs that the column index counts are those of the values of each page",
        check_page_levels,
    ),
    Check(
        "index-sums",
        "column_index",
        "levels, NaNs and bytes of the pages add up to those of the chunk",
        check_sums,
    ),
)

STATEMENTS_OF_CHUNKS: Final[tuple[Check[WalkedChunk], ...]] = (
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

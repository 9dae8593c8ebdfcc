"""Checks of what a file says twice of a page: its header, the statistics in it, and the column index."""

from __future__ import annotations

from typing import Final

from inlay.checks.bound_ends import read_ends
from inlay.checks.check import Check
from inlay.checks.chunk_statements import ends_of
from inlay.checks.index_statements import find_beyond
from inlay.checks.page_subjects import WalkedPage
from inlay.checks.statistics import is_flat
from inlay.pages.walk import find_data_header
from inlay.statements.counts import fits_levels, fits_nans
from inlay.statements.ends import Ends, is_higher, is_lower, may_be_cut
from parquet_format.parquet import ColumnIndex, DataPageHeaderV2, Statistics


def page_levels(walked: WalkedPage) -> str | None:
    index, leaf, number = (
        walked.chunk.column_index,
        walked.chunk.chunk.leaf,
        walked.chunk.data_pages,
    )
    if index is None or leaf is None or not walked.page.is_data:
        return None
    nulls = _count_nulls(index, number)
    if index.nan_counts and number < len(index.nan_counts):
        nans, filled = index.nan_counts[number], walked.values - (nulls or 0)
        if not fits_nans(nans, filled):
            return (
                f"nan_counts[{number}] is {nans:,}, and {filled:,} values of the page are not null"
            )
    levels = (
        ("repetition", index.repetition_level_histograms, leaf.max_repetition + 1),
        ("definition", index.definition_level_histograms, leaf.max_definition + 1),
    )
    for name, histograms, size in levels:
        histogram = histograms[number * size : (number + 1) * size] if histograms else []
        if len(histogram) == size and sum(histogram) != walked.values:
            said = f"{name} levels of {sum(histogram):,} values"
            return f"page {number:,} has {said}, and its header says {walked.values:,}"
        if len(histogram) != size or name == "repetition":
            continue
        if (
            nulls is not None
            and is_flat(leaf)
            and not fits_levels(nulls, walked.values, histogram[-1])
        ):
            absent = walked.values - histogram[-1]
            return f"null_counts[{number}] is {nulls:,}, and {absent:,} values are null by their levels"
    return None


def page_statistics(walked: WalkedPage) -> str | None:
    data = find_data_header(walked.page.header)
    statistics = data.statistics if data is not None else None
    leaf = walked.chunk.chunk.leaf
    if data is None or statistics is None or leaf is None:
        return None
    number = walked.chunk.data_pages
    nulls = statistics.null_count
    if nulls is not None:
        said = f"the header of page {number:,} has a null_count of {nulls:,}"
        if not 0 <= nulls <= walked.values:
            return f"{said} of {walked.values:,} values"
        if is_flat(leaf):
            if isinstance(data, DataPageHeaderV2) and data.num_nulls != nulls:
                return f"{said}, and num_nulls of {data.num_nulls:,}"
            index = walked.chunk.column_index
            counted = _count_nulls(index, number) if index is not None else None
            if counted is not None and counted != nulls:
                return f"{said}, and null_counts[{number}] is {counted:,}"
    return _differing_bounds(walked, statistics, number)


def _differing_bounds(walked: WalkedPage, statistics: Statistics, number: int) -> str | None:
    leaf, index = walked.chunk.chunk.leaf, walked.chunk.column_index
    if leaf is None or leaf.key is None:
        return None
    is_cut = may_be_cut(leaf.element)
    ends = read_ends(leaf.key, leaf.element, statistics.min_value, statistics.max_value)
    if ends == (None, None):
        return None
    said = f"the header of page {number:,} has a"
    beyond = find_beyond(ends_of(walked.chunk.chunk), ends, is_cut=is_cut)
    if beyond is not None:
        return f"{said} {'minimum' if beyond.is_low else 'maximum'} that is {beyond.what}"
    if index is None or number >= min(len(index.min_values), len(index.max_values)):
        return None
    if number >= len(index.null_pages) or index.null_pages[number]:
        return None
    raws = index.min_values[number], index.max_values[number]
    other = read_ends(leaf.key, leaf.element, *raws)
    if _differ(ends, other, is_cut=is_cut):
        return f"{said} other bounds than the column index"
    return None


def _differ(ends: Ends, other: Ends, *, is_cut: bool) -> bool:
    """Whether both cannot be bounds of the same values, cut or not."""
    lows = (ends.low, other.low), (other.low, ends.low)
    if None not in lows[0] and any(is_lower(*pair, is_cut=is_cut) for pair in lows):
        return True
    highs = (ends.high, other.high), (other.high, ends.high)
    return None not in highs[0] and any(is_higher(*pair, is_cut=is_cut) for pair in highs)


def _count_nulls(index: ColumnIndex, number: int) -> int | None:
    """None where nothing is said, or -1."""
    counts = index.null_counts
    if not counts or number >= len(counts) or counts[number] < 0:
        return None
    return counts[number]


STATEMENTS_OF_PAGES: Final[tuple[Check[WalkedPage], ...]] = (
    Check(
        "page-levels",
        "column_index",
        "the levels and NaNs that the column index counts are those of the values of each page",
        page_levels,
    ),
    Check(
        "page-statistics",
        "",
        "statistics in a page header agree with the header, the column index and the chunk",
        page_statistics,
    ),
)

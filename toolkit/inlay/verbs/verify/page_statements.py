"""Checks of what a file says twice of a page: its header, the statistics in it, and the column index."""

from __future__ import annotations

from typing import Final

from inlay.ground.statements.bound_ends import read_ends
from inlay.ground.statements.counts import are_only_nulls
from inlay.ground.statements.ends import Ends, is_bound, is_higher, is_lower
from inlay.ground.wording.amounts import count
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.chunk_statements import ends_of
from inlay.verbs.verify.index_statements import find_beyond
from inlay.verbs.verify.page_subjects import WalkedPage
from inlay.verbs.verify.subjects import is_flat
from parquet_format.parquet import ColumnIndex, DataPageHeaderV2, Statistics


def page_statistics(walked: WalkedPage) -> str | None:
    data = walked.data
    if data is None or data.statistics is None or walked.chunk.chunk.leaf is None:
        return None
    statistics, number = data.statistics, walked.chunk.data_pages
    nulls = statistics.null_count
    other = _find_other_nulls(walked, statistics, nulls) if nulls is not None else None
    if other is not None:
        return f"the header of page {number:,} has a null_count of {nulls:,}{other}"
    return _differing_bounds(walked, statistics, number)


def _find_other_nulls(walked: WalkedPage, statistics: Statistics, nulls: int) -> str | None:
    leaf, data, number = walked.chunk.chunk.leaf, walked.data, walked.chunk.data_pages
    if leaf is None:
        return None
    if not 0 <= nulls <= walked.values:
        return f" of {count(walked.values, 'value')}"
    if not leaf.max_definition:
        return ", and the column is required" if nulls else None
    if are_only_nulls(nulls, walked.values):
        bounds = (statistics.min_value, statistics.max_value, statistics.min, statistics.max)
        if any(is_bound(raw, leaf.element.type) for raw in bounds):
            return ", which is all values, and bounds"
    if not is_flat(leaf):
        return None
    if isinstance(data, DataPageHeaderV2) and data.num_nulls != nulls:
        return f", and num_nulls of {data.num_nulls:,}"
    index = walked.chunk.column_index
    counted = _count_nulls(index, number) if index is not None else None
    if counted is not None and counted != nulls:
        return f", and null_counts[{number}] is {counted:,}"
    return None


def _differing_bounds(walked: WalkedPage, statistics: Statistics, number: int) -> str | None:
    leaf, index = walked.chunk.chunk.leaf, walked.chunk.column_index
    if leaf is None or leaf.key is None:
        return None
    if _has_known_bounds(walked, statistics, number):
        return None
    is_cut = leaf.is_cut
    ends = read_ends(leaf.key, leaf.element, statistics.min_value, statistics.max_value)
    if ends == (None, None):
        return None
    said = f"the header of page {number:,} has"
    beyond = find_beyond(ends_of(walked.chunk.chunk), ends, is_cut=is_cut)
    if beyond is not None:
        return f"{said} a {'minimum' if beyond.is_low else 'maximum'} that is {beyond.what}"
    if index is None or number >= min(len(index.min_values), len(index.max_values)):
        return None
    if number >= len(index.null_pages) or index.null_pages[number]:
        return None
    raws = index.min_values[number], index.max_values[number]
    other = read_ends(leaf.key, leaf.element, *raws)
    if _differ(ends, other, is_cut=is_cut):
        return f"{said} other bounds than the column index"
    return None


def _has_known_bounds(walked: WalkedPage, statistics: Statistics, number: int) -> bool:
    """Byte for byte those of its chunk and of the column index, as in most chunks of one page."""
    low, high = statistics.min_value, statistics.max_value
    chunk, index = walked.chunk.chunk.statistics, walked.chunk.column_index
    if chunk is None or chunk.min_value != low or chunk.max_value != high:
        return False
    return index is None or (
        index.min_values[number : number + 1] == [low]
        and index.max_values[number : number + 1] == [high]
    )


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
        "page-statistics",
        "",
        "statistics in a page header agree with the header, the column index and the chunk",
        page_statistics,
    ),
)

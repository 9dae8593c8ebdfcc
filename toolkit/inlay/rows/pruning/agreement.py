"""A chunk held against its pages: of two statements that cannot both be true, neither the chunk's nor the pages' is left."""

from __future__ import annotations

from typing import Final

from inlay.ground.statements.bounds import KnownBounds
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.counts import (
    count_filled,
    fits_bytes,
    fits_distinct,
    fits_nans,
    fits_sum,
)
from inlay.ground.statements.ends import (
    Ends,
    fits_distinct_pages,
    fits_distinct_values,
    fits_pages,
    fits_size,
)
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.rows.pruning.facts import Facts
from inlay.rows.pruning.page_facts import PagesOfChunk
from parquet_format.parquet import ColumnChunk, ColumnMetaData

_WHY: Final = "statistics and a column index that contradict each other"


def compare_with_pages(
    rules: ColumnRules, written: ColumnChunk, chunk: Facts, pages: PagesOfChunk
) -> tuple[Facts, PagesOfChunk]:
    """The same, without what is void. `written` is the chunk as its footer has it, not encrypted."""
    if _is_plain(rules, chunk, pages):
        return chunk, pages
    meta = metadata_of(written)
    are_bounds_void = not _fits_bounds(rules, meta, chunk, pages)
    are_nulls_void = rules.column.can_be_null and not _fits_nulls(rules, meta, chunk, pages)
    are_nans_void = rules.is_float and not _fits_nans(chunk, pages)
    if not (are_bounds_void or are_nulls_void or are_nans_void):
        return chunk, pages

    def void(facts: Facts) -> Facts:
        if are_nulls_void:
            facts = facts._replace(nulls=None)
        if are_bounds_void or (are_nulls_void and chunk.has_bounds and _are_only_nulls(pages)):
            facts = facts._replace(bounds=KnownBounds(why=_WHY))
        return facts._replace(may_have_nan=True) if are_nans_void else facts

    return void(chunk), pages._replace(facts=[void(it) for it in pages.facts])


def _is_plain(rules: ColumnRules, chunk: Facts, pages: PagesOfChunk) -> bool:
    """Whether both say the same, and nothing else of the chunk is left to compare."""
    if pages.hull is None or chunk.ends != pages.hull or chunk.nans is not None:
        return False
    if rules.column.can_be_null and chunk.nulls != pages.least_nulls:
        return False
    return chunk.statistics is not None and chunk.statistics.distinct_count is None


def _are_only_nulls(pages: PagesOfChunk) -> bool:
    return pages.least_nulls == pages.starts[-1]


def _fits_nulls(
    rules: ColumnRules, meta: ColumnMetaData, chunk: Facts, pages: PagesOfChunk
) -> bool:
    rows, least, most = pages.starts[-1], pages.least_nulls, pages.most_nulls
    if chunk.has_bounds and _are_only_nulls(pages):
        return False
    if chunk.nulls is not None and not fits_sum(chunk.nulls, least, most):
        return False
    if chunk.nans is not None and not fits_nans(chunk.nans, rows - least):
        return False
    sizes = meta.size_statistics
    if sizes is not None:
        filled = count_filled(sizes.definition_level_histogram, rules.highest, rows)
        if filled is not None and not fits_sum(rows - filled, least, most):
            return False
        size = sizes.unencoded_byte_array_data_bytes
        if rules.has_sizes and size is not None and not fits_bytes(size, rows - least):
            return False
    distinct = meta.statistics.distinct_count if meta.statistics is not None else None
    if distinct is None:
        return True
    return fits_distinct(distinct, rows - least) if distinct else most == rows


def _fits_nans(chunk: Facts, pages: PagesOfChunk) -> bool:
    if chunk.nans is None:
        return True
    least = most = 0
    for it in pages.facts:
        if it.nans is not None:
            least += it.nans
            most += it.nans
        else:
            most += (it.values or 0) - (it.nulls or 0)
    return fits_sum(chunk.nans, least, most)


def _fits_bounds(
    rules: ColumnRules, meta: ColumnMetaData, chunk: Facts, pages: PagesOfChunk
) -> bool:
    filled = [it for it in pages.facts if not it.are_all_null]
    ends = [it.ends for it in filled]
    is_cut = rules.is_cut
    if not fits_pages(chunk.ends, ends, is_cut=is_cut, are_all=True):
        return False
    known = [it for it in ends if it.low is not None and it.high is not None]
    if not known or len(known) < len(ends):
        return True
    hull = Ends(min(it.low for it in known), max(it.high for it in known))
    size = meta.size_statistics.unencoded_byte_array_data_bytes if meta.size_statistics else None
    if size is not None and rules.has_sizes and is_cut and not fits_size(size, hull.high):
        return False
    distinct = meta.statistics.distinct_count if meta.statistics is not None else None
    if not distinct or rules.is_float:
        return True
    counted = [(it.ends, (it.values or 0) - (it.nulls or 0)) for it in filled]
    return fits_distinct_values(distinct, hull, is_cut=is_cut) and fits_distinct_pages(
        distinct, counted, is_cut=is_cut
    )

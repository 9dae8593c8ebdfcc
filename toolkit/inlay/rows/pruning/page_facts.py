"""What the page index of a chunk says of each page, for the tests of a filter."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from inlay.ground.statements.bounds import KnownBounds
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.counts import count_filled, count_nulls_at_most, is_null_page
from inlay.ground.statements.ends import Ends, fits_order, is_bound
from inlay.ground.writers.distrust import find_wrong_null_count
from inlay.pages.engine.chunk_indexes import ChunkIndexes, IndexBytes, decode_indexes
from inlay.pages.engine.errors import ChunkError
from inlay.rows.pruning.facts import Facts, facts_of
from inlay.rows.pruning.plain_pages import find_plain_pages
from parquet_format.parquet import ColumnIndex, OffsetIndex, SizeStatistics, Statistics

T = TypeVar("T")


class PagesOfChunk(NamedTuple):
    """Page `i` has the rows of the row group from `starts[i]` to `starts[i + 1]`, and of them `facts[i]` is known. All pages have
    from `least_nulls` to `most_nulls`. `hull` are the least and the largest bound, if nothing is odd in the index.
    """

    starts: list[int]
    facts: list[Facts]
    least_nulls: int
    most_nulls: int
    hull: Ends | None = None

    def spread(self, answers: Sequence[T], rows: Sequence[int]) -> list[T]:
        """Answers for each page as answers for each of some rows: that of the page that has it."""
        if len(rows) == len(answers):  # no page of another column begins inside of one
            return list(answers)
        return [answers[bisect_right(self.starts, row) - 1] for row in rows]


def read_pages(read: IndexBytes, rules: ColumnRules, rows: int) -> PagesOfChunk | None:
    """Of a chunk with a value for each of so many rows. None without an index that can be believed: damage decides nothing."""
    plain = find_plain_pages(rules, read, rows)
    if plain is not None:
        return PagesOfChunk(plain.starts, plain.facts, plain.nulls, plain.nulls, plain.hull)
    try:
        indexes = decode_indexes(read)
    except ChunkError:
        return None
    if indexes.bounds is None:
        return None
    starts = [location.first_row_index for location in indexes.offsets.page_locations]
    ends = [*starts[1:], rows]
    is_in_order = starts[:1] == [0] and all(
        start < end for start, end in zip(starts, ends, strict=True)
    )
    if not is_in_order:
        return None
    counts = [end - start for start, end in zip(starts, ends, strict=True)]
    sizes = _list_sizes(rules, indexes)
    if not _fits_rows(indexes.bounds, sizes, counts):
        return None
    return _believe(rules, indexes.bounds, sizes, [*starts, rows], counts)


def _list_sizes(rules: ColumnRules, indexes: ChunkIndexes) -> list[SizeStatistics | None]:
    """The levels and the bytes of each page, in which an index has them."""
    bounds, offsets = indexes.bounds, indexes.offsets
    pages = len(offsets.page_locations)
    levels = rules.highest + 1
    written = bounds.definition_level_histograms if bounds is not None else None
    histograms = list(written) if written is not None and rules.highest else []
    if len(histograms) != pages * levels:
        histograms = []
    sizes = _sizes_of(rules, offsets)
    if not histograms and not sizes:
        return [None] * pages
    return [
        SizeStatistics(
            unencoded_byte_array_data_bytes=sizes[page] if sizes else None,
            definition_level_histogram=histograms[page * levels : (page + 1) * levels] or None,
        )
        for page in range(pages)
    ]


def _sizes_of(rules: ColumnRules, offsets: OffsetIndex) -> list[int]:
    sizes = offsets.unencoded_byte_array_data_bytes if rules.has_sizes else None
    return list(sizes) if sizes is not None and len(sizes) == len(offsets.page_locations) else []


def _fits_rows(
    index: ColumnIndex, sizes: Sequence[SizeStatistics | None], rows: Sequence[int]
) -> bool:
    """Whether the pages have as many rows by what is counted in them. If not, nobody knows which rows a page has."""
    for counts in (index.null_counts, index.nan_counts):
        if counts is not None and any(
            not -1 <= counted <= count for counted, count in zip(counts, rows, strict=True)
        ):
            return False
    return all(
        size is None
        or size.definition_level_histogram is None
        or sum(size.definition_level_histogram) == count
        for size, count in zip(sizes, rows, strict=True)
    )


def _believe(
    rules: ColumnRules,
    index: ColumnIndex,
    sizes: Sequence[SizeStatistics | None],
    starts: list[int],
    counts: Sequence[int],
) -> PagesOfChunk:
    facts: list[Facts] = []
    least = most = 0
    for page, rows in enumerate(counts):
        nulls = index.null_counts[page] if index.null_counts is not None else None
        is_counted = nulls is not None
        if nulls == -1 or (nulls is not None and _is_wrong_count(rules, nulls)):
            nulls = None
        said = Statistics(
            min_value=index.min_values[page],
            max_value=index.max_values[page],
            null_count=nulls,
            nan_count=index.nan_counts[page] if index.nan_counts is not None else None,
        )
        is_null = index.null_pages[page]
        if is_null:
            known = _facts_of_nulls(rules, said, sizes[page], rows, is_counted=is_counted)
        else:
            known = facts_of(rules, said, rows, sizes=sizes[page], is_page=True)
        facts.append(known)
        counted = known.nulls
        if nulls is None and not is_null:  # which the levels of the page count, too
            size = sizes[page]
            levels = size.definition_level_histogram if size is not None else None
            filled = count_filled(levels, rules.highest, rows)
            counted = counted if filled is None else rows - filled
        if counted is not None:
            least += counted
            most += counted
        else:  # that of a page whose number of nulls is void may be any
            most += count_nulls_at_most(rows, is_null_page=is_null or nulls is not None)
    if not fits_order(index.boundary_order, [it.ends for it in facts if not it.are_all_null]):
        why = KnownBounds(why="pages that are not in the order that their index gives")
        facts = [it if it.are_all_null else it._replace(bounds=why) for it in facts]
    return PagesOfChunk(starts, facts, least, most)


def _is_wrong_count(rules: ColumnRules, nulls: int) -> bool:
    if not rules.is_doubted:
        return False
    return find_wrong_null_count(rules.writer, rules.column, nulls) is not None


def _facts_of_nulls(
    rules: ColumnRules,
    said: Statistics,
    size: SizeStatistics | None,
    rows: int,
    *,
    is_counted: bool,
) -> Facts:
    """Of what its index calls a null page."""
    type_ = rules.element.type
    has_bounds = bool(said.min_value or said.max_value) and (
        is_bound(said.min_value, type_) or is_bound(said.max_value, type_)
    )
    is_believed = is_null_page(
        said.null_count,
        rows,
        can_be_null=rules.column.can_be_null,
        is_counted=is_counted,
        has_bounds=has_bounds,
    )
    if is_believed:
        nothing = Statistics(null_count=rows, nan_count=said.nan_count)
        known = facts_of(rules, nothing, rows, sizes=size)
        if known.are_all_null:
            return known
    why = KnownBounds(why="a null page that something contradicts")
    return Facts(why, rows, None if rules.column.can_be_null else 0, rules.is_float)

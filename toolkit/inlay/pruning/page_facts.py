"""What the page index of a chunk says of each page, for the tests of a filter."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from inlay.pages.chosen_chunks import ChosenChunk
from inlay.pages.chunk_indexes import read_indexes
from inlay.pages.errors import ChunkError
from inlay.pages.range_reader import RangeReader
from inlay.pruning.facts import ColumnRules, Facts, KnownBounds, facts_of
from inlay.writers.distrust import find_wrong_index
from parquet_format.parquet import ColumnIndex, Statistics

T = TypeVar("T")


class PagesOfChunk(NamedTuple):
    """Page `i` has the rows of the row group from `starts[i]` to `starts[i + 1]`, and of them `facts[i]` is known."""

    starts: list[int]
    facts: list[Facts]

    def spread(self, answers: Sequence[T], rows: Sequence[int]) -> list[T]:
        """Answers for each page as answers for each of some rows: that of the page that has it."""
        return [answers[bisect_right(self.starts, row) - 1] for row in rows]


def read_pages(
    reader: RangeReader, chosen: ChosenChunk, rules: ColumnRules, rows: int
) -> PagesOfChunk | None:
    """None without an index that can be believed: damage decides nothing."""
    if find_wrong_index(rules.writer, rules.column):
        return None
    try:
        indexes = read_indexes(reader, chosen.chunk)
    except ChunkError:
        return None
    if indexes is None or indexes.bounds is None:
        return None
    starts = [location.first_row_index for location in indexes.offsets.page_locations]
    ends = [*starts[1:], rows]
    is_in_order = starts[:1] == [0] and all(
        start < end for start, end in zip(starts, ends, strict=True)
    )
    if not is_in_order:
        return None
    counts = [end - start for start, end in zip(starts, ends, strict=True)]
    facts = [
        _facts_of_page(rules, indexes.bounds, page, count) for page, count in enumerate(counts)
    ]
    return PagesOfChunk([*starts, rows], facts)


def _facts_of_page(rules: ColumnRules, index: ColumnIndex, page: int, rows: int) -> Facts:
    if index.null_pages[page]:
        return Facts(KnownBounds(why="only nulls"), rows, rows, False)
    nulls = index.null_counts[page] if index.null_counts is not None else None
    statistics = Statistics(
        min_value=index.min_values[page],
        max_value=index.max_values[page],
        null_count=nulls,
        nan_count=index.nan_counts[page] if index.nan_counts is not None else None,
    )
    return facts_of(rules, statistics, rows, is_page=True)

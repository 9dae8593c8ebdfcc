"""Page indexes in which nothing is odd, as nearly all are: looked at natively, in one pass, and with no more objects than are needed.

Nothing is decided here that `page_facts` would decide otherwise: whatever could be a contradiction is left to it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from inlay.ground.statements.bounds import KnownBounds
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.ends import Ends
from inlay.pages.engine.chunk_indexes import IndexBytes
from inlay.rows.pruning.facts import Facts, PlainBounds


class PlainPages(NamedTuple):
    """Behind the first row of each page, `starts` has the number of rows. `hull` are the least and the largest bound of all pages,
    which have so many nulls."""

    starts: list[int]
    facts: list[Facts]
    nulls: int
    hull: Ends


def find_plain_pages(rules: ColumnRules, read: IndexBytes, rows: int) -> PlainPages | None:
    """None where anything has to be looked at more closely: null pages, counts that are not there, bounds that are out of order."""
    plain = rules.plain
    if plain is None or read.bounds is None:
        return None
    lists = plain.read(read.offsets, read.bounds, rows)
    if lists is None:
        return None
    (starts, nulls, lows, highs, low_values, high_values), total = lists
    if low_values[0] is None:
        key = rules.keys[0]
        low_values, high_values = list(map(key, lows)), list(map(key, highs))
    is_float = rules.is_float
    facts = [
        Facts(
            KnownBounds(low, high),
            end - start,
            absent,
            is_float,
            rules,
            PlainBounds(raw_low, raw_high),
            None,
            True,
        )
        for (start, end), absent, raw_low, raw_high, low, high in zip(
            pairwise(starts), nulls, lows, highs, low_values, high_values, strict=True
        )
    ]
    return PlainPages(starts, facts, total, Ends(min(low_values), max(high_values)))


def has_plain_index(rules: ColumnRules, read: IndexBytes, rows: int, chunk: Facts) -> bool:
    """Whether the pages of a chunk surely say what it says itself, so that nothing of either is void."""
    plain, said = rules.plain, chunk.statistics
    if plain is None or read.bounds is None or said is None or chunk.bounds.why:
        return False
    low, high = said.min_value, said.max_value
    if low is None or high is None or chunk.nans is not None or said.distinct_count is not None:
        return False
    return plain.agrees(read.offsets, read.bounds, rows, low, high, chunk.nulls)

"""A column index in which nothing is odd, as nearly all are: its lists are looked at as a whole, and not page by page.

Nothing is decided here that `page_facts` would decide otherwise: whatever could be a contradiction is left to it.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from math import isnan
from operator import add, ge, gt, le, sub
from typing import Any, Final, NamedTuple

from inlay.ground.statements.bounds import KnownBounds
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.ends import Ends
from inlay.pages.engine.chunk_indexes import ChunkIndexes
from inlay.rows.pruning.facts import Facts, PageBounds
from parquet_format.parquet import BoundaryOrder, ColumnIndex, Type

_FORMATS: Final = {Type.INT32: "i", Type.INT64: "q", Type.FLOAT: "f", Type.DOUBLE: "d"}


class PlainPages(NamedTuple):
    """`hull` are the least and the largest bound of all pages, which have so many nulls."""

    facts: list[Facts]
    nulls: int
    hull: Ends


def find_plain_pages(
    rules: ColumnRules, indexes: ChunkIndexes, rows: Sequence[int]
) -> PlainPages | None:
    """None where anything has to be looked at more closely: null pages, counts that are not there, bounds that are out of order."""
    index = indexes.bounds
    if index is None or rules.is_doubted or rules.order is None or len(rules.keys) != 1:
        return None
    if True in index.null_pages or index.nan_counts is not None:
        return None
    nulls = _find_nulls(rules, index, rows)
    lows, highs = _read_all(rules, index.min_values), _read_all(rules, index.max_values)
    if nulls is None or lows is None or highs is None or any(map(gt, lows, highs)):
        return None
    if not (
        _are_in_order(index.boundary_order, lows) and _are_in_order(index.boundary_order, highs)
    ):
        return None
    if rules.has_sizes and not _have_bytes(indexes, highs):
        return None
    is_float = rules.is_float
    facts = [
        Facts(KnownBounds(low, high), count, absent, is_float, rules, PageBounds(*raw), None, True)
        for low, high, count, absent, raw in zip(
            lows,
            highs,
            rows,
            nulls,
            zip(index.min_values, index.max_values, strict=True),
            strict=True,
        )
    ]
    return PlainPages(facts, sum(nulls), Ends(min(lows), max(highs)))


def _find_nulls(
    rules: ColumnRules, index: ColumnIndex, rows: Sequence[int]
) -> Sequence[int] | None:
    """Of each page; None if it is not said, is contradicted, or leaves fewer than two values."""
    counts = index.null_counts
    if counts is None or min(counts) < 0:
        return None
    filled = list(map(sub, rows, counts))
    if min(filled) < 2:
        return None
    if not rules.column.can_be_null:
        return None if any(counts) else counts
    written, levels = index.definition_level_histograms, rules.highest + 1
    if written and rules.highest and len(written) == levels * len(counts):
        if min(written) < 0 or written[rules.highest :: levels] != filled:
            return None
        totals = written[::levels]
        for level in range(1, levels):
            totals = list(map(add, totals, written[level::levels]))
        if totals != rows:
            return None
    return counts


def _read_all(rules: ColumnRules, bounds: list[bytes]) -> Sequence[Any] | None:
    """In the order of the column; None if one of them is no value that compares."""
    size, letter = rules.size, None
    if size is not None and set(map(len, bounds)) != {size}:
        return None
    if rules.has_signed_order:
        letter = _FORMATS.get(rules.element.type) if rules.element.type is not None else None
    try:
        if letter is not None:
            values: Sequence[Any] = struct.unpack(f"<{len(bounds)}{letter}", b"".join(bounds))
            return None if rules.is_float and any(map(isnan, values)) else values
        if rules.is_decimal and not all(bounds):
            return None
        values = list(map(rules.keys[0], bounds))
    except (ValueError, struct.error):
        return None
    return None if None in values else values


def _are_in_order(order: BoundaryOrder, ends: Sequence[Any]) -> bool:
    if order == BoundaryOrder.ASCENDING:
        return all(map(le, ends, ends[1:]))
    if order == BoundaryOrder.DESCENDING:
        return all(map(ge, ends, ends[1:]))
    return order == BoundaryOrder.UNORDERED


def _have_bytes(indexes: ChunkIndexes, highs: Sequence[Any]) -> bool:
    """Whether every page has a value that is not empty, and no number of bytes is 0."""
    sizes = indexes.offsets.unencoded_byte_array_data_bytes
    return all(highs) and (not sizes or min(sizes) > 0)

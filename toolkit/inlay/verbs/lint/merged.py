"""What larger row groups save of a column, as far as a footer tells: dictionaries that are written again, and headers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from inlay.ground.statements.chunk_numbers import COUNTS_TEXTS, HAS_STATISTICS
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts
from inlay.verbs.lint.estimate import NOTHING, Estimate, add_up
from parquet_format.parquet import Type

_HEADER: Final = 30
"""Bytes of the header of a page, about."""
_WIDTHS: Final = {Type.INT32: 4, Type.FLOAT: 4, Type.INT64: 8, Type.DOUBLE: 8, Type.INT96: 12}
_WIDEST: Final = 32
"""Bits of the number of an entry."""
ALL: Final = 0.98
"""The share of distinct values from which a chunk seems to have each value once."""
_SMALL: Final = 64 * 1024
"""Bytes of a chunk below which a codec sees too little of it."""


def guess_merged(column: ColumnFacts, rows: int) -> Estimate:
    """Bytes that row groups of `rows` save of the pages of a column.

    At least, no two dictionaries have a value in common, and that may be less than nothing; at most, all of them are the same.
    Likely, each chunk draws its values from one set, whose size follows from how many of them differ.
    """
    filled, parts = column.filled, column.parts
    estimates = (
        _guess_group(column, filled[first:end], parts[first:end])
        for first, end in _list_merged(filled, rows)
    )
    return add_up(estimates) or NOTHING


def _list_merged(chunks: Sequence[ChunkFacts], rows: int) -> Iterator[tuple[int, int]]:
    """The first chunk and the end of those whose values come into one row group of `rows`."""
    first = held = 0
    for number, chunk in enumerate(chunks):
        held += max(chunk.num_rows, 1)
        if held >= rows:
            yield first, number + 1
            first, held = number + 1, 0
    if first < len(chunks):
        yield first, len(chunks)


def _guess_group(
    column: ColumnFacts, chunks: Sequence[ChunkFacts], parts: Sequence[tuple[int, int]]
) -> Estimate:
    if len(chunks) < 2:
        return NOTHING
    sizes = [dictionary for dictionary, _ in parts]
    repeated = sum(sizes) - max(sizes)
    pages = 1 + (max(sizes) > 0)
    headers = (len(chunks) - 1) * (pages * _HEADER + _measure_bounds(column, chunks[0]))
    data = sum(size for _, size in parts)
    shared = _guess_shared(column, chunks)
    small = data if data < _SMALL * len(chunks) else 0
    return Estimate(
        int(headers + repeated * shared),
        int(headers - (_measure_widened(column, chunks) if repeated else 0)),
        int(headers + repeated + 0.2 * small),
    )


def _measure_widened(column: ColumnFacts, chunks: Sequence[ChunkFacts]) -> float:
    """Bytes by which the numbers of entries grow at most: a dictionary of all that the chunks have has more of them."""
    values = sum(max(chunk.said.values, 0) for chunk in chunks)
    distinct = guess_distinct(column, chunks, values / len(chunks))
    if distinct is None:
        return 0
    return values * (_count_bits(distinct * len(chunks)) - _count_bits(distinct)) / 8


def _count_bits(entries: float) -> int:
    """Of the number of an entry."""
    return (math.ceil(entries) - 1).bit_length()


def _measure_bounds(column: ColumnFacts, chunk: ChunkFacts) -> int:
    """Bytes of the bounds in the header of a data page, where Arrow writes them twice."""
    writer = column.writer
    is_arrow = writer is not None and writer.application.startswith("parquet-cpp")
    if not is_arrow or not chunk.said.traits & HAS_STATISTICS:
        return 0
    return 2 * (4 + chunk.said.bounds)


def _guess_shared(column: ColumnFacts, chunks: Sequence[ChunkFacts]) -> float:
    """The share of all dictionaries but the largest that is in the others, too."""
    values = sum(max(chunk.said.values, 0) for chunk in chunks) / len(chunks)
    distinct = guess_distinct(column, chunks, values)
    if distinct is None or values <= 1:
        return 0.5
    if distinct >= ALL * values:
        return 0.0
    return _share_by_chance(distinct, values, len(chunks))


@lru_cache(maxsize=256)
def _share_by_chance(distinct: float, values: float, chunks: int) -> float:
    """The same where each chunk draws from one set. Many columns of a file are alike."""
    known = _find_set(distinct, values)
    union = known * -math.expm1(-values * chunks / known)
    repeated = distinct * (chunks - 1)
    return min(max((distinct * chunks - union) / repeated, 0.0), 1.0) if repeated else 0.0


def guess_distinct(
    column: ColumnFacts, chunks: Sequence[ChunkFacts], values: float
) -> float | None:
    """Entries of a dictionary, on average: what remains of a chunk without compression if each value is as wide as a number of so many
    entries needs. None if nothing tells how wide an entry is."""
    width = _find_width(column, chunks)
    if width is None:
        return None
    size = sum(max(chunk.said.uncompressed, 0) for chunk in chunks) / len(chunks)
    for bits in range(_WIDEST):
        entries = (size - values * bits / 8 - 4 * _HEADER) / width
        if entries <= 2**bits:
            return max(entries, 1.0)
    return None


def _find_width(column: ColumnFacts, chunks: Sequence[ChunkFacts]) -> float | None:
    """Bytes of an entry of the dictionary."""
    type_ = column.element.type
    if type_ == Type.BYTE_ARRAY:
        texts = values = 0
        for chunk in chunks:
            if not chunk.said.traits & COUNTS_TEXTS:
                return None
            texts += max(chunk.said.texts, 0)
            values += max(chunk.said.values, 0)
        return 4 + texts / values if values else None
    width = _WIDTHS.get(type_, column.element.type_length or 0) if type_ is not None else 0
    return float(width) if width > 0 else None


def _find_set(distinct: float, values: float) -> float:
    """How many values there are to draw from, if `values` draws find so many `distinct` ones."""
    low, high = distinct, 1e15
    for _ in range(40):
        middle = math.sqrt(low * high)
        if middle * -math.expm1(-values / middle) < distinct:
            low = middle
        else:
            high = middle
    return low

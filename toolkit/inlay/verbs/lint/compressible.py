"""What ZSTD leaves of chunks without a codec, as far as a footer tells: by the type, the bounds and the dictionary of a column."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from inlay.ground.statements.chunk_numbers import DICTIONARY_BITS
from inlay.verbs.lint.column_facts import (
    ChunkFacts,
    ColumnFacts,
    split_size,
)
from inlay.verbs.lint.estimate import Estimate
from parquet_format.parquet import Type


class _Left(NamedTuple):
    """Shares of the bytes that are left, at least, likely, and at most."""

    least: float
    likely: float
    most: float


_INDEXES: Final = _Left(0.02, 0.6, 1.0)
"""Of numbers of a dictionary: packed bits, of which a codec finds what repeats."""
_FLOATS: Final = _Left(0.3, 0.9, 1.0)
_TEXTS: Final = _Left(0.02, 0.3, 1.0)
_OTHERS: Final = _Left(0.05, 0.5, 1.0)
JUDGED_BY_TYPE: Final = frozenset(
    {Type.FLOAT, Type.DOUBLE, Type.BYTE_ARRAY, Type.BOOLEAN, Type.INT96}
)
"""Of all others the bounds tell."""


def guess_compressed(column: ColumnFacts, chunk: ChunkFacts) -> Estimate:
    """Bytes that ZSTD saves of a chunk without a codec. Nothing was tried, so the range is wide."""
    dictionary, data = split_size(chunk)
    values = _guess_left(column, chunk)
    indexed = _INDEXES if chunk.said.encodings & DICTIONARY_BITS else values
    return _guess(dictionary, data, values, indexed)


@lru_cache(maxsize=256)
def _guess(dictionary: int, data: int, values: _Left, indexed: _Left) -> Estimate:
    """Many chunks of a file are alike."""
    return Estimate.between(
        dictionary * (1 - values.most) + data * (1 - indexed.most),
        dictionary * (1 - values.likely) + data * (1 - indexed.likely),
        dictionary * (1 - values.least) + data * (1 - indexed.least),
    )


def _guess_left(column: ColumnFacts, chunk: ChunkFacts) -> _Left:
    """Of values in full."""
    match column.element.type:
        case Type.FLOAT | Type.DOUBLE:
            return _FLOATS
        case Type.BYTE_ARRAY:
            return _TEXTS
        case Type.INT32 | Type.INT64:
            used = _find_used_bits(chunk)
            return _OTHERS if used is None else _Left(0.02, max(used, 0.1), 1.0)
        case Type.FIXED_LEN_BYTE_ARRAY:
            used = _find_used_bytes(chunk)
            return _OTHERS if used is None else _Left(0.02, max(used, 0.1), 1.0)
        case _:
            return _OTHERS


def _find_used_bits(chunk: ChunkFacts) -> float | None:
    """The share of the bits of an integer in which two values of the chunk can differ; None without bounds."""
    statistics = chunk.meta.statistics
    if statistics is None or not statistics.min_value or not statistics.max_value:
        return None
    low, high = (
        int.from_bytes(bound, "little", signed=True)
        for bound in (statistics.min_value, statistics.max_value)
    )
    return min(abs(high - low).bit_length() / (8 * len(statistics.max_value)), 1.0)


def _find_used_bytes(chunk: ChunkFacts) -> float | None:
    """The share of the bytes of a value behind those with which all values of the chunk begin; None without bounds."""
    statistics = chunk.meta.statistics
    if statistics is None or not statistics.min_value or not statistics.max_value:
        return None
    pairs = enumerate(zip(statistics.min_value, statistics.max_value, strict=False))
    length = len(statistics.max_value)
    return 1 - next((at for at, (low, high) in pairs if low != high), length) / length

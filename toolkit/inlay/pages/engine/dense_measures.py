"""What is counted of values only where the file says how many there are: bytes of byte arrays, and distinct values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

import pyarrow as pa
from pyarrow import compute

from inlay.pages.engine.dense_values import DenseChunk

pc: Final[Any] = compute


def measure_pages(chunk: DenseChunk) -> list[int]:
    """The bytes of the byte arrays of each page."""
    sizes = [0] * len(chunk.pages)
    begin = 0
    for piece in chunk.values.chunks:
        end = begin + len(piece)
        if end == begin:
            continue
        measure = _measure_entries(piece) if _is_dictionary(piece) else _measure_arrays(piece)
        for number, (first, count) in enumerate(chunk.spans()):
            low, high = max(first, begin), min(first + count, end)
            if low < high:
                sizes[number] += measure(low - begin, high - begin)
        begin = end
    return sizes


def _is_dictionary(values: Any) -> bool:
    return pa.types.is_dictionary(values.type)


def _measure_arrays(piece: Any) -> Callable[[int, int], int]:
    """Of those from one place up to another. Between two offsets lie all bytes of the arrays between."""
    ends = memoryview(piece.buffers()[1]).cast("i")[piece.offset :]
    return lambda first, end: ends[end] - ends[first]


def _measure_entries(piece: Any) -> Callable[[int, int], int]:
    lengths = pc.binary_length(piece.dictionary)
    indices = piece.indices
    return lambda first, end: pc.sum(lengths.take(indices.slice(first, end - first))).as_py()


def _take_entries(values: pa.ChunkedArray[Any]) -> pa.ChunkedArray[Any]:
    """The entries of a dictionary that are there, each once a piece."""
    pieces: list[Any] = values.chunks
    return pa.chunked_array(
        [piece.dictionary.take(pc.unique(piece.indices)) for piece in pieces], pa.binary()
    )


def count_distinct(values: pa.ChunkedArray[Any]) -> range:
    """From where both zeros are one value, and all NaNs, to where each is what its bits are."""
    if _is_dictionary(values):
        values = _take_entries(values)
    if not pa.types.is_floating(values.type):
        count = len(pc.unique(values))
        return range(count, count + 1)
    bits = pa.int32() if values.type == pa.float32() else pa.int64()
    pieces: list[Any] = values.chunks
    unique = pc.unique(cast(Any, pa).chunked_array([piece.view(bits) for piece in pieces], bits))
    floats = unique.view(values.type)
    nans = pc.sum(pc.is_nan(floats)).as_py() or 0
    zeros = pc.sum(pc.equal(floats, 0)).as_py() or 0
    least = len(unique) - max(nans - 1, 0) - max(zeros - 1, 0)
    return range(least, len(unique) + 1)

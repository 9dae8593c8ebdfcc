"""The bytes of byte arrays, which are counted only where the file says how many there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pyarrow as pa
from pyarrow import compute

from inlay.pages.engine.dense_chunk import DenseChunk

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

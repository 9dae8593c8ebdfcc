"""What is counted of values only where the file says how many there are: bytes of byte arrays, and distinct values."""

from __future__ import annotations

from typing import Any, Final, cast

import pyarrow as pa
from pyarrow import compute

from inlay.pages.engine.dense_values import DenseChunk

pc: Final[Any] = compute


def measure_pages(chunk: DenseChunk) -> list[int]:
    """The bytes of the byte arrays of each page."""
    pieces = [_measure(piece) for piece in chunk.values.chunks]
    lengths = pa.chunked_array(pieces, pa.int32())
    return [
        pc.sum(lengths.slice(first, count)).as_py() if count else 0
        for first, count in chunk.spans()
    ]


def _measure(piece: Any) -> Any:
    if pa.types.is_dictionary(piece.type):
        return pc.binary_length(piece.dictionary).take(piece.indices)
    return pc.binary_length(piece)


def count_distinct(values: pa.ChunkedArray[Any]) -> range:
    """From where both zeros are one value, and all NaNs, to where each is what its bits are."""
    if pa.types.is_dictionary(values.type):
        values = values.cast(pa.binary())
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

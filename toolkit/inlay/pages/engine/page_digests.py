"""What the values of each page are, bit for bit, in as many bytes as a digest has: so two chunks are compared that are not in memory
together, in whatever pieces they come."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from hashlib import sha256
from typing import Any, Final

import pyarrow as pa
from pyarrow import compute

from inlay.pages.engine.dense_chunk import DenseChunk

pc: Final[Any] = compute

_AT_ONCE: Final = 4 << 20
"""Bytes of values that are taken out of a dictionary, or out of bits."""


class PageDigests:
    """Numbers are the same only where their bits are: NaNs and both zeros too. Whether values come as a dictionary makes no difference."""

    name: Hashable = "page digests"

    def __init__(self) -> None:
        self._pages: list[_Digest] = []

    def add(self, run: DenseChunk) -> None:
        goes_on = run.goes_on
        for first, count in run.spans():
            if not goes_on:
                self._pages.append(_Digest())
            for piece in run.values.slice(first, count).chunks:
                self._pages[-1].add(piece)

    @property
    def of_pages(self) -> list[bytes]:
        return [page.digest() for page in self._pages]


class _Digest:
    """Of byte arrays, how long each is and what is in them is digested apart, as neither knows where a piece ends."""

    def __init__(self) -> None:
        self._lengths = sha256()
        self._bytes = sha256()

    def digest(self) -> bytes:
        return self._lengths.digest() + self._bytes.digest()

    def add(self, array: Any) -> None:
        for values in _spell_out(array):
            if pa.types.is_binary(values.type):
                _, offsets, data = values.buffers()
                ends = memoryview(offsets).cast("i")[values.offset :]
                first, end = ends[0], ends[len(values)]
                self._lengths.update(_view_fixed(pc.binary_length(values)))
                self._bytes.update(memoryview(data or b"").cast("B")[first:end])
            else:
                self._bytes.update(_view_fixed(values))


def _view_fixed(values: Any) -> memoryview:
    width = values.type.byte_width
    start = values.offset * width
    return memoryview(values.buffers()[1]).cast("B")[start : start + len(values) * width]


def _spell_out(array: Any) -> Iterator[Any]:
    """Values of whole bytes, some at a time."""
    if not len(array):
        return
    if pa.types.is_dictionary(array.type):
        longest = pc.max(pc.binary_length(array.dictionary)).as_py() or 0
        step = max(_AT_ONCE // (longest + 4), 1)
        for first in range(0, len(array), step):
            yield array.dictionary.take(array.indices.slice(first, step))
    elif pa.types.is_boolean(array.type):
        for first in range(0, len(array), _AT_ONCE):
            yield array.slice(first, _AT_ONCE).cast(pa.uint8())
    else:
        yield array

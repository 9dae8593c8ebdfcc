"""Whether a Bloom filter has every value of its chunk. `blooms.pxi` asks; Python does the same where it is not built."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final

from inlay.ground.values.extremes import read_raw
from inlay.pages.engine.bloom_filter import BLOCK, has_bits
from inlay.pages.engine.dense_chunk import DenseChunk
from inlay.pages.engine.xxh64 import hash_bytes
from inlay_runtime.core import load_native

if TYPE_CHECKING:
    import pyarrow as pa

_native: Any = load_native("inlay.pages.engine.native_pages")

_NOWHERE: Final = -1


def find_absent(
    values: pa.ChunkedArray[Any], blocks: bytes, begin: int, total: int
) -> bytes | None:
    """The bytes of the first value that a filter does not have, in PLAIN encoding without a length; None where it has all.

    `blocks` are some of its `total` ones, from `begin` on: only values of theirs are asked for. Values are physical ones without nulls,
    no booleans; of a dictionary those that are used.
    """
    return _find_among(values, _align(blocks), begin, total)


class AbsentValue:
    """The same of runs, which `absent` is then. Of the filter, which has `total` blocks, `read` gives those from `begin` on: they are in
    memory while runs are added."""

    def __init__(self, read: Callable[[], bytes], begin: int, total: int) -> None:
        self._read = read
        self._begin = begin
        self._total = total
        self._blocks: memoryview | None = None
        self.absent: bytes | None = None

    @property
    def name(self) -> Hashable:
        return AbsentValue, self._begin

    def add(self, run: DenseChunk) -> None:
        if self.absent is None:
            if self._blocks is None:
                self._blocks = _align(self._read())
            self.absent = _find_among(run.values, self._blocks, self._begin, self._total)

    def forget_blocks(self) -> None:
        self._blocks = None


def _find_among(
    values: pa.ChunkedArray[Any], held: memoryview, begin: int, total: int
) -> bytes | None:
    import pyarrow as pa
    from pyarrow import compute

    pc: Any = compute
    for piece in values.chunks:
        asked: Any = piece
        if pa.types.is_dictionary(asked.type):
            asked = asked.dictionary.take(pc.unique(asked.indices))
        at = _find_in(asked, held, begin, total)
        if at >= 0:
            return read_raw(asked)(at)
    return None


def _align(blocks: bytes) -> memoryview:
    """A copy in memory where no block lies in two lines of the cache, which costs less than asking those that do."""
    import pyarrow as pa

    room = memoryview(pa.allocate_buffer(len(blocks))).cast("B")
    room[:] = blocks
    return room


def _find_in(array: Any, blocks: memoryview, begin: int, total: int) -> int:
    import pyarrow as pa

    if _native is None or not len(array):
        return find_slowly(array, blocks, begin, total)
    first, count = array.offset, len(array)
    if pa.types.is_binary(array.type):
        _, offsets, data = array.buffers()
        at = _native.find_absent(data or b"", offsets, 1, first, count, blocks, begin, total)
    else:
        data, width = array.buffers()[1], array.type.byte_width
        at = _native.find_absent(data, None, width, first, count, blocks, begin, total)
    return int(at) - first if at >= 0 else _NOWHERE


def find_slowly(array: Any, blocks: memoryview, begin: int, total: int) -> int:
    """The place of the first, or -1."""
    raw_at = read_raw(array)
    for at in range(len(array)):
        hashed = hash_bytes(raw_at(at))
        block = ((hashed >> 32) * total >> 32) - begin
        start = block * BLOCK
        if 0 <= start < len(blocks) and not has_bits(bytes(blocks[start : start + BLOCK]), hashed):
            return at
    return _NOWHERE

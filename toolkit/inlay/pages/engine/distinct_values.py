"""How many distinct values a chunk has, in memory that does not grow with them.

A value is told by 64 bits of its hash: those of numbers of four and eight bytes are never the same. Of more values than there is room for,
those are counted that lie in a part of all hashes, and the other parts later, each by another look at all values. Hashes are
multiplied by a number that nobody knows: so no file is made in which all of them lie in one part, or behind each other.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from secrets import randbits
from typing import Any, Final, NamedTuple, cast

import pyarrow as pa
from pyarrow import compute

from inlay.pages.engine.chunk_values import ChunkValues
from inlay.pages.engine.dense_chunk import DenseChunk
from inlay.pages.engine.xxh64 import hash_bytes
from inlay_runtime.core import load_native

_native: Any = load_native("inlay.pages.engine.native_pages")
pc: Final[Any] = compute

_BITS: Final = 64
_MASK: Final = (1 << _BITS) - 1

MOST: Final = 1 << 20
"""Hashes in memory: 16 MiB."""


def count_distinct(values: ChunkValues) -> range:
    """From where both zeros are one value, and all NaNs, to where each is what its bits are."""
    multiplier = values.find(Multiplier()).number
    most = _count(values, multiplier, only_nans=False)
    zeros = len(values.find(Zeros()).found)
    nans = _count(values, multiplier, only_nans=True)
    return range(most - max(nans - 1, 0) - max(zeros - 1, 0), most + 1)


def list_looks_at_distinct() -> list[Multiplier | DistinctValues | Zeros]:
    """Those that `count_distinct` takes first."""
    multiplier = Multiplier()
    whole = HashPart(0, 0)
    return [
        multiplier,
        DistinctValues(whole, multiplier.number, only_nans=False),
        DistinctValues(whole, multiplier.number, only_nans=True),
        Zeros(),
    ]


def _count(values: ChunkValues, multiplier: int, *, only_nans: bool) -> int:
    left = [HashPart(0, 0)]
    count = 0
    while left:
        part = left.pop()
        distinct = values.find(DistinctValues(part, multiplier, only_nans=only_nans))
        distinct.forget_hashes()
        count += distinct.count
        left += distinct.list_left()
    return count


class HashPart(NamedTuple):
    """Hashes of which the highest `bits` are `first`."""

    bits: int
    first: int


class DistinctValues:
    """Those of a part; where it has too many, those of the first part of it that has few enough."""

    def __init__(self, part: HashPart, multiplier: int, *, only_nans: bool) -> None:
        self._part = part
        self._only_nans = only_nans
        make = SlowHashes if _native is None else _native.DistinctHashes
        self._hashes: Any = make(part.bits, part.first, multiplier, MOST)
        self._bits = self.count = 0

    @property
    def name(self) -> Hashable:
        return DistinctValues, self._part, self._only_nans

    def forget_hashes(self) -> None:
        """But how many there are: all values were added."""
        if self._hashes is not None:
            self.count, self._bits = self._hashes.count, self._hashes.bits
            self._hashes = None

    def list_left(self) -> Iterator[HashPart]:
        """The parts that are not counted."""
        first = self._part.first
        for bits in range(self._part.bits + 1, self._bits + 1):
            first *= 2
            yield HashPart(bits, first + 1)

    def add(self, run: DenseChunk) -> None:
        if self._only_nans and not pa.types.is_floating(run.values.type):
            return
        for piece in cast("list[Any]", run.values.chunks):
            self._add(piece)

    def _add(self, array: Any) -> None:
        if pa.types.is_dictionary(array.type):
            array = array.dictionary.take(pc.unique(array.indices))
        elif pa.types.is_boolean(array.type):
            array = pc.unique(array).cast(pa.uint8())
        elif self._only_nans:
            array = array.filter(pc.is_nan(array))
        if not len(array):
            return
        if pa.types.is_binary(array.type):
            _, offsets, data = array.buffers()
            self._hashes.add(data or b"", offsets, 1, array.offset, len(array))
        else:
            data, width = array.buffers()[1], array.type.byte_width
            self._hashes.add(data, None, width, array.offset, len(array))


class SlowHashes:
    """What `distinct_hashes.pxi` does."""

    def __init__(self, bits: int, first: int, multiplier: int, most: int) -> None:
        self.bits = bits
        self._first = first
        self._multiplier = multiplier
        self._most = most
        self._there: set[int] = set()

    @property
    def count(self) -> int:
        return len(self._there)

    def add(
        self,
        values: pa.Buffer | bytes,
        offsets: pa.Buffer | None,
        width: int,
        first: int,
        count: int,
    ) -> None:
        """Of `width` bytes, or byte arrays by their offsets."""
        view = memoryview(values)
        ends = memoryview(offsets).cast("i") if offsets is not None else None
        for at in range(first, first + count):
            low, high = (at * width, (at + 1) * width) if ends is None else ends[at : at + 2]
            hashed = hash_bytes(bytes(view[low:high])) * self._multiplier & _MASK
            if self._is_in_part(hashed):
                self._there.add(hashed)
                while len(self._there) > self._most:
                    self.bits += 1
                    self._first *= 2
                    self._there = set(filter(self._is_in_part, self._there))

    def _is_in_part(self, hashed: int) -> bool:
        return hashed >> (_BITS - self.bits) == self._first


class Zeros:
    """Which of both there are, by their bits, among numbers that have both."""

    name: Hashable = "zeros"

    def __init__(self) -> None:
        self.found: set[int] = set()

    def add(self, run: DenseChunk) -> None:
        if len(self.found) == 2 or not pa.types.is_floating(run.values.type):
            return
        for piece in cast("list[Any]", run.values.chunks):
            bits = pa.int32() if piece.type == pa.float32() else pa.int64()
            self.found.update(pc.unique(piece.filter(pc.equal(piece, 0)).view(bits)).to_pylist())


class Multiplier:
    """By which all looks at one chunk multiply."""

    name: Hashable = "multiplier"

    def __init__(self) -> None:
        self.number = randbits(_BITS) | 1

    def add(self, run: DenseChunk) -> None:
        """Of values it needs nothing."""

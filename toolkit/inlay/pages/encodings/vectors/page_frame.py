"""The frame of a page of vectors.

    three bytes, of which one is the logarithm of a vector's size | number of values | where each vector begins | vectors

Offsets count from where they begin themselves. Each vector begins where the one before ends, and nothing follows the last.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from inlay.ground.wording import amounts
from inlay.pages.encodings.vectors.errors import VectorError
from inlay.pages.encodings.vectors.place import VectorPlace

VECTOR: Final = 1024
"""Values of each vector that is written, but for the last of a page."""

HEAD: Final = struct.Struct("<3BI")

_SMALLEST: Final = 3
_LARGEST: Final = 15

Header = TypeVar("Header")
"""What a vector begins with, as its encoding has it."""


class Mark(NamedTuple):
    """A byte of the head that is the same on all pages of an encoding."""

    at: int
    name: str
    value: int
    meaning: str


@dataclass(frozen=True)
class PageFrame:
    """The first three bytes of the head, in which encodings differ."""

    logarithm_at: int
    marks: tuple[Mark, Mark]

    def build_head(self, count: int) -> bytes:
        """For a page of `count` values."""
        first = bytearray(3)
        first[self.logarithm_at] = VECTOR.bit_length() - 1
        for mark in self.marks:
            first[mark.at] = mark.value
        return HEAD.pack(*first, count)

    def build_page(self, count: int, vectors: Sequence[bytes]) -> bytes:
        """A page of `count` values in these vectors."""
        offsets = array("I")
        at = 4 * len(vectors)
        for vector in vectors:
            offsets.append(at)
            at += len(vector)
        packed = struct.pack(f"<{len(offsets)}I", *offsets)
        return b"".join((self.build_head(count), packed, *vectors))


class PlacedVector(NamedTuple, Generic[Header]):
    """A vector whose header has been read, and is known to end in the page."""

    place: VectorPlace
    header: Header


def split_page(
    data: memoryview,
    count: int,
    frame: PageFrame,
    read_header: Callable[[VectorPlace], tuple[Header, int]],
) -> list[PlacedVector[Header]]:
    """The vectors of a page of `count` values. `read_header` gives a header, and the bytes of the whole vector.

    Raises VectorError; nothing is allocated for values before the sizes of all vectors are known to fit the page.
    """
    size, offsets = _read_head(data, count, frame)
    placed: list[PlacedVector[Header]] = []
    at = HEAD.size + 4 * len(offsets)
    for vector, offset in enumerate(offsets):
        start = HEAD.size + offset
        if start != at:
            what = (
                f"the offset of a vector leads to byte {start:,}, and the one before ends at {at:,}"
            )
            raise VectorError(what, HEAD.size + 4 * vector, vector)
        place = VectorPlace(data, at, vector, min(size, count - vector * size))
        header, taken = read_header(place)
        placed.append(PlacedVector(place, header))
        at += taken
    if at != len(data):
        raise VectorError(
            f"{amounts.count(len(data) - at, 'byte follows', 'bytes follow')} the last vector", at
        )
    return placed


def _read_head(data: memoryview, count: int, frame: PageFrame) -> tuple[int, Sequence[int]]:
    """The size of a vector, and the offsets."""
    if len(data) < HEAD.size:
        raise VectorError(f"a page begins with {HEAD.size} bytes, {len(data)} are there", 0)
    *first, elements = HEAD.unpack_from(data)
    for mark in frame.marks:
        if first[mark.at] != mark.value:
            what = f"{mark.name} {first[mark.at]}, and only {mark.value} ({mark.meaning}) is known"
            raise VectorError(what, mark.at)
    logarithm = first[frame.logarithm_at]
    if not _SMALLEST <= logarithm <= _LARGEST:
        what = f"vectors of 2**{amounts.count(logarithm, 'number')}, and 2**{_SMALLEST} to 2**{_LARGEST} are allowed"
        raise VectorError(what, frame.logarithm_at)
    if elements != count:
        raise VectorError(
            f"{amounts.count(elements, 'number')}, and the page has {amounts.count(count, 'value')}",
            3,
        )
    size = 1 << logarithm
    vectors = -(-count // size)
    if 4 * vectors > len(data) - HEAD.size:
        left = len(data) - HEAD.size
        what = f"{amounts.count(vectors, 'offset needs', 'offsets need')} {amounts.count(4 * vectors, 'byte')}, {left:,} are left"
        raise VectorError(what, HEAD.size)
    return size, struct.unpack_from(f"<{vectors}I", data, HEAD.size)

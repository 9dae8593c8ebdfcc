"""A vector: up to `2**15` integers, or their differences, as PforEncoding.md lays it out."""

from __future__ import annotations

import struct
from array import array
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from inlay.pages.encodings.pfor.integer_kind import IntegerKind, Integers
from inlay.pages.encodings.pfor.window import choose_window
from inlay.pages.encodings.vectors.packed_integers import (
    join_integers,
    measure_integers,
    patch,
    unpack_integers,
)
from inlay.pages.encodings.vectors.place import VectorPlace
from inlay.pages.encodings.vectors.samples import take_sample

DIFFERENCES: Final = 0x80
"""Of the byte with the width: the vector holds differences, and its first value stands behind the header."""


class PforHeader(NamedTuple):
    """What a vector begins with."""

    frame: int
    width: int
    num_exceptions: int
    first: int | None
    """Where differences follow, the first value."""


def encode_vector(integers: Integers, kind: IntegerKind) -> bytes:
    """As differences where that makes it smaller, which a sample of them has to promise. The first of them is 0."""
    window = choose_window(integers, kind.size)
    steps = (kind.wrap(later - former) for former, later in pairwise(integers))
    differences = memoryview(array(kind.code, [0, *steps]))
    sample = take_sample(differences)
    if choose_window(sample, kind.size).bits * len(integers) < window.bits * len(sample):
        other = choose_window(differences, kind.size)
        if other.bits + kind.bits < window.bits:
            first = struct.pack(f"<{kind.code}", integers[0])
            return _pack(differences, other.frame, other.width, first, kind)
    return _pack(integers, window.frame, window.width, b"", kind)


def _pack(integers: Integers, frame: int, width: int, first: bytes, kind: IntegerKind) -> bytes:
    deltas = [kind.unsign(integer - frame) for integer in integers]
    positions = [at for at, delta in enumerate(deltas) if delta >> width]
    for position in positions:
        deltas[position] = 0
    flagged = width | (DIFFERENCES if first else 0)
    header = struct.pack(f"<{kind.code}BH", frame, flagged, len(positions))
    return header + first + join_integers(deltas, width, positions, integers.cast("B"), kind.size)


def read_header(place: VectorPlace, kind: IntegerKind) -> tuple[PforHeader, int]:
    """The header, and the bytes of the vector. Raises VectorError, also where the vector would not end in the page."""
    size = kind.header_size
    place.check_header(size)
    frame, flagged, num_exceptions = struct.unpack_from(f"<{kind.code}BH", place.data, place.at)
    width = flagged & ~DIFFERENCES
    place.check_width(width, kind.bits, kind.size)
    place.check_exceptions(num_exceptions, kind.size + 1)
    first: int | None = None
    if flagged & DIFFERENCES:
        place.check_header(size + kind.size)
        (first,) = struct.unpack_from(f"<{kind.code}", place.data, place.at + size)
        size += kind.size
    size += measure_integers(width, place.count, num_exceptions, kind.size)
    place.check_size(size)
    return PforHeader(frame, width, num_exceptions, first), size


def decode_vector(place: VectorPlace, header: PforHeader, kind: IntegerKind) -> array[int]:
    """Integers of a vector whose header has been read. Raises VectorError for an exception where no integer is."""
    behind = kind.header_size + (0 if header.first is None else kind.size)
    deltas = unpack_integers(place, behind, header.width)
    integers = array(kind.code, [kind.wrap(header.frame + delta) for delta in deltas])
    bits = memoryview(integers).cast("B")
    patch(bits, place, behind, header.width, header.num_exceptions, kind.size)
    if header.first is None:
        return integers
    sums = accumulate(integers, initial=header.first)
    next(sums)
    return array(kind.code, map(kind.wrap, sums))

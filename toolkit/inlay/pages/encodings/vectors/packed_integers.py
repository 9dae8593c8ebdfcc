"""The integers of a vector, packed, and the exceptions that stand in the place of some."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

from inlay.ground.wording import amounts
from inlay.pages.encodings.vectors.place import VectorPlace
from inlay_runtime.packed import pack, stream_size


def measure_integers(width: int, count: int, exceptions: int, size: int) -> int:
    """Bytes of `count` integers of `width` bits and so many exceptions, values of `size` bytes each."""
    return stream_size(width, count) + exceptions * (2 + size)


def join_integers(
    integers: Sequence[int], width: int, positions: Sequence[int], values: memoryview, size: int
) -> bytes:
    """Integers, then positions, then the values at these positions, which are copied: a float of Python is no place for a
    signalling NaN."""
    exceptions = b"".join(bytes(values[size * at : size * (at + 1)]) for at in positions)
    return pack(integers, width) + struct.pack(f"<{len(positions)}H", *positions) + exceptions


def unpack_integers(place: VectorPlace, behind: int, width: int) -> Iterator[int]:
    """The integers of a vector, which begin so far behind it."""
    start = place.at + behind
    end = start + stream_size(width, place.count)
    whole = int.from_bytes(place.data[start:end], "little")
    mask = (1 << width) - 1
    return (whole >> index * width & mask for index in range(place.count))


def patch(
    values: memoryview, place: VectorPlace, behind: int, width: int, exceptions: int, size: int
) -> None:
    """Puts the exceptions, which follow the integers, into `values`. Raises VectorError where no number is."""
    start = behind + stream_size(width, place.count)
    positions = struct.unpack_from(f"<{exceptions}H", place.data, place.at + start)
    at = place.at + start + 2 * exceptions
    for index, position in enumerate(positions):
        if position >= place.count:
            what = f"an exception is at position {position:,}, and the vector has {amounts.count(place.count, 'number')}"
            raise place.refuse(what, start + 2 * index)
        exception = place.data[at + index * size : at + (index + 1) * size]
        values[position * size : (position + 1) * size] = exception

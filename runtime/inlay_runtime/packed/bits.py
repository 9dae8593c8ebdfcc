"""Integers of one width, packed: value i has the bits from `i * width`, the lowest bit of a byte first.

`docs/packed.md` has the rules. What is here is the specification of `inlay_runtime.native.packed`, which leaves all that
breaks a rule to it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from inlay_runtime import amounts
from inlay_runtime.core import load_native
from inlay_runtime.errors import InvalidValueError, TruncatedError

Buffer: TypeAlias = "bytes | bytearray | memoryview | array[int]"

Runs: TypeAlias = "Sequence[tuple[int, int]]"
"""Positions that are asked for: (first, how many), one run after the other."""

WIDEST: Final = 64
MOST: Final = (1 << 31) - 1
"""Values of one array: Thrift counts them in an i32."""

_AT_ONCE: Final = 512


def native_function(name: str) -> Callable[..., Any] | None:
    """A kernel of `inlay_runtime.native.packed`; all of them give None for what is left to Python."""
    compiled = load_native("inlay_runtime.native.packed")
    function: Callable[..., Any] | None = None if compiled is None else getattr(compiled, name)
    return function


native_take = native_function("take")
native_pack = native_function("pack")
native_value = native_function("value_at")
native_are_streams = native_function("are_streams")
native_find_disorder = native_function("find_disorder")


class PackedBits(NamedTuple):
    """`length` values of `width` bits each, from byte `start` of a buffer."""

    start: int
    width: int
    length: int

    @property
    def end(self) -> int:
        """The byte behind the last one."""
        return self.start + stream_size(self.width, self.length)


def stream_size(width: int, count: int) -> int:
    """The bytes of `count` values of `width` bits."""
    return (width * count + 7) // 8


def width_of(largest: int) -> int:
    """The fewest bits that hold every value up to `largest`; 0 for 0."""
    return largest.bit_length()


def packed_bits(buffer: Buffer, start: int, end: int, width: int, count: int) -> PackedBits:
    """The stream of `count` values from byte `start`, which has to end by `end`. Raises InvalidValueError for a width
    over 64, a count that no array has, and a bit that is set behind the last value; TruncatedError for too few bytes.
    """
    if not 0 <= width <= WIDEST:
        raise InvalidValueError(
            f"values of {amounts.count(width, 'bit')}, and 0 to {WIDEST} are allowed", start
        )
    if not 0 <= count <= MOST + 1:
        raise InvalidValueError(f"{count} packed values, and 0 to {MOST} are allowed", start)
    stream = PackedBits(start, width, count)
    if stream.end > end:
        needed = stream_size(width, count)
        raise TruncatedError(
            f"{amounts.count(count, 'value')} of {amounts.count(width, 'bit')} need {amounts.count(needed, 'byte')}, {amounts.count(end - start, 'is left', 'are left')}",
            start,
        )
    used = width * count & 7
    if used and buffer[stream.end - 1] >> used:
        raise InvalidValueError("bits behind the last packed value are set", stream.end - 1)
    return stream


def packed_streams(buffer: Buffer, places: Sequence[tuple[int, int, int, int]]) -> list[PackedBits]:
    """Streams that are all of their places: each has a start, an end, a width and a length. Raises as `packed_bits`, and
    InvalidValueError for bytes behind the last value."""
    if native_are_streams is None or not native_are_streams(buffer, places):
        for start, end, width, length in places:
            stream = packed_bits(buffer, start, end, width, length)
            if stream.end != end:
                what = f"{amounts.count(end - stream.end, 'byte follows', 'bytes follow')} the last packed value"
                raise InvalidValueError(what, stream.end)
    return [PackedBits(start, width, length) for start, _, width, length in places]


def value_at(buffer: Buffer, stream: PackedBits, index: int) -> int:
    """One value. Nothing is checked but by `packed_bits`, and `index` is below the length."""
    if native_value is not None:
        value: int | None = native_value(buffer, stream, index)
        if value is not None:
            return value
    bit = index * stream.width
    first = stream.start + (bit >> 3)
    last = stream.start + (bit + stream.width + 7 >> 3)
    whole = int.from_bytes(bytes(buffer[first:last]), "little") >> (bit & 7)
    return whole & (1 << stream.width) - 1


def values_of(buffer: Buffer, stream: PackedBits, first: int, count: int) -> list[int]:
    """`count` values from position `first` on."""
    values: list[int] = []
    width, mask = stream.width, (1 << stream.width) - 1
    for at in range(first, first + count, _AT_ONCE):
        many = min(_AT_ONCE, first + count - at)
        begin, end = at * width, (at + many) * width
        data = buffer[stream.start + (begin >> 3) : stream.start + (end + 7 >> 3)]
        whole = int.from_bytes(bytes(data), "little") >> (begin & 7)
        values += [whole >> shift & mask for shift in range(0, many * width, width or 1)][:many]
        values += [0] * (0 if width else many)
    return values


def take(
    buffer: Buffer, streams: Sequence[PackedBits], runs: Runs, sizes: Sequence[int]
) -> list[bytes]:
    """The values at the same positions of several streams, each as signed little-endian integers of 4 or 8 bytes.

    Raises InvalidValueError for a position behind the end of a stream, and for a value that such an integer cannot have.
    """
    if native_take is not None:
        taken: list[bytes] | None = native_take(buffer, streams, runs, sizes)
        if taken is not None:
            return taken
    return [
        signed(numbers(buffer, stream, runs), size, stream)
        for stream, size in zip(streams, sizes, strict=True)
    ]


def numbers(buffer: Buffer, stream: PackedBits, runs: Runs) -> list[int]:
    """The same of one stream, as Python's integers. Raises InvalidValueError for a position behind its end."""
    values: list[int] = []
    for first, count in runs:
        if first < 0 or count < 0 or first + count > stream.length:
            what = f"values {first} to {first + count} of {stream.length} packed ones"
            raise InvalidValueError(what, stream.start)
        values += values_of(buffer, stream, first, count)
    return values


def signed(values: Iterable[int], size: int, stream: PackedBits) -> bytes:
    """Little-endian integers of `size` bytes. Raises InvalidValueError for one that they cannot have."""
    out = bytearray()
    for value in values:
        if value >> 8 * size - 1:
            what = f"the packed value {value} does not fit a signed integer of {8 * size} bits"
            raise InvalidValueError(what, stream.start)
        out += value.to_bytes(size, "little")
    return bytes(out)


def check_order(buffer: Buffer, stream: PackedBits, *, strictly: bool, below: int) -> None:
    """Raises InvalidValueError unless each value is at least the one before (more, where `strictly`) and under `below`."""
    if native_find_disorder is not None:
        at: int | None = native_find_disorder(buffer, stream, strictly, below)
        if at == stream.length:
            return
    previous = -1
    for index, value in enumerate(values_of(buffer, stream, 0, stream.length)):
        place = stream.start + (index * stream.width >> 3)
        if value >= below:
            raise InvalidValueError(f"the packed value {value} is not below {below}", place)
        if value < previous or (strictly and value == previous):
            order = "strictly increasing" if strictly else "in order"
            what = f"packed values have to be {order}, and {value} follows {previous}"
            raise InvalidValueError(what, place)
        previous = value


def pack(values: Sequence[int] | array[int], width: int) -> bytes:
    """The stream of these values, each of which has at most `width` bits; an array of "Q" is packed natively."""
    if native_pack is not None and isinstance(values, array) and values.typecode == "Q":
        packed: bytes | None = native_pack(values, width)
        if packed is not None:
            return packed
    out = bytearray()
    step = 8 * _AT_ONCE
    for at in range(0, len(values), step):
        whole = 0
        part = values[at : at + step]
        for index, value in enumerate(part):
            if value >> width:
                raise ValueError(f"{value} does not fit {amounts.count(width, 'bit')}")
            whole |= value << index * width
        out += whole.to_bytes(stream_size(width, len(part)), "little")
    return bytes(out)

"""DELTA_BINARY_PACKED of Parquet: the first value, then blocks of differences, packed above the smallest of their block.

block size, miniblocks in a block, number of values, first value
for each block: smallest difference, a width for each miniblock, the miniblocks
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from inlay_runtime.compact.varint import unsigned, zigzag
from inlay_runtime.errors import InvalidValueError, TruncatedError
from inlay_runtime.packed.bits import Buffer, PackedBits, native_function, pack, values_of, width_of

native_deltas = native_function("unpack_deltas")
native_rising = native_function("is_rising")

BLOCK: Final = 128
MINIBLOCKS: Final = 4
_MASK: Final = (1 << 64) - 1
_LONGEST_VARINT: Final = 10


def decode_deltas(buffer: Buffer, start: int, end: int, count: int) -> bytes:
    """The `count` values that lie from `start` to `end`, as little-endian int64.

    Strict: a block is a multiple of 128 values and a miniblock of 32; what is declared has to be there, and nothing behind
    it; widths of miniblocks that hold no value are 0, and values behind the last one of a miniblock are 0. Sums wrap, as
    the text says. Raises InvalidValueError and TruncatedError.
    """
    if native_deltas is not None:
        decoded: bytes | None = native_deltas(buffer, start, end, count)
        if decoded is not None:
            return decoded
    size, at = _varint(buffer, start, end)
    parts, at = _varint(buffer, at, end)
    total, at = _varint(buffer, at, end)
    value, at = _varint(buffer, at, end)
    if (
        not size
        or size % BLOCK
        or size > 1 << 31
        or not parts
        or size % parts
        or size // parts % 32
    ):
        what = f"blocks of {size} values in {parts} miniblocks: multiples of 128, and of 32 in a miniblock"
        raise InvalidValueError(what, start)
    if total != count:
        raise InvalidValueError(f"{total} delta-packed values, and {count} are declared", start)
    value = value >> 1 ^ -(value & 1)
    values = [value & _MASK] if count else []
    while len(values) < count:
        smallest, at = _varint(buffer, at, end)
        smallest = smallest >> 1 ^ -(smallest & 1)
        if parts > end - at:
            raise TruncatedError(f"{parts} widths of miniblocks, {end - at} bytes are left", at)
        widths = bytes(buffer[at : at + parts])
        at += parts
        for width in widths:
            at = _read_miniblock(buffer, at, end, width, size // parts, count, smallest, values)
    if at != end:
        raise InvalidValueError(f"{end - at} bytes follow the delta-packed values", at)
    return b"".join(value.to_bytes(8, "little") for value in values)


def count_deltas(buffer: Buffer, start: int, end: int) -> int:
    """How many values are declared there; few bytes may declare many. Raises InvalidValueError and TruncatedError."""
    _, at = _varint(buffer, start, end)
    _, at = _varint(buffer, at, end)
    count, _ = _varint(buffer, at, end)
    return count


def _read_miniblock(
    buffer: Buffer,
    at: int,
    end: int,
    width: int,
    size: int,
    count: int,
    smallest: int,
    values: list[int],
) -> int:
    """Where it ends; its values go to `values`."""
    left = count - len(values)
    if width > 64 or (width and not left):
        allowed = "0 to 64" if left else "0"
        raise InvalidValueError(f"a miniblock of {width} bits, and {allowed} are allowed", at)
    stream = PackedBits(at, width, size)
    if stream.end > end:
        what = f"{size} values of {width} bits need {stream.end - at} bytes, {end - at} are left"
        raise TruncatedError(what, at)
    differences = values_of(buffer, stream, 0, size) if width else [0] * min(left, size)
    if any(differences[left:]):
        raise InvalidValueError("values behind the last one of a miniblock are not 0", at)
    for difference in differences[:left]:
        values.append(values[-1] + smallest + difference & _MASK)
    return stream.end


def is_rising(values: bytes) -> bool:
    """Whether little-endian int64 values, of which none is negative, rise strictly."""
    if native_rising is not None:
        rising: bool = native_rising(values)
        return rising
    numbers = memoryview(values).cast("q")
    return not len(numbers) or (
        numbers[0] >= 0 and all(before < after for before, after in pairwise(numbers))
    )


def encode_deltas(values: Sequence[int]) -> bytes:
    """Values of 64 bits, in blocks of 128 with four miniblocks; one block and one miniblock where all are equal."""
    differences = [after - before for before, after in pairwise(values)]
    is_constant = not any(differences)
    size = -(-max(1, len(differences)) // BLOCK) * BLOCK if is_constant else BLOCK
    parts = 1 if is_constant else MINIBLOCKS
    out = bytearray(unsigned(size) + unsigned(parts) + unsigned(len(values)))
    out += unsigned(zigzag(values[0] if values else 0))
    for at in range(0, len(differences), size):
        block = differences[at : at + size]
        smallest = min(block)
        above = [difference - smallest for difference in block] + [0] * (size - len(block))
        miniblocks = [above[at : at + size // parts] for at in range(0, size, size // parts)]
        widths = [width_of(max(miniblock)) for miniblock in miniblocks]
        out += unsigned(zigzag(smallest)) + bytes(widths)
        for miniblock, width in zip(miniblocks, widths, strict=True):
            out += pack(miniblock, width)
    return bytes(out)


def _varint(buffer: Buffer, at: int, end: int) -> tuple[int, int]:
    """An unsigned varint of at most 64 bits, and where it ends."""
    value = 0
    for index in range(_LONGEST_VARINT):
        if at + index >= end:
            raise TruncatedError("a varint is cut short", at)
        byte = buffer[at + index]
        value |= (byte & 0x7F) << 7 * index
        if byte < 0x80:
            if value > _MASK:
                break
            return value, at + index + 1
    raise InvalidValueError("a varint of more than 64 bits", at)

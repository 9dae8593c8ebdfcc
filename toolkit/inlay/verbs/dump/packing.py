"""Values of the text as the bytes that they stand for. Each function raises ValueError, with the reason, for what does not fit.

A `width` is the number of bytes that the text asks for, where it is more than the fewest.
"""

from __future__ import annotations

import struct
from typing import Final

from inlay.ground.wording import amounts
from inlay.verbs.dump.flatbuffer import NUMBERS
from inlay_runtime.compact.varint import unsigned, zigzag

LONGEST: Final = 10
"""Bytes of a varint."""


def pack_varint(value: int, width: int | None = None) -> bytes:
    """A number that is not negative."""
    if value < 0:
        raise ValueError(f"{value} is negative, and lengths and counts are not")
    data = unsigned(value)
    width = len(data) if width is None else width
    if not len(data) <= width <= LONGEST:
        raise ValueError(
            f"{value} takes {amounts.count(len(data), 'byte')}, and a varint at most {LONGEST}"
        )
    if width == len(data):
        return data
    return data[:-1] + bytes([data[-1] | 0x80]) + bytes([0x80]) * (width - len(data) - 1) + b"\0"


def pack_integer(value: int, width: int | None = None) -> bytes:
    """An i16, i32 or i64, of any size: a varint of its zigzag."""
    return pack_varint(zigzag(value), width)


def pack_i8(value: int, _width: int | None = None) -> bytes:
    return pack_number(value, kind="int8")


def pack_bool(value: int, _width: int | None = None) -> bytes:
    """An element; 1 is true, and 2 is false."""
    return pack_number(value, kind="uint8")


def pack_number(value: float, _width: int | None = None, *, kind: str) -> bytes:
    """A number of a fixed width, little-endian."""
    try:
        return NUMBERS[kind].pack(value)
    except (struct.error, OverflowError):
        raise ValueError(f"{value} does not fit {kind}") from None


def pack_field_header(field_id: int, wire_type: int, last_id: int, width: int | None) -> bytes:
    """The header of a field behind the one with `last_id`."""
    delta = field_id - last_id
    if 0 < delta < 16 and width in (None, 1):
        return bytes([delta << 4 | wire_type])
    if width == 1:
        raise ValueError("a header of one byte holds an id that is 1 to 15 above the one before")
    return bytes([wire_type]) + pack_integer(field_id, width and width - 1)


def pack_list_header(count: int, element: int, width: int | None) -> bytes:
    """The header of a list or set."""
    if count < 15 and width in (None, 1):
        return bytes([count << 4 | element])
    if width == 1:
        raise ValueError("a header of one byte holds a count of up to 14")
    return bytes([0xF0 | element]) + pack_varint(count, width and width - 1)


def pack_map_header(count: int, types: int, width: int | None) -> bytes:
    """The header of a map; `types` are those of keys and values, in four bits each."""
    return pack_varint(count, width) + (bytes([types]) if count else b"")

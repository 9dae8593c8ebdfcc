"""A struct of Thrift that takes more bytes than it needs: behind its fields stands one that nobody knows, and every reader skips."""

from __future__ import annotations

from typing import Final

_HEADER: Final = bytes([0x08, 0xFC, 0xFF, 0x03])
"""Of field 32766, binary, with its id written out. 32767 is the slot of extensions."""

_EMPTY: Final = _HEADER + b"\0"


def pad_struct(struct: bytes, size: int) -> bytes:
    """The struct, whose last byte is its stop, in `size` bytes; as it is where that leaves no room for the field."""
    room = size - len(struct)
    if room < len(_EMPTY):
        return struct
    field = _field_of(room)
    if not field:  # one byte more than fits the shorter length, and one less than fits the longer
        field = _EMPTY_AT_32765 + _field_of(room - len(_EMPTY_AT_32765))
    return struct[:-1] + field + struct[-1:]


_EMPTY_AT_32765: Final = bytes([0x08, 0xFA, 0xFF, 0x03, 0])


def _field_of(size: int) -> bytes:
    """Of exactly so many bytes; none where no content has them."""
    for digits in range(1, 6):
        content = size - len(_HEADER) - digits
        length = _varint(content) if content >= 0 else b""
        if len(length) == digits:
            return _HEADER + length + bytes(content)
    return b""


def _varint(number: int) -> bytes:
    data = bytearray()
    while number > 0x7F:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*data, number])

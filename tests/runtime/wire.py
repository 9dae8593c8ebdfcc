"""Compact-protocol bytes put together by hand, from the protocol's specification alone.

Nothing here comes from `inlay_runtime`: these are the bytes that its tests hold it against.
"""

from __future__ import annotations

import struct as _struct
from typing import Final, NamedTuple

STOP: Final = 0
TRUE: Final = 1
FALSE: Final = 2
I8: Final = 3
I16: Final = 4
I32: Final = 5
I64: Final = 6
DOUBLE: Final = 7
BINARY: Final = 8
LIST: Final = 9
SET: Final = 10
MAP: Final = 11
STRUCT: Final = 12
UUID: Final = 13

SPEC_ID: Final = -16384
ZIGZAG_ID: Final = 32767
SPEC_HEADER: Final = bytes.fromhex("08ffff01")
ZIGZAG_HEADER: Final = bytes.fromhex("08feff03")


class Field(NamedTuple):
    """A field: its id and wire type, and the bytes of its value."""

    id: int
    type: int
    value: bytes = b""


def uleb(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(0x80 | value & 0x7F)
        value >>= 7
    return bytes([*out, value])


def integer(value: int) -> bytes:
    """A zigzag varint, for i16, i32 and i64."""
    return uleb(2 * value if value >= 0 else -2 * value - 1)


def i8(value: int) -> bytes:
    return _struct.pack("<b", value)


def double(value: float) -> bytes:
    return _struct.pack("<d", value)


def binary(value: bytes | str) -> bytes:
    data = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
    return uleb(len(data)) + data


def list_header(element_type: int, size: int) -> bytes:
    if size < 15:
        return bytes([size << 4 | element_type])
    return bytes([0xF0 | element_type]) + uleb(size)


def list_of(element_type: int, *elements: bytes) -> bytes:
    """A list, or a set."""
    return list_header(element_type, len(elements)) + b"".join(elements)


def map_of(key_type: int, value_type: int, *items: bytes) -> bytes:
    """A map; keys and values alternate."""
    if not items:
        return b"\x00"
    return uleb(len(items) // 2) + bytes([key_type << 4 | value_type]) + b"".join(items)


def header(field_id: int, wire_type: int, last_id: int = 0) -> bytes:
    delta = field_id - last_id
    return bytes([delta << 4 | wire_type]) if 0 < delta < 16 else long_header(field_id, wire_type)


def long_header(field_id: int, wire_type: int) -> bytes:
    return bytes([wire_type]) + integer(field_id)


def fields(*fields: Field, last_id: int = 0) -> bytes:
    """Fields with headers in their shortest form, without a stop byte."""
    out = bytearray()
    for field in fields:
        out += header(field.id, field.type, last_id) + field.value
        last_id = field.id
    return bytes(out)


def struct(*members: Field) -> bytes:
    return fields(*members) + b"\x00"


def spec_extension(payload: bytes) -> Field:
    return Field(SPEC_ID, BINARY, binary(payload))


def zigzag_extension(payload: bytes) -> Field:
    return Field(ZIGZAG_ID, BINARY, binary(payload))


def trailing_extension(payload: bytes) -> bytes:
    return SPEC_HEADER + binary(payload) + b"\x00"


SAMPLES: Final[dict[int, bytes]] = {
    TRUE: b"\x01",
    FALSE: b"\x02",
    I8: b"\x7f",
    I16: integer(-300),
    I32: integer(70000),
    I64: integer(-(1 << 40)),
    DOUBLE: double(1.5),
    BINARY: binary(b"\x00\x15\x7f"),
    LIST: list_of(I32, integer(1), integer(-1)),
    SET: list_of(BINARY, binary("a"), binary("")),
    MAP: map_of(BINARY, I64, binary("k"), integer(9)),
    STRUCT: struct(Field(1, I32, integer(5)), Field(2, TRUE), Field(40, BINARY, binary("z"))),
    UUID: bytes(range(16)),
}
"""A value of every wire type, as the element of a container."""

"""The numbers of types in the binary protocol (thrift-binary-protocol.md, "Struct encoding"), and those of the compact one."""

from __future__ import annotations

from typing import Final

from inlay_runtime import wire_types

WIRE_TYPES: Final = {
    2: wire_types.BOOL,
    3: wire_types.I8,
    4: wire_types.DOUBLE,
    6: wire_types.I16,
    8: wire_types.I32,
    10: wire_types.I64,
    11: wire_types.BINARY,
    12: wire_types.STRUCT,
    13: wire_types.MAP,
    14: wire_types.SET,
    15: wire_types.LIST,
    16: wire_types.UUID,
}
"""By the number in the binary protocol, the nibble in the compact one."""

NUMBERS: Final = {wire_type: number for number, wire_type in WIRE_TYPES.items()} | {
    wire_types.FALSE: 2
}
"""The other way."""

NO_TYPE: Final = 0
"""What an empty container may have in place of a type."""

WIDTHS: Final = {wire_types.I16: 2, wire_types.I32: 4, wire_types.I64: 8}
"""The bytes of an integer that is a varint in the compact protocol."""

LEAST_BYTES: Final = {
    wire_types.BOOL: 1,
    wire_types.I8: 1,
    wire_types.I16: 2,
    wire_types.I32: 4,
    wire_types.I64: 8,
    wire_types.DOUBLE: 8,
    wire_types.BINARY: 4,
    wire_types.LIST: 5,
    wire_types.SET: 5,
    wire_types.MAP: 6,
    wire_types.STRUCT: 1,
    wire_types.UUID: 16,
}
"""The least that an element of a container can take."""


def name_of(number: int) -> str:
    """Of a type in the binary protocol."""
    if number in WIRE_TYPES:
        return wire_types.name_of(WIRE_TYPES[number])
    return f"type {number}, which the binary protocol does not have"

"""The type nibbles of the Thrift compact protocol (thrift-compact-protocol.md, "Struct encoding")."""

from __future__ import annotations

from typing import Final

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

BOOL: Final = TRUE
"""What this runtime writes as the element type of booleans; 2 is read as well."""

NAMES: Final = {
    STOP: "stop",
    TRUE: "bool",
    FALSE: "bool",
    I8: "i8",
    I16: "i16",
    I32: "i32",
    I64: "i64",
    DOUBLE: "double",
    BINARY: "binary",
    LIST: "list",
    SET: "set",
    MAP: "map",
    STRUCT: "struct",
    UUID: "uuid",
}

MINIMAL_SIZE: Final = {
    TRUE: 1,
    FALSE: 1,
    I8: 1,
    I16: 1,
    I32: 1,
    I64: 1,
    DOUBLE: 8,
    BINARY: 1,
    LIST: 1,
    SET: 1,
    MAP: 1,
    STRUCT: 1,
    UUID: 16,
}
"""The least bytes that an element of a container can take."""


def name_of(wire_type: int) -> str:
    return NAMES.get(wire_type, f"type {wire_type}, which the protocol does not have")

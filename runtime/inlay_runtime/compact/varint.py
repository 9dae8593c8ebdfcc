"""Varints and zigzag (thrift-compact-protocol.md, "Integer encoding")."""

from __future__ import annotations


def unsigned(value: int) -> bytes:
    """ULEB128 of a value that is not negative."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def zigzag(value: int) -> int:
    """The sign moves to the lowest bit: 0, -1, 1, -2 become 0, 1, 2, 3."""
    return value << 1 if value >= 0 else (-value << 1) - 1


def unzigzag(value: int) -> int:
    return (value >> 1) ^ -(value & 1)

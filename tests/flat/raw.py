"""Buffers by hand, byte by byte, so that every rule of the verifier can be broken on its own.

A buffer is laid out from the front: each piece has a name, and references to it are patched in.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence


def u16(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}H", *values)


def u32(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def i32(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}i", *values)


def vtable(size: int, *fields: int) -> bytes:
    """A vtable for a table of `size` bytes whose fields are at these offsets, padded to 4 bytes."""
    data = u16(4 + 2 * len(fields), size, *fields)
    return data + bytes(-len(data) % 4)


def root(fields: Sequence[int], table: bytes, behind: bytes = b"") -> bytes:
    """Root offset, vtable, table (`table` is what follows its soffset), and what lies behind."""
    head = vtable(4 + len(table), *fields)
    position = 4 + len(head)
    return u32(position) + head + i32(len(head)) + table + behind


def text(value: bytes) -> bytes:
    data = u32(len(value)) + value + b"\0"
    return data + bytes(-len(data) % 4)


def vector(count: int, elements: bytes) -> bytes:
    data = u32(count) + elements
    return data + bytes(-len(data) % 4)

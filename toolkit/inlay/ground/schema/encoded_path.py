"""The path of a column in the bytes of the compact protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay_runtime.compact.varint import unsigned
from inlay_runtime.wire_types import BINARY

_ONE_NAME: Final = 1 << 4 | BINARY


def encode_path(names: Sequence[bytes]) -> bytes:
    """A path as ColumnMetaData has it, spelt as writers do."""
    count = len(names)
    if count == 1 and len(names[0]) < 0x80:  # as most are
        return bytes([_ONE_NAME, len(names[0])]) + names[0]
    head = bytes([count << 4 | BINARY]) if count < 15 else bytes([0xF0 | BINARY]) + unsigned(count)
    return head + b"".join([unsigned(len(name)) + name for name in names])

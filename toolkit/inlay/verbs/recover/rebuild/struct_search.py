"""Structs of the compact protocol, found by how they begin and by whether they decode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from inlay.pages.engine.walk import ReadAt
from inlay_runtime.attempt import decode_or_none
from inlay_runtime.struct import Struct

LONGEST: Final = 64 << 20
"""Bytes of a header, an index or a footer between pages. Longer ones end the walk."""

HEAD: Final = 16
"""Bytes that tell what may begin."""

_FIRST_READ: Final = 512

# How the structs of the compact protocol begin: the fields, in their order, with the difference of ids and the type in a byte.
NUMBER: Final = b"\x15"
LIST: Final = b"\x19"
STRUCT: Final = b"\x1c"

CONTINUED: Final = bytes(range(0x80, 0x100))
"""All bytes of a varint but the last."""


def begins(head: bytes, second: bytes) -> bool:
    """Whether a struct begins with a number, as page headers do, and its second field is of this kind."""
    if not head.startswith(NUMBER):
        return False
    rest = head[1:].lstrip(CONTINUED)  # the varint of the number: all of its bytes but the last
    return rest[1:].startswith(second)


T = TypeVar("T", bound=Struct)


def decode_at(cls: type[T], read: ReadAt, at: int, size: int) -> tuple[T, int] | None:
    """A struct, and where it ends in the file. What is longer than a short read is read again."""
    most = min(size - at, LONGEST)
    for length in _list_lengths(most):
        data = read(at, length)
        if (decoded := decode_or_none(cls, data)) is not None:
            return decoded[0], at + decoded[1]
    return None


def _list_lengths(most: int) -> Iterator[int]:
    length = _FIRST_READ
    while length < most:
        yield length
        length *= 32
    yield most

"""What stands behind a footer of Thrift, and what stands at the end of the footer itself.

... | footer: length bytes | length: u32, little-endian | magic: 4 bytes
"""

from __future__ import annotations

from typing import Final

from inlay.footers.containers.marks import DESIGN, MARKS, NEAR
from inlay.footers.footer.magic import PLAIN

TRAILER: Final = 8
"""Bytes behind the footer: its length and the magic."""

SMALLEST: Final = 12
"""Bytes of a file that has both magics and a length."""

SIGNATURE: Final = 28
"""Encryption.md, 5.2: bytes of nonce and tag, behind the struct of a signed plaintext footer."""

LONGEST: Final = 256 * 1024 * 1024
"""A longer footer is refused; Spark refuses one of more than 100 MiB."""

WORTH_A_COPY: Final = 1024 * 1024
"""Bytes of a footer up to which what is read already is not read again. Of a longer one it is a small part, and to join
the parts takes longer than to read."""

UUID_PLACE: Final = slice(-17, -1)
"""Where the mark of a FlatBuffers footer stands: before the stop byte that ends the Thrift footer."""

DAMAGED_BITS: Final = NEAR
"""So many bits of it may be wrong."""

_MARKS: Final = [int.from_bytes(mark, "big") for mark in MARKS]


def tail_of(footer: bytes, magic: bytes = PLAIN) -> bytes:
    """A Thrift footer and what stands behind it, up to the end of the file."""
    return footer + trailer_of(len(footer), magic)


def trailer_of(size: int, magic: bytes = PLAIN) -> bytes:
    """What stands behind a Thrift footer of so many bytes."""
    return size.to_bytes(4, "little") + magic


def hints_at_flatbuffer(thrift: bytes) -> bool:
    """Whether the Thrift ends as one with a FlatBuffer in it does, except for a bit or two of the UUID."""
    if len(thrift) <= 16:
        return False
    uuid = int.from_bytes(thrift[UUID_PLACE], "big")
    return any((uuid ^ mark).bit_count() <= DAMAGED_BITS for mark in _MARKS)


def ends_in_design(thrift: bytes) -> bool:
    """Whether the Thrift ends as one with a footer in another design does."""
    return thrift[UUID_PLACE] == DESIGN

"""Buffers behind their size, as `flatc --size-prefixed` and `FinishSizePrefixed` write them.

The size is a u32 that does not count itself. Values are aligned from where it lies, so such a buffer cannot be read without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay_runtime import amounts
from inlay_runtime.errors import InvalidValueError, TruncatedError

if TYPE_CHECKING:
    from inlay_runtime.flat.schema import TableSchema

PREFIX_SIZE: Final = 4
_WIDEST_ALIGNMENT: Final = 32
"""Bytes; more than that no schema asks for."""


def check_size_prefix(buffer: bytes) -> int:
    """Where the buffer begins behind its size. Raises TruncatedError if it is longer than what is there, and InvalidValueError
    if it is shorter."""
    if len(buffer) < PREFIX_SIZE:
        are_left = amounts.count(len(buffer), "byte is", "bytes are")
        raise TruncatedError(f"the size of the buffer needs 4 bytes, {are_left} left", 0)
    size, left = _u32(buffer, 0), len(buffer) - PREFIX_SIZE
    if size > left:
        are_left = amounts.count(left, "byte follows", "bytes follow")
        raise TruncatedError(f"the size of the buffer is {size:,}, {are_left} it", 0)
    if size < left:
        behind = amounts.count(left - size, "byte follows", "bytes follow")
        raise InvalidValueError(
            f"the size of the buffer is {size:,}, and {behind} the buffer: decode data[:{PREFIX_SIZE + size}]",
            PREFIX_SIZE + size,
        )
    return PREFIX_SIZE


def root_position(buffer: bytes, start: int) -> int:
    """Where the root table is, of a buffer that begins at `start`."""
    return start + _u32(buffer, start)


def has_size_prefix(verified: bytes) -> bool:
    """Of a buffer in which a table has fields: without a prefix, the number would be the offset of a table of four bytes."""
    return len(verified) >= PREFIX_SIZE and _u32(verified, 0) == len(verified) - PREFIX_SIZE


def reframe(verified: bytes, schema: TableSchema, *, size_prefixed: bool) -> bytes:
    """The same tables with a prefix or without one: all moves by the widest alignment that there is, and a new head leads there."""
    if has_size_prefix(verified) == size_prefixed:
        return verified
    identifier = schema.identifier.encode()
    if size_prefixed:
        root = root_position(verified, 0) + _WIDEST_ALIGNMENT - PREFIX_SIZE
        size = _WIDEST_ALIGNMENT - PREFIX_SIZE + len(verified)
        head = size.to_bytes(4, "little") + root.to_bytes(4, "little") + identifier
    else:
        root = root_position(verified, PREFIX_SIZE) + _WIDEST_ALIGNMENT
        head = root.to_bytes(4, "little") + identifier
    return head.ljust(_WIDEST_ALIGNMENT, b"\0") + verified


def _u32(buffer: bytes, at: int) -> int:
    return int.from_bytes(buffer[at : at + 4], "little")

"""The last bytes of a file whose footer is another design: numbers, and a magic of four bytes behind them."""

from __future__ import annotations

from struct import Struct
from typing import Final

from inlay_runtime.errors import InvalidValueError, TruncatedError

MAGIC_SIZE: Final = 4


def read_numbers(
    tail: bytes | memoryview, end: int, numbers: Struct, magic: bytes, what: str
) -> tuple[int, ...]:
    """The numbers before the magic that ends at offset `end` of the file, of which `tail` are the last bytes.

    Raises TruncatedError and InvalidValueError where there is no such frame; `what` is the footer that was expected.
    """
    size = numbers.size + MAGIC_SIZE
    if len(tail) < size:
        raise TruncatedError(f"{len(tail)} bytes are too few for a frame of {size}", end)
    seen = bytes(tail[-MAGIC_SIZE:])
    if seen != magic:
        raise InvalidValueError(f"it ends in {seen!r}, and {what} in {magic!r}", end - MAGIC_SIZE)
    return numbers.unpack_from(tail, len(tail) - size)

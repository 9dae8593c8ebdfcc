"""The frame of a modular footer at the end of a file: `[where it begins i64][where its root begins i64]["MFP1"]`.

The root lies between, and offsets in it are relative to the beginning or absolute: the published text says one and the
published writer does the other, so both are read.
"""

from __future__ import annotations

from struct import Struct
from typing import Final, NamedTuple

from inlay.ground.wording.amounts import count
from inlay_runtime.errors import InvalidValueError, TruncatedError

MAGIC: Final = b"MFP1"
_FRAME: Final = Struct("<qq4s")
SIZE: Final = _FRAME.size


class Frame(NamedTuple):
    """Where the footer begins in the file, and where its root begins behind that."""

    start: int
    root: int


def pack_frame(frame: Frame) -> bytes:
    """The last bytes of the file."""
    return _FRAME.pack(*frame, MAGIC)


def read_frame(tail: bytes | memoryview, end: int) -> Frame:
    """The frame that ends at offset `end` of the file, of which `tail` are the last bytes.

    Raises TruncatedError and InvalidValueError where there is none, or it leads outside of the file.
    """
    if len(tail) < SIZE:
        raise TruncatedError(
            f"{count(len(tail), 'byte is', 'bytes are')} too few for a frame of {SIZE}", end
        )
    start, root, magic = _FRAME.unpack_from(tail, len(tail) - SIZE)
    if magic != MAGIC:
        what = f"it ends in {magic!r}, and a modular footer in {MAGIC!r}"
        raise InvalidValueError(what, end - len(MAGIC))
    if not 0 <= start <= start + root < end - SIZE:
        what = f"the footer is said to begin at {start}, its root {count(root, 'byte')} behind that"
        raise InvalidValueError(f"{what}, and the frame begins at {end - SIZE}", end - SIZE)
    return Frame(start, root)

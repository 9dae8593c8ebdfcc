"""The frame of a modular footer at the end of a file: `[where it begins i64][where its root begins i64]["MFP1"]`.

The root lies between, and offsets in it are relative to the beginning or absolute: the published text says one and the
published writer does the other, so both are read.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.footers.designs.frames import FrameFormat
from inlay_runtime.errors import InvalidValueError

MAGIC: Final = b"MFP1"
_FORMAT: Final = FrameFormat("<qq", MAGIC, "a modular footer")
SIZE: Final = _FORMAT.size


class Frame(NamedTuple):
    """Where the footer begins in the file, and where its root begins behind that."""

    start: int
    root: int


def pack_frame(frame: Frame) -> bytes:
    """The last bytes of the file."""
    return _FORMAT.pack(*frame)


def read_frame(tail: bytes | memoryview, end: int) -> Frame:
    """The frame that ends at offset `end` of the file, of which `tail` are the last bytes.

    Raises TruncatedError and InvalidValueError where there is none, or it leads outside of the file.
    """
    start, root = _FORMAT.read(tail, end)
    if not 0 <= start <= start + root < end - SIZE:
        what = f"the footer is said to begin at {start}, its root {root} bytes behind that"
        raise InvalidValueError(f"{what}, and the frame begins at {end - SIZE}", end - SIZE)
    return Frame(start, root)

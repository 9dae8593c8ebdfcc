"""The frame of a page-first footer at the end of a file: where its region map and its root lie, then "PMF1"."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.footers.designs.fetch import Range
from inlay.footers.designs.frames import FrameFormat
from inlay_runtime.errors import InvalidValueError

MAGIC: Final = b"PMF1"
_FORMAT: Final = FrameFormat("<qqqq", MAGIC, "a page-first footer")
SIZE: Final = _FORMAT.size


class PageFirstFrame(NamedTuple):
    """Offsets count from the start of the file."""

    region_map: Range
    root: Range


def pack_frame(frame: PageFirstFrame) -> bytes:
    """The last bytes of the file."""
    return _FORMAT.pack(*frame.region_map, *frame.root)


def read_frame(tail: bytes | memoryview, end: int) -> PageFirstFrame:
    """The frame that ends at offset `end` of the file, of which `tail` are the last bytes.

    Raises TruncatedError and InvalidValueError where there is none, or it does not lead to what lies right before it.
    """
    at, size, root, root_size = _FORMAT.read(tail, end)
    if min(at, size, root_size) < 0 or at + size != root or root + root_size != end - SIZE:
        what = f"a region map of {size} bytes at {at} and a root of {root_size} at {root}"
        raise InvalidValueError(f"{what} do not lie before the frame at {end - SIZE}", end - SIZE)
    return PageFirstFrame(Range(at, size), Range(root, root_size))

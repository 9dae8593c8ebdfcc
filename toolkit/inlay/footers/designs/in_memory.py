"""A Fetch of bytes that are in memory already."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.designs.fetch import Range
from inlay.ground.wording.amounts import count
from inlay_runtime.errors import TruncatedError


class InMemory:
    """The bytes of a part of a file that begins at `offset`. Raises TruncatedError for ranges outside of it."""

    __slots__ = ("_data", "_offset", "_view")

    def __init__(self, data: bytes | memoryview, offset: int = 0) -> None:
        self._data = data
        self._view = memoryview(data)
        self._offset = offset

    def __call__(self, ranges: Sequence[Range]) -> Sequence[bytes | memoryview]:
        return [self.part(wanted) for wanted in ranges]

    def part(self, wanted: Range) -> bytes | memoryview:
        """The bytes of a range, not copied; all of them are what was given."""
        at, length = wanted.offset - self._offset, wanted.length
        if at < 0 or length < 0 or at + length > len(self._view):
            what = f"{count(length, 'byte is', 'bytes are')} asked for, but there are {len(self._view)}"
            raise TruncatedError(what, at)
        return self._data if length == len(self._view) else self._view[at : at + length]


def fetch_from(data: bytes | memoryview, offset: int = 0) -> InMemory:
    """The bytes of a part of a file that begins at `offset`."""
    return InMemory(data, offset)

"""Bytes that are asked for from the front to the back: a request brings what lies behind, too."""

from __future__ import annotations

from typing import Final

from inlay.pages.engine.walk import ReadAt

_AHEAD: Final = 1 << 20
"""Bytes of a request, where less is asked for than is `_SMALL`."""

_SMALL: Final = 256 << 10
_HEADER: Final = 512
"""Bytes that are brought behind more: those of the next header. What of a page is brought with those before it is brought twice."""


class ForwardReader:
    """What it gives are views of no more than the last request: of a file, or whatever holds its bytes, that ends at `end` for it."""

    def __init__(self, read: ReadAt, end: int) -> None:
        self._read = read
        self._end = end
        self._start = 0
        self._data = memoryview(b"")

    def read(self, offset: int, size: int) -> memoryview:
        """Up to so many bytes; fewer only where the file ends."""
        at = offset - self._start
        if at < 0 or at + size > len(self._data):
            ahead = _AHEAD if size < _SMALL else size + _HEADER
            wanted = max(size, min(ahead, self._end - offset))
            self._data, self._start, at = memoryview(self._read(offset, wanted)), offset, 0
        return self._data[at : at + size]

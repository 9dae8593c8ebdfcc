"""Ranges of a file in their order: where many short ones lie close behind each other, a request brings what comes next, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_NEAR: Final = 4 << 10
"""Bytes between two ranges that are close."""

_FIRST: Final = 4 << 10
_MOST: Final = 64 << 10
"""Bytes that are in memory."""


class CloseRanges:
    """Each request that lies close behind the last one reads twice as far ahead as that; any other, no more than what is asked for."""

    def __init__(self, read: Callable[[int, int], bytes]) -> None:
        self._read = read
        self._start = 0
        self._data = b""
        self._last = -1 - _NEAR
        self._ahead = 0

    def read(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes; fewer only where the file ends."""
        at = offset - self._start
        if at < 0 or at + size > len(self._data):
            is_close = 0 <= offset - self._last <= _NEAR
            self._ahead = min(max(2 * self._ahead, _FIRST), _MOST) if is_close else 0
            if size > self._ahead:
                self._last = offset + size
                return self._read(offset, size)
            self._data = self._read(offset, self._ahead)
            self._start, at = offset, 0
        self._last = offset + size
        return self._data[at : at + size]

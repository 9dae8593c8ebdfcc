"""A file whose small parts are asked for one after the other: in an object store each would be a request."""

from __future__ import annotations

import os
from typing import Final

from inlay.files.source import Seekable, read_at, size_of

STEP: Final = 1 << 20


class ReadAhead:
    """What is smaller than a step is read with what follows it."""

    def __init__(self, file: Seekable) -> None:
        self._file = file
        self._size = size_of(file)
        self._position = 0
        self._start = 0
        self._ahead = b""

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self._size}[whence]
        self._position = base + offset
        return self._position

    def tell(self) -> int:
        return self._position

    def read(self, size: int, /) -> bytes:
        """Fewer bytes where what was read ahead ends."""
        inside = self._position - self._start
        if not 0 <= inside < len(self._ahead):
            if size >= STEP:
                return self._advanced(read_at(self._file, self._position, size))
            self._start, inside = self._position, 0
            self._ahead = read_at(self._file, self._position, STEP)
        return self._advanced(self._ahead[inside : inside + size])

    def _advanced(self, data: bytes) -> bytes:
        self._position += len(data)
        return data

"""A file of which the end was read, in one request; whoever asks for more causes another."""

from __future__ import annotations

import os

from inlay.footer.read import FIRST_READ
from inlay.scan.store import Handle


class TailFile:
    """Seeks and reads like a file. Whatever lies in the last 64 KiB is there already."""

    def __init__(self, path: str, handle: Handle) -> None:
        self.name = path
        self.size = handle.size
        self._handle = handle
        self._start = max(self.size - FIRST_READ, 0)
        self._tail = handle.read(self._start, self.size - self._start) if self.size else b""
        self._position = 0

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self.size}[whence]
        self._position = base + offset
        return self._position

    def tell(self) -> int:
        return self._position

    def read(self, size: int, /) -> bytes:
        start = self._position
        size = max(min(size, self.size - start), 0)
        if start >= self._start:
            data = self._tail[start - self._start : start - self._start + size]
        else:
            data = self._handle.read(start, min(size, self._start - start))
            if len(data) == self._start - start:
                data += self._tail[: size - len(data)]
        self._position = start + len(data)
        return data

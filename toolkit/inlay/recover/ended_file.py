"""A file as it would be with another end."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from inlay.files.source import read_at

if TYPE_CHECKING:
    from inlay.files.source import Seekable


class EndedFile:
    """The first `size` bytes of a file, and `end` behind them; it reads and seeks as a file does."""

    def __init__(self, file: Seekable, size: int, end: bytes) -> None:
        self._file = file
        self._size = size
        self._end = end
        self._at = 0

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size + len(self._end)}
        self._at = base[whence] + offset
        return self._at

    def tell(self) -> int:
        return self._at

    def read(self, size: int, /) -> bytes:
        stop = self._at + size if size >= 0 else self._size + len(self._end)
        kept = max(min(stop, self._size) - self._at, 0)
        data = read_at(self._file, self._at, kept) if kept else b""
        begin = max(self._at - self._size, 0)
        data += self._end[begin : max(stop - self._size, 0)]
        self._at += len(data)
        return data

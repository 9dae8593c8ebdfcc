"""Bytes in memory, read like a file and copied only as far as they are read."""

from __future__ import annotations

import os
from typing import Final

BYTES: Final = "<bytes>"
"""What errors call bytes, which have no name."""


class MemoryFile:
    name = BYTES

    def __init__(self, data: memoryview) -> None:
        self._data = data.cast("B")
        self._position = 0

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: len(self._data)}[whence]
        self._position = max(base + offset, 0)
        return self._position

    def tell(self) -> int:
        return self._position

    def read(self, size: int, /) -> bytes:
        data = bytes(self._data[self._position : self._position + size])
        self._position += len(data)
        return data

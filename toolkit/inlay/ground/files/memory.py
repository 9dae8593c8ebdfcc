"""Bytes in memory, read like a file and copied only as far as they are read."""

from __future__ import annotations

from typing import Final

from inlay.ground.files.random_access import RandomAccess

BYTES: Final = "<bytes>"
"""What errors call bytes, which have no name."""


class MemoryFile(RandomAccess):
    name = BYTES

    def __init__(self, data: memoryview) -> None:
        super().__init__()
        self._data = data.cast("B")

    @property
    def size(self) -> int:
        return len(self._data)

    def read_at(self, offset: int, size: int, /) -> bytes:
        return bytes(self._data[offset : offset + size])

"""A file whose small parts are asked for one after the other: in an object store each would be a request."""

from __future__ import annotations

from io import IOBase
from typing import Final

from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.source import Seekable, read_at, size_of

STEP: Final = 1 << 20


class ReadAhead(RandomAccess):
    """What is smaller than a step is read with what follows it."""

    def __init__(self, file: Seekable) -> None:
        super().__init__()
        self._file = file
        self._size = size_of(file)
        self._start = 0
        self._ahead = b""

    def fileno(self) -> int:
        """That of the file, if it has one."""
        if not isinstance(self._file, IOBase):
            return super().fileno()
        return self._file.fileno()

    @property
    def size(self) -> int:
        return self._size

    def read_at(self, offset: int, size: int, /) -> bytes:
        """Fewer bytes where what was read ahead ends."""
        inside = offset - self._start
        if not 0 <= inside < len(self._ahead):
            if size >= STEP:
                return read_at(self._file, offset, size)
            self._start, inside = offset, 0
            self._ahead = read_at(self._file, offset, STEP)
        return self._ahead[inside : inside + size]

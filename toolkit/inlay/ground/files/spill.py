"""Bytes that are put aside until they are written elsewhere: in memory, or in a temporary file where they are many."""

from __future__ import annotations

from contextlib import ExitStack
from tempfile import SpooledTemporaryFile, gettempdir
from typing import Final

from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.source import Seekable
from inlay.ground.files.spliced import FileExtent
from inlay.ground.files.steps import read_steps

IN_MEMORY: Final = 16 << 20
"""Bytes of a spill that are held."""

_AT_ONCE: Final = 64 << 10
"""Bytes that are written together, for who adds many small ones."""


class Spill(RandomAccess):
    """Grows at its end, and goes when nothing refers to it. What goes wrong with its file is an OSError that names the folder for temporary
    files."""

    def __init__(self, together: int = 1) -> None:
        """So many of them hold IN_MEMORY together."""
        super().__init__()
        with ExitStack() as stack:
            self._file = stack.enter_context(SpooledTemporaryFile(max_size=IN_MEMORY // together))
            self._opened = stack.pop_all()
        self._size = 0
        self._unwritten = bytearray()

    @property
    def size(self) -> int:
        return self._size

    def append(self, data: bytes) -> FileExtent:
        """Where it is now."""
        start = self._size
        self._unwritten += data
        self._size += len(data)
        if len(self._unwritten) >= _AT_ONCE:
            self._write()
        return FileExtent(self, start, len(data))

    def append_from(self, file: Seekable, offset: int, length: int) -> FileExtent:
        """The bytes of another file, or as many as there are."""
        start = self._size
        for step in read_steps(file, offset, length):
            self.append(step)
        return FileExtent(self, start, self._size - start)

    def close(self) -> None:
        self._opened.close()
        super().close()

    def _write(self) -> None:
        try:
            self._file.seek(self._size - len(self._unwritten))
            self._file.write(self._unwritten)
            self._file.flush()
        except OSError as error:
            error.filename = gettempdir()
            raise
        self._unwritten.clear()

    def read_at(self, offset: int, size: int, /) -> bytes:
        if self._unwritten:
            self._write()
        self._file.seek(offset)
        return self._file.read(size)

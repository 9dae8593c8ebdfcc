"""A file that seeks, read by ranges."""

from __future__ import annotations

from inlay.ground.files.source import Seekable, read_at


class FileRanges:
    """`size` is that of the file."""

    def __init__(self, file: Seekable, size: int) -> None:
        self._file = file
        self.size = size

    def read(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes; fewer only where the file ends."""
        return read_at(self._file, offset, size)

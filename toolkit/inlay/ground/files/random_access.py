"""The base of whatever is read like a file: seek, tell and read, over a size and the bytes at an offset."""

from __future__ import annotations

import io
import os
from abc import abstractmethod


class RandomAccess(io.RawIOBase):
    """A subclass gives `size` and `read_at`; pyarrow takes it for a file, too."""

    _position = 0

    @property
    @abstractmethod
    def size(self) -> int:
        """Bytes up to the end of the file."""

    @abstractmethod
    def read_at(self, offset: int, size: int, /) -> bytes:
        """Up to `size` bytes from `offset`: none where the file ends, and fewer wherever that saves work."""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        if whence != os.SEEK_SET:
            if whence not in (os.SEEK_CUR, os.SEEK_END):
                raise ValueError(f"whence is {whence}, and can be 0, 1 or 2")
            offset += self.size if whence == os.SEEK_END else self._position
        if offset < 0:
            raise ValueError(f"a file has no position {offset}")
        self._position = offset
        return offset

    def read(self, size: int | None = -1, /) -> bytes:
        """Everything that is left without a size, or with a negative one."""
        if size is None or size < 0:
            size = max(self.size - self._position, 0)
        data = self.read_at(self._position, size)
        self._position += len(data)
        return data

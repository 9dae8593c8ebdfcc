"""Files as pyarrow asks for them, which wants every byte that it asks for at once."""

from __future__ import annotations

from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.source import Seekable, name_of, read_at


class Whole(RandomAccess):
    """Whatever can seek and read as a Python file of `size` bytes."""

    def __init__(self, file: Seekable, size: int) -> None:
        super().__init__()
        self.file = file
        self._size = size

    @property
    def size(self) -> int:
        return self._size

    def read_at(self, offset: int, size: int, /) -> bytes:
        return read_at(self.file, offset, max(min(size, self._size - offset), 0))


class WithTail(Whole):
    """The first `body` bytes of a file, and other bytes behind them; errors call it as they call the file."""

    def __init__(self, file: Seekable, body: int, tail: bytes) -> None:
        super().__init__(file, body + len(tail))
        self.name = name_of(file)
        self._body = body
        self.tail = tail

    def read_at(self, offset: int, size: int, /) -> bytes:
        inside = max(min(self._body - offset, size), 0)
        data = read_at(self.file, offset, inside) if inside else b""
        start = max(offset - self._body, 0)
        return data + self.tail[start : start + size - inside]

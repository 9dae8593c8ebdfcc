"""A file of which the end was read, in one request; whoever asks for more causes another."""

from __future__ import annotations

from inlay.footers.footer.read import FIRST_READ
from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.store import Handle


class TailFile(RandomAccess):
    """Seeks and reads like a file. Whatever lies in the last 64 KiB is there already; it is read, unless it is given."""

    def __init__(self, path: str, handle: Handle, tail: bytes | None = None) -> None:
        super().__init__()
        self.name = path
        self._size = handle.size
        self._handle = handle
        self._start = max(self.size - FIRST_READ, 0)
        if tail is None:
            tail = handle.read(self._start, self.size - self._start) if self.size else b""
        self._tail = tail

    @property
    def size(self) -> int:
        return self._size

    def read_at(self, offset: int, size: int, /) -> bytes:
        size = max(min(size, self.size - offset), 0)
        if offset >= self._start:
            return self._tail[offset - self._start : offset - self._start + size]
        data = self._handle.read(offset, min(size, self._start - offset))
        if len(data) == self._start - offset:
            data += self._tail[: size - len(data)]
        return data

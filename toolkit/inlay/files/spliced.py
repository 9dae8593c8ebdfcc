"""A virtual file: extents of other files, and bytes between them."""

from __future__ import annotations

from bisect import bisect_right

from inlay.files.random_access import RandomAccess
from inlay.files.source import Seekable, read_at


class SplicedFile(RandomAccess):
    """Written part by part, from its start to its end; what is copied is read only when it is asked for."""

    def __init__(self, name: str | None = None) -> None:
        """`name` is what errors call it."""
        super().__init__()
        self.name = name
        self._starts: list[int] = []
        self._parts: list[tuple[Seekable, int, int] | bytes] = []
        """Bytes, or where they come from: a file, an offset and a length."""
        self._size = 0

    @property
    def size(self) -> int:
        return self._size

    def copy(self, source: Seekable, offset: int, length: int) -> None:
        if length:
            self._add((source, offset, length), length)

    def append(self, data: bytes) -> None:
        if data:
            self._add(data, len(data))

    def _add(self, part: tuple[Seekable, int, int] | bytes, length: int) -> None:
        self._starts.append(self._size)
        self._parts.append(part)
        self._size += length

    def _read_at(self, offset: int, size: int, /) -> bytes:
        """Fewer bytes where a part ends."""
        if offset >= self._size:
            return b""
        number = bisect_right(self._starts, offset) - 1
        inside = offset - self._starts[number]
        part = self._parts[number]
        if isinstance(part, bytes):
            return part[inside : inside + size]
        source, start, length = part
        return read_at(source, start + inside, min(size, length - inside))

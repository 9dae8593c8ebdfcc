"""A file that is nowhere: extents of other files, and bytes between them."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from inlay.files.random_access import RandomAccess
from inlay.footer.source import Seekable, read_at


class _Extent(NamedTuple):
    source: Seekable
    offset: int
    length: int


class SplicedFile(RandomAccess):
    """Written part by part, from its start to its end; what is copied is read only when it is asked for."""

    def __init__(self, name: str | None = None) -> None:
        """`name` is what errors call it."""
        super().__init__()
        self.name = name
        self._starts: list[int] = []
        self._parts: list[_Extent | bytes] = []
        self._size = 0

    @property
    def size(self) -> int:
        return self._size

    def copy(self, source: Seekable, offset: int, length: int) -> None:
        if length:
            self._add(_Extent(source, offset, length), length)

    def append(self, data: bytes) -> None:
        if data:
            self._add(data, len(data))

    def _add(self, part: _Extent | bytes, length: int) -> None:
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
        return read_at(part.source, part.offset + inside, min(size, part.length - inside))

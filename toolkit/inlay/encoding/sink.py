"""Where the bytes of a new file go: onto a target one after the other, or into a list of where they would come from."""

from __future__ import annotations

import os
from bisect import bisect_right
from typing import Final, Protocol

from inlay.encoding.errors import ChunkError
from inlay.files.source import Seekable, read_at

STEP: Final = 1 << 20


class Sink(Protocol):
    @property
    def size(self) -> int:
        """Bytes so far, which is the offset of what comes next."""
        ...

    def copy(self, offset: int, length: int) -> None:
        """Bytes of the source."""
        ...

    def write(self, data: bytes) -> None: ...


class Target(Protocol):
    """A file that is being written."""

    def write_all(self, data: bytes, offset: int) -> None: ...


class Written:
    """Straight onto a target; without one, only counted."""

    def __init__(self, source: Seekable, target: Target | None) -> None:
        self._source = source
        self._target = target
        self.size = 0

    def copy(self, offset: int, length: int) -> None:
        while length > 0:
            data = read_at(self._source, offset, min(STEP, length))
            if not data:
                raise ChunkError("the file ends before it should", offset)
            self.write(data)
            offset += len(data)
            length -= len(data)

    def write(self, data: bytes) -> None:
        if self._target is not None:
            self._target.write_all(data, self.size)
        self.size += len(data)


class Pieced:
    """A file that is nowhere: extents of the source, and bytes between them. Can be read like one."""

    def __init__(self, source: Seekable) -> None:
        self.name = getattr(source, "name", None)
        self._source = source
        self._starts: list[int] = []
        self._parts: list[tuple[int, int] | bytes] = []
        self._position = 0
        self.size = 0

    def copy(self, offset: int, length: int) -> None:
        if length:
            self._add((offset, length), length)

    def write(self, data: bytes) -> None:
        if data:
            self._add(data, len(data))

    def _add(self, part: tuple[int, int] | bytes, length: int) -> None:
        self._starts.append(self.size)
        self._parts.append(part)
        self.size += length

    def seek(self, offset: int, whence: int = 0, /) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self.size}[whence]
        self._position = base + offset
        return self._position

    def tell(self) -> int:
        return self._position

    def read(self, size: int, /) -> bytes:
        """Fewer bytes where a part ends."""
        at = self._position
        if at >= self.size:
            return b""
        number = bisect_right(self._starts, at) - 1
        inside = at - self._starts[number]
        part = self._parts[number]
        if isinstance(part, bytes):
            data = part[inside : inside + size]
        else:
            offset, length = part
            data = read_at(self._source, offset + inside, min(size, length - inside))
        self._position += len(data)
        return data


def same_bytes(one: Seekable, other: Seekable) -> bool:
    """Whether two files hold the same, read step by step."""
    at = 0
    while True:
        mine, theirs = read_at(one, at, STEP), read_at(other, at, STEP)
        if mine != theirs:
            return False
        if not mine:
            return True
        at += len(mine)

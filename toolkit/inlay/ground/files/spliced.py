"""A virtual file: extents of other files, and bytes between them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self, TypeAlias

from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.source import Seekable, read_at


class FileExtent(NamedTuple):
    """`length` bytes of a file, from `offset`."""

    source: Seekable
    offset: int
    length: int

    def cut(self, length: int) -> tuple[Self, Self]:
        """The first `length` bytes, and what is left."""
        rest = self._replace(offset=self.offset + length, length=self.length - length)
        return self._replace(length=length), rest


FilePart: TypeAlias = FileExtent | bytes


class SplicedFile(RandomAccess):
    """Written part by part, from its start to its end; what is copied is read only when it is asked for."""

    def __init__(self, name: str | None = None) -> None:
        """`name` is what errors call it."""
        super().__init__()
        self.name = name
        self._starts: list[int] = []
        self._parts: list[FilePart] = []
        self._size = 0

    @property
    def size(self) -> int:
        return self._size

    @property
    def written(self) -> Self:
        """Itself."""
        return self

    @property
    def parts(self) -> Sequence[FilePart]:
        """What it is put together from, in order; no extent goes on where the one before ends."""
        return self._parts

    def copy(self, source: Seekable, offset: int, length: int, known: bytes = b"") -> None:
        if not length:
            return
        last = self._parts[-1] if self._parts else b""
        if isinstance(last, FileExtent) and _goes_on(last, source, offset):
            self._parts[-1] = last._replace(length=last.length + length)
            self._size += length
        else:
            self._add(FileExtent(source, offset, length), length)

    def append(self, data: bytes) -> None:
        if data:
            self._add(data, len(data))

    def extend(self, parts: Iterable[FilePart]) -> None:
        """Each behind the one before."""
        for part in parts:
            if isinstance(part, bytes):
                self.append(part)
            else:
                self.copy(*part)

    def _add(self, part: FilePart, length: int) -> None:
        self._starts.append(self._size)
        self._parts.append(part)
        self._size += length

    def read_at(self, offset: int, size: int, /) -> bytes:
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


def cut_file(file: Seekable, offset: int, length: int) -> SplicedFile:
    """So many bytes of a file, as a file."""
    part = SplicedFile()
    part.copy(file, offset, length)
    return part


def _goes_on(before: FileExtent, source: Seekable, offset: int) -> bool:
    return before.source is source and before.offset + before.length == offset

"""An open file over `System`: whole reads and writes out of short ones, and the interface of a reader."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

from inlay.rewrite.system import System

CHUNK: Final = 1 << 20


class OpenFile:
    """Reads like a binary file, so that footers can be read through it."""

    def __init__(self, system: System, file: int, path: str, name: str = "") -> None:
        """`path` is where it lies, `name` what errors call it."""
        self.system = system
        self.file = file
        self.path = path
        self.name = name or path
        self._position = 0

    def seek(self, offset: int, whence: int = 0, /) -> int:
        if whence == os.SEEK_END:
            offset += self.system.status(self.file).size
        elif whence == os.SEEK_CUR:
            offset += self._position
        self._position = offset
        return offset

    def tell(self) -> int:
        return self._position

    def read(self, size: int, /) -> bytes:
        data = self.system.read(self.file, size, self._position)
        self._position += len(data)
        return data

    def read_exactly(self, offset: int, size: int) -> bytes:
        """Fewer bytes only where the file ends."""
        parts: list[bytes] = []
        while size > 0 and (part := self.system.read(self.file, min(size, CHUNK), offset)):
            parts.append(part)
            offset += len(part)
            size -= len(part)
        return b"".join(parts)

    def write_all(self, data: bytes, offset: int) -> None:
        view = memoryview(data)
        while view:
            written = self.system.write(self.file, bytes(view[:CHUNK]), offset)
            offset += written
            view = view[written:]


class Spliced:
    """What a file will read like once a tail stands behind its first bytes; nothing is written."""

    def __init__(self, source: OpenFile, keep: int, tail: bytes) -> None:
        self.name = source.name
        self._source = source
        self._keep = keep
        self._tail = tail
        self._position = 0

    def seek(self, offset: int, whence: int = 0, /) -> int:
        if whence == os.SEEK_END:
            offset += self._keep + len(self._tail)
        elif whence == os.SEEK_CUR:
            offset += self._position
        self._position = offset
        return offset

    def tell(self) -> int:
        return self._position

    def read(self, size: int, /) -> bytes:
        at = self._position
        if at < self._keep:
            data = self._source.read_exactly(at, min(size, self._keep - at))
        else:
            data = self._tail[at - self._keep : at - self._keep + size]
        self._position += len(data)
        return data


@contextmanager
def opened(system: System, path: str, flags: int, name: str = "") -> Generator[OpenFile]:
    """`name` is what errors call it, where nobody is to hear of `path`."""
    with _about(path, name):
        file = system.open(path, flags)
    try:
        yield OpenFile(system, file, path, name)
    finally:
        # Everything that matters was synced before; an error here has nothing left to say.
        with suppress(OSError):
            system.close(file)


@contextmanager
def _about(path: str, name: str) -> Generator[None]:
    try:
        yield
    except OSError as error:
        if name and error.filename == path:
            error.filename = name
        raise


def sync_folder(system: System, folder: str, flags: int) -> None:
    with opened(system, folder, flags) as file:
        system.sync(file.file)

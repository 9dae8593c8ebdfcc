"""An open file over `System`: whole reads and writes out of short ones, and the interface of a reader."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

from inlay.changes.rewrite.system import System
from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.steps import read_steps

CHUNK: Final = 1 << 20


class OpenFile(RandomAccess):
    """Reads like a binary file, so that footers can be read through it."""

    def __init__(self, system: System, file: int, path: str, name: str = "") -> None:
        """`path` is where it lies, `name` what errors call it."""
        super().__init__()
        self.system = system
        self.file = file
        self.path = path
        self.name = name or path

    @property
    def size(self) -> int:
        return self.system.status(self.file).size

    def read_at(self, offset: int, size: int, /) -> bytes:
        return self.system.read(self.file, size, offset)

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

    def write_from(self, file: RandomAccess, offset: int) -> None:
        """All of another file."""
        for step in read_steps(file, 0, file.size):
            self.write_all(step, offset)
            offset += len(step)


@contextmanager
def open_file(system: System, path: str, flags: int, name: str = "") -> Generator[OpenFile]:
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
    with open_file(system, folder, flags) as file:
        system.sync(file.file)

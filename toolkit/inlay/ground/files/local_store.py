"""Files of this machine, or of one that is mounted: plain system calls, four for a footer."""

from __future__ import annotations

import os
import stat
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from inlay.ground.files.entries import FileEntry, is_hidden
from inlay.ground.files.open_flags import READ

_Identities: TypeAlias = frozenset[tuple[int, int]]


class LocalStore:
    concurrency = 1
    has_links = True

    _folder = _real_folder = ""
    """The last that was asked about: files of a folder come together."""

    _listed = ""
    """The last path that was listed and is not a link itself: who lists a file asks at once where it leads."""

    def entry(self, path: str) -> FileEntry | None:
        status = os.stat(path)
        return None if stat.S_ISDIR(status.st_mode) else _entry(path, status)

    def below(self, path: str) -> Iterator[FileEntry]:
        links: list[tuple[str, _Identities]] = []
        yield from self._below(path, frozenset(), links)
        # Behind all else: of a file that is reached twice, its own path is the one that counts.
        for link, above in links:
            try:
                status = os.stat(link)
            except OSError as error:
                yield FileEntry(link, 0, 0, error=error)
                continue
            if stat.S_ISDIR(status.st_mode):
                yield from self._below(link, above, links)
            else:
                yield _entry(link, status)

    def real(self, path: str) -> str:
        folder, _, name = path.rpartition("/")
        if folder != self._folder:
            self._folder, self._real_folder = folder, os.path.realpath(folder or "/")
        real = f"{self._real_folder.rstrip('/')}/{name}"
        is_link = path is not self._listed and os.path.islink(real)
        return os.path.realpath(real) if is_link else real

    def _below(
        self, path: str, above: _Identities, links: list[tuple[str, _Identities]]
    ) -> Iterator[FileEntry]:
        try:
            here = os.stat(path)
            with os.scandir(path) as entries:
                names = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            yield FileEntry(path, 0, 0, error=error)
            return
        identity = here.st_dev, here.st_ino
        if identity in above:
            return  # a symbolic link that leads back up
        for entry in names:
            if is_hidden(entry.name):
                continue
            if entry.is_symlink():
                links.append((entry.path, above | {identity}))
                continue
            try:
                if entry.is_dir():
                    yield from self._below(entry.path, above | {identity}, links)
                else:
                    listed = _entry(entry.path, entry.stat())
                    self._listed = listed.path
                    yield listed
            except OSError as error:
                yield FileEntry(entry.path, 0, 0, error=error)

    @contextmanager
    def open(self, entry: FileEntry) -> Generator[_Descriptor]:
        descriptor = os.open(entry.path, READ)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(0, "not a regular file", entry.path)
            yield _Descriptor(descriptor, status.st_size)
        finally:
            os.close(descriptor)


class _Descriptor:
    __slots__ = ("_descriptor", "size")

    def __init__(self, descriptor: int, size: int) -> None:
        self._descriptor = descriptor
        self.size = size

    def read(self, offset: int, size: int) -> bytes:
        data = _read_at(self._descriptor, size, offset)
        if len(data) in (0, size):
            return data
        parts = [data]
        while data and (left := size - sum(map(len, parts))) > 0:
            data = _read_at(self._descriptor, left, offset + size - left)
            parts.append(data)
        return b"".join(parts)


def _read_at(descriptor: int, size: int, offset: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(descriptor, size, offset)
    os.lseek(descriptor, offset, os.SEEK_SET)  # Windows
    return os.read(descriptor, size)


def _entry(path: str, status: os.stat_result) -> FileEntry:
    return FileEntry(path, status.st_size, status.st_mtime_ns // 1000)

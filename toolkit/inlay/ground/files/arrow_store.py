"""The file systems of pyarrow: S3, Google, Azure, HDFS, and whatever a caller brings."""

from __future__ import annotations

import errno
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from inlay.ground.files.entries import FileEntry, is_hidden

if TYPE_CHECKING:
    from pyarrow import NativeFile
    from pyarrow.fs import FileInfo, FileSystem


class ArrowStore:
    """`prefix` is what stands before the file system's own paths: `s3://`."""

    has_links = False

    def __init__(self, filesystem: FileSystem, prefix: str = "") -> None:
        self._filesystem = filesystem
        self._prefix = prefix
        self.concurrency = 1 if filesystem.type_name == "local" else 16

    def entry(self, path: str) -> FileEntry | None:
        from pyarrow.fs import FileType

        info = self._filesystem.get_file_info(self._own(path))
        if info.type == FileType.NotFound:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return self._entry(info) if info.is_file else None

    def below(self, path: str) -> Iterator[FileEntry]:
        from pyarrow.fs import FileSelector

        own = self._own(path)
        try:
            infos = self._filesystem.get_file_info(FileSelector(own, recursive=True))
        except OSError as error:
            yield FileEntry(path, 0, 0, error=error)
            return
        for info in sorted(infos, key=lambda info: info.path):
            if info.is_file and not any(map(is_hidden, info.path[len(own) :].split("/"))):
                yield self._entry(info)

    def real(self, path: str) -> str:
        return path

    @contextmanager
    def open(self, entry: FileEntry) -> Generator[_File]:
        with self._filesystem.open_input_file(self._own(entry.path)) as file:
            yield _File(file)

    def _own(self, path: str) -> str:
        return path.removeprefix(self._prefix)

    def _entry(self, info: FileInfo) -> FileEntry:
        # A stream of Python's or a store may not tell the time; 0 then, so that size alone decides.
        mtime = (info.mtime_ns or 0) // 1000
        return FileEntry(self._prefix + info.path, info.size or 0, mtime)


class _File:
    def __init__(self, file: NativeFile) -> None:
        self._file: Any = file
        self.size: int = file.size()

    def read(self, offset: int, size: int) -> bytes:
        data: bytes = self._file.read_at(size, offset)
        return data

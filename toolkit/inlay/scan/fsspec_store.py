"""The file systems of fsspec: each read is one request for a range, and a listing brings the ETag."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from inlay.files.remote import about_url
from inlay.scan.entries import FileEntry, is_hidden

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem


class FsspecStore:
    """`prefix` is what stands before the file system's own paths: `s3://`; with `is_whole` it is part of them.

    Whatever goes wrong is an OSError that names the URL.
    """

    concurrency = 16

    def __init__(
        self, filesystem: AbstractFileSystem, prefix: str = "", *, is_whole: bool = False
    ) -> None:
        self._filesystem = filesystem
        self._prefix = "" if is_whole else prefix

    def entry(self, path: str) -> FileEntry | None:
        try:
            info = self._filesystem.info(self._own(path))
        except Exception as error:
            raise about_url(path, error) from error
        return self._entry(info) if info["type"] == "file" else None

    def below(self, path: str) -> Iterator[FileEntry]:
        own = self._own(path).rstrip("/")
        try:
            infos = self._filesystem.find(own, detail=True)
        except Exception as error:
            yield FileEntry(path, 0, 0, error=about_url(path, error))
            return
        for name, info in sorted(infos.items()):
            if not any(map(is_hidden, name.strip("/")[len(own.strip("/")) :].split("/"))):
                yield self._entry(info)

    def real(self, path: str) -> str:
        return path

    @contextmanager
    def open(self, entry: FileEntry) -> Generator[_Ranges]:
        yield _Ranges(self._filesystem, self._own(entry.path), entry.size)

    def _own(self, path: str) -> str:
        return path.removeprefix(self._prefix)

    def _entry(self, info: Mapping[str, object]) -> FileEntry:
        size, etag = info.get("size"), info.get("ETag") or info.get("etag")
        return FileEntry(
            self._prefix + str(info["name"]),
            size if isinstance(size, int) else 0,
            _mtime_of(info),
            str(etag).strip('"') if etag else None,
        )


class _Ranges:
    def __init__(self, filesystem: AbstractFileSystem, path: str, size: int) -> None:
        self._filesystem = filesystem
        self._path = path
        self.size = size

    def read(self, offset: int, size: int) -> bytes:
        end = min(offset + size, self.size)
        if offset >= end:
            return b""
        try:
            data = self._filesystem.cat_file(self._path, offset, end)
        except Exception as error:
            raise about_url(self._path, error) from error
        # A server without ranges sends the whole file.
        return data[offset:end] if len(data) == self.size else data


_NAMES = ("mtime", "LastModified", "last_modified", "updated", "created")
"""What the implementations call it; they have no common name."""


def _mtime_of(info: Mapping[str, object]) -> int:
    for name in _NAMES:
        match info.get(name):
            case float() | int() as seconds:
                return int(seconds * 1_000_000)
            case datetime() as time:
                aware = time if time.tzinfo is not None else time.replace(tzinfo=UTC)
                return int(aware.timestamp() * 1_000_000)
            case str() as text:
                return int(datetime.fromisoformat(text).timestamp() * 1_000_000)
            case _:
                continue
    return 0

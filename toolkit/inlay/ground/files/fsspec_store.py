"""The file systems of fsspec: each read is one request for a range, and a listing brings the ETag where there is one."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

from inlay.ground.files.entries import FileEntry, is_hidden
from inlay.ground.files.fsspec_ends import FileEnd, is_asynchronous, read_ends
from inlay.ground.files.ranges import FileRanges
from inlay.ground.files.remote import RemoteFile, wrap_error

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem


class FsspecStore:
    """`prefix` is what stands before the file system's own paths: `s3://`. `is_web` if a web server has the files, which
    may know nothing of ranges.

    Whatever goes wrong is an OSError that names the URL.
    """

    concurrency = 16
    has_links = False

    def __init__(
        self, filesystem: AbstractFileSystem, prefix: str = "", *, is_web: bool = False
    ) -> None:
        self._filesystem = filesystem
        self._prefix = prefix
        self._is_web = is_web
        self.is_asked_by_reading = is_web and is_asynchronous(filesystem)
        """Whether it is the same request that finds a file and reads its end."""

    @property
    def is_asynchronous(self) -> bool:
        """Whether `read_ends` does anything."""
        return is_asynchronous(self._filesystem)

    def read_ends(self, entries: Sequence[FileEntry], most: int) -> list[FileEnd | None]:
        """The last `most` bytes of each file; None where that did not work."""
        files = [(entry, self._own(entry.path)) for entry in entries]
        return read_ends(self._filesystem, files, most, is_web=self._is_web)

    def entry(self, path: str) -> FileEntry | None:
        try:
            info = self._filesystem.info(self._own(path))
        except Exception as error:
            raise wrap_error(path, error) from error
        return self._entry(info) if info["type"] == "file" else None

    def below(self, path: str) -> Iterator[FileEntry]:
        own = self._own(path).rstrip("/")
        try:
            infos = self._filesystem.find(own, detail=True)
        except Exception as error:
            yield FileEntry(path, 0, 0, error=wrap_error(path, error))
            return
        for name, info in sorted(infos.items()):
            if not any(map(is_hidden, name.strip("/")[len(own.strip("/")) :].split("/"))):
                yield self._entry(info)

    def real(self, path: str) -> str:
        return path

    @contextmanager
    def open(self, entry: FileEntry) -> Generator[_Ranges | FileRanges]:
        own = self._own(entry.path)
        if not self._is_web:
            yield _Ranges(self._filesystem, own, entry)
            return
        try:
            # One without ranges is found out before it has sent all of the file. The size is known, and not asked for again.
            file = cast("Any", self._filesystem).open(own, "rb", size=entry.size)
        except Exception as error:
            raise wrap_error(entry.path, error) from error
        with file:
            yield FileRanges(RemoteFile(entry.path, file), entry.size)

    def _own(self, path: str) -> str:
        if not self._prefix:
            return path
        own: str = cast("Any", self._filesystem)._strip_protocol(path)
        return own

    def _entry(self, info: Mapping[str, object]) -> FileEntry:
        size, etag = info.get("size"), info.get("ETag") or info.get("etag")
        return FileEntry(
            self._prefix + str(info["name"]),
            size if isinstance(size, int) else 0,
            _mtime_of(info),
            str(etag).strip('"') if etag else None,
        )


class _Ranges:
    def __init__(self, filesystem: AbstractFileSystem, path: str, entry: FileEntry) -> None:
        self._filesystem = filesystem
        self._path = path
        self._name = entry.path
        self.size = entry.size

    def read(self, offset: int, size: int) -> bytes:
        end = min(offset + size, self.size)
        if offset >= end:
            return b""
        try:
            return self._filesystem.cat_file(self._path, start=offset, end=end)
        except Exception as error:
            raise wrap_error(self._name, error) from error


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

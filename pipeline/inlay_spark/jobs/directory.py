"""The directory of a job, wherever it lies: the driver and its tasks see the same one, and one run at a time is at work
on it. What is published there stays there, after a power cut too."""

from __future__ import annotations

import errno
import os
import posixpath
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any, Final

from pyarrow import fs

from inlay.changes.rewrite.new_file import write_at_once
from inlay.ground.files.aside import is_aside
from inlay.ground.files.entries import is_hidden
from inlay.ground.files.paths import normalize
from inlay_runtime.errors import InlayError
from inlay_spark.jobs.file_systems import filesystem_of

LOCK: Final = ".lock"
STAGING: Final = "_staging"
"""Below it lies the work of a run that is not over; readers pass over it."""


class JobError(InlayError):
    """A directory that a job cannot work in, or that does not say what it should."""


class LockedError(JobError):
    """Another run has the lock."""


class JobDirectory:
    """Travels to tasks, which open the file system anew."""

    def __init__(self, path: str) -> None:
        """`path` is a directory or a URL. OSError for what is neither."""
        self.path = normalize(path)
        self.filesystem, self._root = filesystem_of(self.path)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.path,)

    def at(self, *names: str) -> str:
        """A path in the terms of `filesystem`."""
        return "/".join([self._root.rstrip("/"), *names]) if names else self._root

    def url(self, name: str) -> str:
        """A path in the terms of Spark."""
        return posixpath.join(self.path, name)

    @property
    def is_local(self) -> bool:
        return self.filesystem.type_name == "local"

    def has(self, *names: str) -> bool:
        return self._info(*names).type is not fs.FileType.NotFound

    def names(self) -> set[str]:
        """What lies in the directory, but for the lock and what a kill left of a publication. NotADirectoryError for a
        file."""
        if self._info().type is fs.FileType.File:
            what = "this is a file, but must be a folder"
            raise NotADirectoryError(errno.ENOTDIR, what, self.path)
        return {name for name in self._entries() if name != LOCK and not is_aside(name)}

    def sizes(self, *names: str) -> dict[str, int]:
        """Of the files in a folder below, by their names, but for hidden ones. FileNotFoundError where there is none."""
        there = self.filesystem.get_file_info(fs.FileSelector(self.at(*names)))
        return {info.base_name: info.size or 0 for info in there if not is_hidden(info.base_name)}

    def files_below(self, *names: str) -> dict[str, int]:
        """The sizes of all files below a folder, by their paths below the directory; none where there is no such folder."""
        start = len(self.at().rstrip("/")) + 1
        selector = fs.FileSelector(self.at(*names), recursive=True, allow_not_found=True)
        there = self.filesystem.get_file_info(selector)
        return {info.path[start:]: info.size or 0 for info in there if info.is_file}

    def read(self, *names: str) -> bytes:
        with self.filesystem.open_input_stream(self.at(*names)) as file:
            return file.read()

    def write(self, data: bytes, *names: str) -> None:
        """For a run's own work: a kill may leave half of it, and nobody relies on it after a power cut."""
        with self.filesystem.open_output_stream(self.at(*names)) as file:
            file.write(data)

    def publish(self, data: bytes, *names: str) -> None:
        """At once or not at all, and for good. An object appears at once anyway."""
        if self.is_local:
            write_at_once(self.at(*names), data)
        else:
            self.write(data, *names)

    def make(self, *names: str) -> None:
        """A folder with those above it, for good."""
        if self.is_local:
            _make(self.at(*names))
        else:
            self.filesystem.create_dir(self.at(*names), recursive=True)

    def remove(self, *names: str) -> None:
        """A file, or a folder with all that is in it; nothing where there is nothing."""
        with suppress(FileNotFoundError):
            match self._info(*names).type:
                case fs.FileType.Directory:
                    self.filesystem.delete_dir(self.at(*names))
                case fs.FileType.NotFound:
                    return
                case _:
                    self.filesystem.delete_file(self.at(*names))
        if self.is_local:
            _sync(posixpath.dirname(self.at(*names)))

    def sync(self, *names: str) -> None:
        """A file, or a folder with all that is in it."""
        if not self.is_local:
            return
        top = self.at(*names)
        if not os.path.isdir(top):
            _sync(top)
            return
        for folder, _, files in os.walk(top):
            for name in files:
                _sync(os.path.join(folder, name))
            _sync(folder)

    def sync_folder(self, *names: str) -> None:
        """Which files are in a folder, and what they are called."""
        if self.is_local:
            _sync(self.at(*names))

    @contextmanager
    def lock(self) -> Generator[None]:
        """One run at a time: LockedError where another is at work. The lock of a process that was killed is gone with it;
        object stores have none."""
        if not self.is_local:
            yield
            return
        import fcntl

        self.make()
        with open(self.at(LOCK), "w", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise LockedError(f"{self.path}: another run is using it") from None
            for name in filter(is_aside, self._entries()):
                with suppress(OSError):
                    os.unlink(self.at(name))
            yield

    def _entries(self) -> list[str]:
        selector = fs.FileSelector(self.at(), allow_not_found=True)
        return [info.base_name for info in self.filesystem.get_file_info(selector)]

    def _info(self, *names: str) -> fs.FileInfo:
        return self.filesystem.get_file_info(self.at(*names))


def _make(path: str) -> None:
    """Each new folder is synced into the one above it."""
    if os.path.isdir(path):
        return
    above = os.path.dirname(path)
    _make(above)
    with suppress(FileExistsError):
        os.mkdir(path)
    _sync(above)


def _sync(path: str) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

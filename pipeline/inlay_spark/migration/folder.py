"""The folder of a journal, on any file system that both fsspec and Spark know by the same name: what is put there stays
there, after a power cut too."""

from __future__ import annotations

import errno
import json
import os
import posixpath
import shutil
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any, Final

import fsspec
from fsspec.core import url_to_fs

from inlay.rewrite.urls import is_url
from inlay.scan.entries import is_hidden

LOCK: Final = ".lock"
NEW: Final = ".new"
"""Behind the name of what is being put."""


class LockedError(Exception):
    """Another process has the lock."""


class Folder:
    """Travels to tasks, which open the file system anew."""

    def __init__(self, path: str) -> None:
        self.path = path

    @property
    def _fs(self) -> Any:
        return filesystem_of(self.path)[0]

    @property
    def _root(self) -> str:
        return filesystem_of(self.path)[1]

    def at(self, name: str) -> str:
        """As Spark and `filesystem_of` know it."""
        return posixpath.join(self.path, name)

    def has(self, name: str) -> bool:
        self._fs.invalidate_cache()
        return bool(self._fs.exists(self._in(name)))

    def names(self) -> set[str]:
        """NotADirectoryError for a file."""
        if self._fs.isfile(self._root):
            what = "a journal is a folder, and this is a file"
            raise NotADirectoryError(errno.ENOTDIR, what, self.path)
        there = self._fs.ls(self._root, detail=False) if self._fs.exists(self._root) else []
        return {posixpath.basename(name) for name in there}

    def sizes(self, name: str) -> dict[str, int]:
        """Of the files in a folder below, by their names, but for hidden ones."""
        self._fs.invalidate_cache()
        found = self._fs.ls(self._in(name), detail=True)
        sizes = {posixpath.basename(one["name"]): one["size"] for one in found}
        return {part: size for part, size in sizes.items() if not is_hidden(part)}

    def get(self, name: str) -> Any:
        """What `put` was given. OSError, ValueError where there is no such thing."""
        return json.loads(self._fs.cat_file(self._in(name)))

    def make(self) -> None:
        if not is_url(self.path):
            _make(self.path)

    def put(self, name: str, said: dict[str, Any]) -> None:
        """At once or not at all."""
        data = json.dumps(said, indent=2).encode() + b"\n"
        if is_url(self.path):
            with self._fs.open(self._in(name), "wb") as file:
                file.write(data)
            return
        target = self._in(name)
        with open(f"{target}{NEW}", "wb") as made:
            made.write(data)
            made.flush()
            os.fsync(made.fileno())
        os.replace(f"{target}{NEW}", target)
        _sync(self._root)

    def remove(self, name: str) -> None:
        """A file, or a folder with all that is in it; nothing where there is nothing."""
        with suppress(FileNotFoundError):
            if is_url(self.path):
                self._fs.rm(self._in(name), recursive=True)
            elif os.path.isdir(self._in(name)):
                shutil.rmtree(self._in(name))
            else:
                os.unlink(self._in(name))
        if not is_url(self.path):
            _sync(self._root)

    def sync(self, name: str) -> None:
        """All that is in a folder below."""
        if is_url(self.path):
            return
        for here, _, names in os.walk(self._in(name)):
            for one in names:
                _sync(os.path.join(here, one))
            _sync(here)

    @contextmanager
    def locked(self) -> Generator[None]:
        """The lock of a process that was killed is gone with it. Object stores have none."""
        if is_url(self.path):
            yield
            return
        import fcntl

        with open(self._in(LOCK), "w", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise LockedError from None
            yield

    def _in(self, name: str) -> str:
        return posixpath.join(self._root, name)


def filesystem_of(path: str) -> tuple[Any, str]:
    """fsspec's, and the path there. A local path is not shown to fsspec, for which `::` in it is a chain."""
    if not is_url(path):
        return fsspec.filesystem("file"), path
    try:
        fs, root = url_to_fs(path)
    except (ImportError, ValueError) as error:
        raise OSError(errno.EINVAL, str(error), path) from error
    return fs, root


def _make(path: str) -> None:
    """For good: each new folder is synced into the one above it."""
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

"""Where files lie, as far as a scan needs it: what is there, and some bytes of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from inlay.ground.files.entries import FileEntry


class Handle(Protocol):
    """An open file: its size now, and ranges of it. Each `read` is one request."""

    @property
    def size(self) -> int: ...

    def read(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes; fewer only where the file ends."""
        ...


class Store(Protocol):
    """A file system. One is opened by whoever reads, in the process that reads: connections do not
    survive a fork."""

    @property
    def concurrency(self) -> int:
        """How many files are worth reading at a time: 1 where a read does not wait for a network."""
        ...

    @property
    def has_links(self) -> bool:
        """Whether two paths may lead to one file."""
        ...

    def entry(self, path: str) -> FileEntry | None:
        """The file at `path`; None if that is a directory. FileNotFoundError if there is nothing."""
        ...

    def below(self, path: str) -> Iterator[FileEntry]:
        """Every file below a directory that is not hidden, in an order that is always the same, what links lead to
        behind all else. A directory that cannot be read is an entry with an error."""
        ...

    def real(self, path: str) -> str:
        """Where it leads if links are followed: the same for the same file, by whatever path."""
        ...

    def open(self, entry: FileEntry) -> AbstractContextManager[Handle]: ...

"""A store with a single file: what was opened elsewhere, bytes, and a URL within a URL, which nobody can list."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager

from inlay.ground.files.entries import FileEntry
from inlay.ground.files.ranges import FileRanges
from inlay.ground.files.source import Source, open_source, size_of


class OneFile:
    """Its path is what errors call it."""

    concurrency = 1

    def __init__(self, source: Source) -> None:
        self._source = source

    def entry(self, path: str) -> FileEntry | None:
        with open_source(self._source) as file:
            return FileEntry(path, size_of(file), 0)

    def below(self, path: str) -> Iterator[FileEntry]:
        return iter(())

    def real(self, path: str) -> str:
        # Several files may have no name at all.
        return path if isinstance(self._source, str) else f"{path} {id(self._source)}"

    @contextmanager
    def open(self, entry: FileEntry) -> Generator[FileRanges]:
        with open_source(self._source) as file:
            yield FileRanges(file, size_of(file))

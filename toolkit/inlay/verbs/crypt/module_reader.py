"""The bytes of modules, read ahead."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.footers.encryption.cipher import LENGTH, NONCE
from inlay.ground.files.remote import RemoteFile
from inlay.ground.files.source import Seekable, read_at
from inlay.verbs.crypt.met_module import MetModule

_STEP: Final = 1 << 20
"""Bytes that are read ahead: what is decrypted is then still in the cache of the processor."""

_REMOTE_STEP: Final = 1 << 22
"""The same of a store, where a request takes long."""

_SMALL: Final = 1 << 16


_MOST_WINDOWS: Final = 4
"""Pages, column indexes, offset indexes and Bloom filters lie apart, and those of each chunk are read in turn."""


class _Window(NamedTuple):
    start: int
    data: memoryview

    def has(self, start: int, size: int) -> bool:
        return 0 <= start - self.start <= len(self.data) - size


class ModuleReader:
    """Bytes of a file, some of them ahead in several places; none from `end` on."""

    def __init__(self, file: Seekable, end: int) -> None:
        self._file = file
        self.end = end
        self._is_remote = isinstance(file, RemoteFile)
        self._step = _REMOTE_STEP if self._is_remote else _STEP
        self._windows: list[_Window] = []
        """The last one was used last."""

    def read(self, start: int, size: int) -> memoryview:
        """Fewer where the file ends."""
        return self.read_ahead(start, size)[:size]

    def read_ahead(self, start: int, size: int) -> memoryview:
        """All that is at hand from there on, which is at least `size`; less where the file ends."""
        window = self._find(start, size)
        if window is None:
            self._drop_before(start)
            wanted = max(min(max(size, self._step), self.end - start), 0)
            window = _Window(start, memoryview(read_at(self._file, start, wanted)))
            self._windows.append(window)
        elif window is not self._windows[-1]:
            self._windows.remove(window)
            self._windows.append(window)
        return window.data[start - window.start :]

    def _find(self, start: int, size: int) -> _Window | None:
        return next((it for it in reversed(self._windows) if it.has(start, size)), None)

    def _drop_before(self, start: int) -> None:
        """So that the next bytes take the same memory: what they go on from, or else what was not used for longest."""
        gone = next((it for it in self._windows if it.has(start, 0)), None)
        if gone is None and len(self._windows) == _MOST_WINDOWS:
            gone = self._windows[0]
        if gone is not None:
            self._windows.remove(gone)

    def list_extents(self, start: int, end: int) -> list[tuple[int, int]]:
        """Where modules begin and end, one behind the other, by their lengths in the clear; the last one ends at `end` unless a length
        is wrong."""
        extents: list[tuple[int, int]] = []
        reads_all = self._is_remote or end - start <= self._step
        while start < end:
            # Lengths of large modules are few bytes each, and all of a chunk is read once, when its modules are opened.
            is_near = reads_all or self._find(start, LENGTH) is not None
            data = self.read(start, LENGTH) if is_near else read_at(self._file, start, LENGTH)
            stop = start + LENGTH + int.from_bytes(data, "little")
            if not start + LENGTH + NONCE <= stop <= end:
                break
            extents.append((start, stop))
            # Two of them are a page: a header is small, always.
            reads_all = reads_all or (len(extents) == 2 and stop - extents[0][0] < _SMALL)
            start = stop
        return extents

    def find_end(self, start: int) -> int:
        """Where a module ends that begins here, by its length."""
        return start + LENGTH + int.from_bytes(self.read(start, LENGTH), "little")


def read_module(reader: ModuleReader, module: MetModule) -> memoryview:
    """All of its bytes."""
    if module.inside:
        return memoryview(module.inside)
    return reader.read(module.start, module.end - module.start)


def read_nonce(reader: ModuleReader, module: MetModule) -> bytes:
    """Of one of which nothing else is read."""
    if module.inside:
        return module.inside[LENGTH : LENGTH + NONCE]
    return bytes(reader.read(module.start, LENGTH + NONCE)[LENGTH:])

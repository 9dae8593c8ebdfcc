"""The bytes of modules, read ahead."""

from __future__ import annotations

from typing import Final

from inlay.footers.encryption.cipher import LENGTH, NONCE
from inlay.ground.files.remote import RemoteFile
from inlay.ground.files.source import Seekable, read_at
from inlay.verbs.crypt.met_module import MetModule

_STEP: Final = 1 << 20
"""Bytes that are read ahead: what is decrypted is then still in the cache of the processor."""

_REMOTE_STEP: Final = 1 << 22
"""The same of a store, where a request takes long."""

_SMALL: Final = 1 << 16


class ModuleReader:
    """Bytes of a file, some of them ahead; none from `end` on."""

    def __init__(self, file: Seekable, end: int) -> None:
        self._file = file
        self.end = end
        self._start = 0
        self._is_remote = isinstance(file, RemoteFile)
        self._step = _REMOTE_STEP if self._is_remote else _STEP
        self._ahead = memoryview(b"")

    def read(self, start: int, size: int) -> memoryview:
        """Fewer where the file ends."""
        inside = start - self._start
        if not 0 <= inside <= len(self._ahead) - size:
            wanted = max(min(max(size, self._step), self.end - start), 0)
            self._start, inside = start, 0
            self._ahead = memoryview(b"")  # so that the next bytes take the same memory
            self._ahead = memoryview(read_at(self._file, start, wanted))
        return self._ahead[inside : inside + size]

    def read_ahead(self, start: int, size: int) -> memoryview:
        """All that is at hand from there on, which is at least `size`; less where the file ends."""
        self.read(start, size)
        return self._ahead[start - self._start :]

    def _has(self, start: int, size: int) -> bool:
        return 0 <= start - self._start <= len(self._ahead) - size

    def list_extents(self, start: int, end: int) -> list[tuple[int, int]]:
        """Where modules begin and end, one behind the other, by their lengths in the clear; the last one ends at `end` unless a length
        is wrong."""
        extents: list[tuple[int, int]] = []
        reads_all = self._is_remote or end - start <= self._step
        while start < end:
            # Lengths of large modules are few bytes each, and all of a chunk is read once, when its modules are opened.
            is_near = reads_all or self._has(start, LENGTH)
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

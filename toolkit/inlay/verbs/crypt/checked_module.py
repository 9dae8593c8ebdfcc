"""Modules as they are met in a file, and whether each opens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from inlay.footers.encryption.cipher import LENGTH, NONCE
from inlay.footers.encryption.modules import ModulePlace
from inlay.ground.files.remote import RemoteFile
from inlay.ground.files.source import Seekable, read_at

_STEP: Final = 1 << 20
"""Bytes that are read ahead: what is decrypted is then still in the cache of the processor."""

_REMOTE_STEP: Final = 1 << 22
"""The same of a store, where a request takes long."""

_SMALL: Final = 1 << 16
_MOST_NONCES: Final = 2_000_000


@dataclass(
    slots=True, eq=False
)  # frozen, it would take three times as long to make, and they are many
class MetModule:
    """A module at bytes `start` to `end` of the file, where the module of this place belongs, with its length in front. One that lies
    `inside` of the footer has its bytes there."""

    place: ModulePlace
    column: str
    key: bytes = field(repr=False)
    start: int
    end: int
    inside: bytes = b""

    @property
    def words(self) -> str:
        return self.place.describe(self.column)


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


class Nonces:
    """The nonces of each key, of one file after another: none may be used twice."""

    def __init__(self) -> None:
        self._path = ""
        self._count = 0
        self._seen: dict[bytes, dict[bytes, _Owner]] = {}

    def begin(self, path: str) -> None:
        """What follows is of this file. Of very many modules, those of earlier files are forgotten."""
        self._path = path
        if self._count > _MOST_NONCES:
            self._seen.clear()
            self._count = 0

    def find_earlier(self, module: MetModule, nonce: bytes) -> str:
        """What had it before, in words; empty where nothing had."""
        seen = self._seen.get(module.key)
        if seen is None:
            seen = self._seen[module.key] = {}
        own = self._path, module.place, module.column
        earlier = seen.setdefault(nonce, own)
        if earlier is own:
            self._count += 1
            return ""
        path, place, column = earlier
        words = place.describe(column)
        return words if path == self._path else f"{words} of {path}"


_Owner: TypeAlias = tuple[str, ModulePlace, str]
"""The file, the place, and the column."""


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

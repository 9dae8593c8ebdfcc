"""Modules as they are met in a file, and whether each opens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from inlay.footers.encryption.cipher import LENGTH, NONCE
from inlay.footers.encryption.modules import ModulePlace
from inlay.ground.files.remote import RemoteFile
from inlay.ground.files.source import Seekable, read_at

_STEP: Final = 1 << 22
_MOST_NONCES: Final = 2_000_000


@dataclass(frozen=True, slots=True, eq=False)
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
        self._ahead = memoryview(b"")

    def read(self, start: int, size: int) -> memoryview:
        """Fewer where the file ends."""
        if not self._has(start, size):
            wanted = max(min(max(size, _STEP), self.end - start), 0)
            self._start = start
            self._ahead = memoryview(b"")  # so that the next bytes take the same memory
            self._ahead = memoryview(read_at(self._file, start, wanted))
        inside = start - self._start
        return self._ahead[inside : inside + size]

    def _has(self, start: int, size: int) -> bool:
        return 0 <= start - self._start <= len(self._ahead) - size

    def list_extents(self, start: int, end: int) -> list[tuple[int, int]]:
        """Where modules begin and end, one behind the other, by their lengths in the clear; the last one ends at `end` unless a length
        is wrong."""
        extents: list[tuple[int, int]] = []
        while start < end:
            stop = self.find_end(start)
            if not start + LENGTH + NONCE <= stop <= end:
                break
            extents.append((start, stop))
            start = stop
        return extents

    def find_end(self, start: int) -> int:
        """Where a module ends that begins here, by its length."""
        is_near = isinstance(self._file, RemoteFile) or self._has(start, LENGTH)
        # All of a chunk is read once, when its modules are opened: lengths alone are few bytes, and a request to a store is not.
        data = self.read(start, LENGTH) if is_near else read_at(self._file, start, LENGTH)
        return start + LENGTH + int.from_bytes(data, "little")


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
        seen = self._seen.setdefault(module.key, {})
        own = _Owner(self._path, module.place, module.column)
        earlier = seen.setdefault(nonce, own)
        self._count += earlier is own
        if earlier is own:
            return ""
        words = earlier.place.describe(earlier.column)
        return words if earlier.path == self._path else f"{words} of {earlier.path}"


class _Owner(NamedTuple):
    path: str
    place: ModulePlace
    column: str


def read_module(reader: ModuleReader, module: MetModule) -> memoryview:
    """All of its bytes."""
    if module.inside:
        return memoryview(module.inside)
    return reader.read(module.start, module.end - module.start)


def read_nonce(reader: ModuleReader, module: MetModule) -> bytes:
    return bytes(read_module(reader, module)[LENGTH : LENGTH + NONCE])

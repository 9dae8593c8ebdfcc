"""Where the bytes of a new file go, one after the other."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from typing import IO, Final, Protocol

from inlay.ground.files.source import Seekable, read_at
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.file_copy import copy_bytes, descriptor_of

STEP: Final = 1 << 20

_HELD: Final = 32 << 20
"""Bytes of a new file that wait to be written to the disk."""


class Destination(Protocol):
    """What bytes are put into."""

    @property
    def size(self) -> int:
        """Bytes so far, which is the offset of what comes next."""
        ...

    def copy(self, source: Seekable, offset: int, length: int, known: bytes = b"") -> None:
        """Bytes of another file. Where somebody has read the first ones, they are `known`."""
        ...

    def append(self, data: bytes) -> None: ...


class Sink(Destination, Protocol):
    """`inlay.ground.files.spliced.SplicedFile` is one as well."""

    @property
    def written(self) -> Seekable:
        """These bytes, to be read back. Who does puts its position at their end again."""
        ...


class WritableFile(Seekable, Protocol):
    """A file that is being written."""

    def write_all(self, data: bytes, offset: int) -> None: ...


class _Appending(ABC):
    """Copies by appending, step by step."""

    def __init__(self) -> None:
        self.size: int = 0

    @abstractmethod
    def append(self, data: bytes) -> None: ...

    def copy(self, source: Seekable, offset: int, length: int, known: bytes = b"") -> None:
        if known:
            self.append(known)
        offset, length = offset + len(known), length - len(known)
        while length > 0:
            data = read_at(source, offset, min(STEP, length))
            if not data:
                raise ChunkError("the file ends before it should", offset)
            self.append(data)
            offset += len(data)
            length -= len(data)


class FileSink(_Appending):
    """Straight onto a target; without one, bytes are only counted."""

    def __init__(self, target: WritableFile | None) -> None:
        super().__init__()
        self._target = target

    @property
    def written(self) -> Seekable:
        assert self._target is not None  # bytes that are only counted cannot be read
        return self._target

    def append(self, data: bytes) -> None:
        if self._target is not None:
            self._target.write_all(data, self.size)
        self.size += len(data)


class StreamSink(_Appending):
    """Onto an open file, from its start to its end."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self._file = file
        self._descriptor = descriptor_of(file)
        self._buffer = bytearray()
        self._on_its_way: int = 0

    @property
    def written(self) -> Seekable:
        self._file.flush()
        return self._file

    def append(self, data: bytes) -> None:
        self._file.write(data)
        self.size += len(data)
        self._hurry()

    def copy(self, source: Seekable, offset: int, length: int, known: bytes = b"") -> None:
        if not known:
            self._buffer = self._buffer or bytearray(STEP)
            done = copy_bytes(source, offset, self._file, length, self._buffer)
            self.size += done
            offset, length = offset + done, length - done
        super().copy(source, offset, length, known)
        self._hurry()

    def _hurry(self) -> None:
        """Has the system write what it holds of the file while the rest is copied: otherwise all of it is written at the end."""
        waiting = self.size - self._on_its_way
        if waiting < _HELD or self._descriptor is None or not hasattr(os, "posix_fadvise"):
            return
        self._file.flush()
        # Only what is written already would be forgotten, and that is nothing yet.
        os.posix_fadvise(self._descriptor, self._on_its_way, waiting, os.POSIX_FADV_DONTNEED)
        self._on_its_way = self.size

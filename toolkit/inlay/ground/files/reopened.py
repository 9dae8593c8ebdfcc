"""More files than a process may have open: each is open_source when it is read, and closed when others have been read since."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final, NamedTuple

from inlay.ground.files.paths import find_local_path
from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.source import (
    Seekable,
    Source,
    name_of,
    open_local,
    open_source,
    read_at,
    size_of,
)

LIMIT: Final = 64
"""Files that are open at a time."""


class _Open(NamedTuple):
    file: Seekable
    close: Callable[[], object]


def _open(source: Source) -> _Open:
    local = find_local_path(source) if isinstance(source, str) else None
    if local is not None:  # nearly always: without what else a source may be
        file = open_local(str(source), local)
        return _Open(file, file.close)
    closing = ExitStack()
    return _Open(closing.enter_context(open_source(source)), closing.close)


class OpenFiles:
    """Closes the file that was read longest ago, where one too many would be open."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._open: OrderedDict[Reopened, _Open] = OrderedDict()

    def file_of(self, asked: Reopened) -> Seekable:
        known = self._open.get(asked)
        if known is not None:
            self._open.move_to_end(asked)
            return known.file
        while len(self._open) >= self._limit:
            self._open.popitem(last=False)[1].close()
        opened = self._open[asked] = _open(asked.source)
        return opened.file

    def close(self) -> None:
        while self._open:
            self._open.popitem()[1].close()


class Reopened(RandomAccess):
    """Reads like the file of a source that can be open_source again and again; closed by whoever has the `OpenFiles`."""

    def __init__(self, source: Source, files: OpenFiles, *, opens: bool = True) -> None:
        """Raises what opening raises. A local file need not be opened before it is read, which then raises that."""
        super().__init__()
        self.source = source
        self.name = name_of(source)
        self._files = files
        opened_size = size_of(files.file_of(self)) if opens else 0
        self._identity = _identity_of(source)
        self._size = opened_size if opens else self._identity.size

    @property
    def size(self) -> int:
        return self._size

    @property
    def opened(self) -> Seekable:
        """What it reads now; it is closed when others have been read since."""
        return self._files.file_of(self)

    def fileno(self) -> int:
        fileno = getattr(self.opened, "fileno", None)
        return super().fileno() if fileno is None else int(fileno())

    def read_at(self, offset: int, size: int, /) -> bytes:
        return read_at(self.opened, offset, size)

    @property
    def has_changed(self) -> bool:
        """Whether the path leads to another file by now, or the file was written to."""
        return _identity_of(self.source) != self._identity


class _Identity(NamedTuple):
    """Of a local file; all 0 of what has none that can be had for nothing, as in stores."""

    device: int = 0
    inode: int = 0
    size: int = 0
    mtime_ns: int = 0


_NONE: Final = _Identity()


def _identity_of(source: Source) -> _Identity:
    if not isinstance(source, str | os.PathLike):
        return _NONE
    try:
        status = os.stat(source)
    except (OSError, ValueError):
        return _NONE
    return _Identity(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)

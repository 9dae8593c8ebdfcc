"""Whether all readers were asked about the same bytes."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from inlay.changes.rewrite.errors import ChangedError


class FileState(NamedTuple):
    device: int
    inode: int
    size: int
    mtime_ns: int


def state_of(path: Path) -> FileState:
    status = path.stat()
    return FileState(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


@contextmanager
def require_unchanged(path: Path, noted: FileState) -> Generator[None]:
    """Raises ChangedError afterwards if another file is there by now, or none, or if this one was written to."""
    try:
        yield
    except OSError:  # the file may have gone just then
        _require_same(path, noted)
        raise
    _require_same(path, noted)


def _require_same(path: Path, noted: FileState) -> None:
    try:
        is_same = state_of(path) == noted
    except FileNotFoundError:
        raise ChangedError(str(path), "the file was removed while it was being read") from None
    if not is_same:
        raise ChangedError(str(path), "the file changed while it was being read")

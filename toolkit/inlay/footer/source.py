"""Where the bytes come from: a local path, or anything that can seek and read."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol, TypeAlias, runtime_checkable


@runtime_checkable
class Seekable(Protocol):
    """The part of a binary file that is used; fsspec and pyarrow files have it too."""

    def seek(self, offset: int, whence: int = 0, /) -> int | None: ...

    def tell(self) -> int: ...

    def read(self, size: int, /) -> bytes: ...


Source: TypeAlias = "str | os.PathLike[str] | Seekable"


def name_of(source: Source) -> str:
    """What errors call it."""
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    return str(getattr(source, "name", None) or getattr(source, "path", None) or "<file object>")


@contextmanager
def opened(source: Source) -> Generator[Seekable]:
    """The source as a file; one that was opened here is closed here."""
    if isinstance(source, str | os.PathLike):
        # Unbuffered: the reads are few and large, and a buffer would only add a copy.
        with open(source, "rb", buffering=0) as file:
            yield file
    else:
        yield source


def size_of(file: Seekable) -> int:
    file.seek(0, os.SEEK_END)
    return file.tell()


def read_at(file: Seekable, offset: int, size: int) -> bytes:
    """Up to `size` bytes from `offset`; fewer only where the file ends."""
    file.seek(offset)
    parts: list[bytes] = []
    while size > 0 and (part := file.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)

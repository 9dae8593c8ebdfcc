"""Where the bytes come from: a local path, a URL that fsspec knows, or anything that can seek and read."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, cast, runtime_checkable

from inlay.files.memory import MemoryFile
from inlay.files.remote import RemoteFile, about_url

if TYPE_CHECKING:
    from pyarrow import Buffer


@runtime_checkable
class Seekable(Protocol):
    """The part of a binary file that is used; fsspec and pyarrow files have it too."""

    def seek(self, offset: int, whence: int = 0, /) -> int | None: ...

    def tell(self) -> int: ...

    def read(self, size: int, /) -> bytes: ...


Source: TypeAlias = "str | os.PathLike[str] | Seekable | bytes | bytearray | memoryview | Buffer"
"""A path, a URL, a binary file, or the bytes of one; pyarrow's buffers are bytes too."""


_URL: Final = "://"
"""What tells a URL from a path."""

_STDIN: Final = "-"
_SAVE: Final = ", and a footer is read from the end: save it to a file"


def name_of(source: Source) -> str:
    """What errors call it."""
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    return str(getattr(source, "name", None) or getattr(source, "path", None) or "<file object>")


@contextmanager
def opened(source: Source) -> Generator[Seekable]:
    """The source as a file; one that was opened here is closed here."""
    if isinstance(source, str) and _URL in source:
        with _open_url(source) as file:
            yield file
    elif isinstance(source, str | os.PathLike):
        # Unbuffered: the reads are few and large, and a buffer would only add a copy.
        with open(source, "rb", buffering=0, opener=_open_regular) as file:
            yield file
    elif isinstance(source, Seekable):
        yield source
    else:
        yield _in_memory(source)


def _in_memory(source: Any) -> Seekable:
    try:
        return MemoryFile(memoryview(source))
    except TypeError:
        kind = type(source).__qualname__
        what = f"a path, a URL, bytes, or a binary file that can seek and read: not {kind}"
        raise TypeError(f"a Parquet file is {what}") from None


def _open_regular(path: str, flags: int) -> int:
    """Without a wait for the other end of a pipe; a device may have no end at all."""
    try:
        file = os.open(path, flags | os.O_NONBLOCK)
    except FileNotFoundError:
        if path != _STDIN:
            raise
        raise OSError(
            errno.ESPIPE, f"Standard input cannot be read from its end{_SAVE}", path
        ) from None
    mode = os.fstat(file).st_mode
    if stat.S_ISREG(mode):
        return file
    os.close(file)
    number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
    reason = (
        "Is a directory (try: inlay scan)" if stat.S_ISDIR(mode) else f"Not a regular file{_SAVE}"
    )
    raise OSError(number, reason, path)


@contextmanager
def _open_url(url: str) -> Generator[Seekable]:
    """Whatever goes wrong is an OSError that names the URL, for file systems name what they please."""
    try:
        import fsspec
    except ImportError as error:
        raise about_url(url, error) from error
    file: Any
    with ExitStack() as stack:
        try:
            # What it opens on the way - an archive, a copy - lives as long as it does itself.
            file = stack.enter_context(cast("Any", fsspec.open(url, "rb")))
        except Exception as error:
            raise about_url(url, error) from error
        yield RemoteFile(url, file)


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

"""Where the bytes come from: a local path, a URL that fsspec knows, or anything that can seek and read."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, ExitStack, contextmanager
from io import FileIO, IOBase, TextIOBase
from itertools import islice
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Protocol,
    TypeAlias,
    TypeGuard,
    cast,
    runtime_checkable,
)

from inlay.ground.files.clients import open_arrow_client, open_fsspec_client, uses_arrow
from inlay.ground.files.memory import BYTES, MemoryFile
from inlay.ground.files.open_flags import WAIT_NOT
from inlay.ground.files.paths import find_local_path, has_wildcard
from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.remote import RemoteFile, wrap_error

if TYPE_CHECKING:
    from pyarrow import Buffer


@runtime_checkable
class Seekable(Protocol):
    """The part of a binary file that is used; fsspec and pyarrow files have it too."""

    def seek(self, offset: int, whence: int = 0, /) -> int | None: ...

    def tell(self) -> int: ...

    def read(self, size: int, /) -> bytes: ...


@runtime_checkable
class Unopened(Protocol):
    """A file that is yet to be opened, as `fsspec.open` returns it."""

    @property
    def fs(self) -> object: ...

    @property
    def full_name(self) -> str: ...

    def __enter__(self) -> object: ...

    def __exit__(self, *_: object) -> object: ...


Source: TypeAlias = (
    "str | os.PathLike[str] | Seekable | Unopened | bytes | bytearray | memoryview | Buffer"
)
"""One file: a path, a URL, a binary file, or the bytes of one; pyarrow's buffers are bytes too. docs/sources.md has the table."""


_IN_MEMORY: Final = bytes, bytearray, memoryview
"""Asked for first: to ask for what a class can do takes longer than to read the footer of a small file."""

_STDIN: Final = "-"
_SAVE: Final = ", and a footer is read from the end: save it to a file"


def is_source(value: object) -> TypeGuard[Source]:
    """Whether this stands for one file; a list of files does not."""
    if isinstance(value, _IN_MEMORY):
        return True
    if isinstance(value, str | os.PathLike) or is_file(value) or isinstance(value, Unopened):
        return not isinstance(value, TextIOBase)
    return is_buffer(value)


def list_sources(given: Source | Iterable[Source], taker: str) -> list[Source]:
    """The sources, of one or of several. TypeError for anything else; `taker` is what it calls the function."""
    several: list[object] = [given]
    if not is_source(given) and isinstance(given, Iterable) and not isinstance(given, TextIOBase):
        several = [*cast("Iterable[object]", given)]
    for wrong in several:
        if not is_source(wrong):
            taken = f"{taker} takes paths, URLs, bytes and open files, one or several"
            raise TypeError(f"{taken}: not {type(wrong).__qualname__}")
    return [source for source in several if is_source(source)]


def is_file(value: object) -> TypeGuard[Seekable]:
    """Whether this seeks and reads. Most files are of Python's own classes, which are far quicker to ask for than what a
    class can do."""
    return not isinstance(value, _IN_MEMORY) and isinstance(
        value, (IOBase, Seekable)
    )  # in this order


def is_buffer(value: object) -> TypeGuard[bytes | bytearray | memoryview | Buffer]:
    """Whether this is bytes in memory, of whatever library."""
    try:
        memoryview(cast("Any", value)).release()
    except TypeError:
        return False
    return True


def name_of(source: Source) -> str:
    """What errors call it."""
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    if isinstance(source, _IN_MEMORY):
        return BYTES
    if not is_file(source):
        return source.full_name if isinstance(source, Unopened) else BYTES
    return str(getattr(source, "name", None) or getattr(source, "path", None) or "<file object>")


@contextmanager
def open_source(source: Source) -> Generator[Seekable]:
    """The source as a file; one that was opened here is closed here.

    Raises OSError for what cannot be opened, with its name, and TypeError for what is not a file.
    """
    if not is_source(source):
        kind = type(source).__qualname__
        what = f"a path, a URL, bytes, or a binary file that can seek and read: not {kind}"
        raise TypeError(f"a Parquet file is {what}")
    if isinstance(source, str | os.PathLike):
        with _open_named(source) as file:
            yield file
    elif isinstance(source, _IN_MEMORY):
        yield MemoryFile(memoryview(source))
    elif is_file(source):
        _check_seekable(source)
        yield source
    elif isinstance(source, Unopened):
        with _open_unopened(source) as file:
            yield file
    else:
        yield MemoryFile(memoryview(cast("Any", source)))


@contextmanager
def _open_named(source: str | os.PathLike[str]) -> Generator[Seekable]:
    name = os.fspath(source)
    local = find_local_path(name) if isinstance(source, str) else name
    if local is None:
        with _open_url(name) as file:
            yield file
        return
    with open_local(name, local) as file:
        yield file


def open_local(name: str, local: str | os.PathLike[str]) -> FileIO:
    """A file of this machine, which errors call `name`."""
    try:
        # Unbuffered: the reads are few and large, and a buffer would only add a copy.
        return open(local, "rb", buffering=0, opener=_open_regular)
    except OSError as error:
        error.filename = name
        raise


_IN_PYTHON: Final = " (in Python, glob.glob lists them)"
_BY_ITSELF: Final = (
    f"{_IN_PYTHON}, or use what takes folders and globs, such as `inlay verify` and inlay.lint"
)
_MOST_NAMES: Final = 2000
"""So many of a folder are looked at for what an error says."""


def say_for_terminal(reason: str) -> str:
    """What a command says of a path that is not one file, without the words for Python."""
    return reason.replace(_IN_PYTHON, "").replace(
        "such as `inlay verify` and inlay.lint", "such as `inlay verify`"
    )


def _check_seekable(file: Seekable) -> None:
    """What comes in one piece, as a pipe and the answer of a server do, has `seek` and cannot."""
    ask: Callable[[], bool] | None = getattr(file, "seekable", None)
    if ask is not None and not ask():
        raise OSError(errno.ESPIPE, f"Not a file that can seek{_SAVE}", name_of(file))


def _open_regular(path: str, flags: int) -> int:
    """Without a wait for the other end of a pipe; a device may have no end at all."""
    try:
        file = os.open(path, flags | WAIT_NOT)
    except FileNotFoundError as error:
        if has_wildcard(path):
            reason = f"No such file; as a glob it stands for several, and one is meant: give each by itself{_BY_ITSELF}"
            raise FileNotFoundError(error.errno, reason, path) from None
        if path != _STDIN:
            _note_nearest(error, path)
            raise
        raise OSError(
            errno.ESPIPE, f"Standard input cannot be read from its end{_SAVE}", path
        ) from None
    mode = os.fstat(file).st_mode
    if stat.S_ISREG(mode):
        return file
    os.close(file)
    number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
    glob = os.path.join(path, _level_of_files(path), "*.parquet")
    reason = (
        f"Is a folder, and one file is meant: give each of {glob} by itself{_BY_ITSELF}"
        if stat.S_ISDIR(mode)
        else f"Not a regular file{_SAVE}"
    )
    raise OSError(number, reason, path)


def _level_of_files(folder: str) -> str:
    """Where files lie, as far as the names of a folder tell it: in itself, or below it."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in islice(entries, _MOST_NAMES)]
    except OSError:
        return ""
    return "" if not names or any(name.endswith(".parquet") for name in names) else "**"


def _note_nearest(error: OSError, path: str) -> None:
    """What a traceback shows below it; a command has it in a line of its own."""
    from inlay_runtime.missing_paths import advise_on_missing

    if advice := advise_on_missing(path):
        error.add_note(f"try: {advice}")


@contextmanager
def _open_unopened(source: Unopened) -> Generator[Seekable]:
    with ExitStack() as stack:
        try:
            file = stack.enter_context(cast("AbstractContextManager[Any]", source))
        except Exception as error:
            raise wrap_error(source.full_name, error) from error
        yield RemoteFile(source.full_name, file)


@contextmanager
def _open_url(url: str) -> Generator[Seekable]:
    """Whatever goes wrong is an OSError that names the URL, for file systems name what they please."""
    client: Any
    client, path = open_arrow_client(url) if uses_arrow(url) else open_fsspec_client(url)
    with ExitStack() as stack:
        try:
            # What the client opened on the way - an archive, a copy - lives as long as it does itself.
            opening = client.open_input_file(path) if uses_arrow(url) else client.open(path, "rb")
            file = stack.enter_context(opening)
        except Exception as error:
            raise wrap_error(url, error) from error
        yield RemoteFile(url, file)


def size_of(file: Seekable) -> int:
    try:
        file.seek(0, os.SEEK_END)
        return file.tell()
    except OSError as error:
        _name_in(error, file)
        raise


def read_at(file: Seekable, offset: int, size: int) -> bytes:
    """Up to `size` bytes from `offset`; fewer only where the file ends."""
    parts: list[bytes] = []
    try:
        if isinstance(file, RandomAccess):
            while size > 0 and (part := file.read_at(offset, size)):
                if len(part) == size and not parts:
                    return part  # nearly always
                parts.append(part)
                offset += len(part)
                size -= len(part)
        else:
            file.seek(offset)
            while size > 0 and (part := file.read(size)):
                parts.append(part)
                size -= len(part)
    except OSError as error:
        _name_in(error, file)
        raise
    return b"".join(parts)


def _name_in(error: OSError, file: Seekable) -> None:
    """A disk that fails under an open file does not say which file that is."""
    if error.errno is not None and error.filename is None:
        error.filename = name_of(file)

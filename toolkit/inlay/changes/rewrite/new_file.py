"""A file that appears under its name, whole and synced, or not at all: what `-o OUT` promises, for bytes that are new."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Set
from contextlib import suppress
from io import BufferedRandom, FileIO
from typing import IO, Any, Final

from inlay.changes.rewrite.attributes import keep_permissions
from inlay.changes.rewrite.local_folders import LocalFolders
from inlay.changes.rewrite.open_file import OpenFile, open_file
from inlay.changes.rewrite.policy import refuse_table_file
from inlay.changes.rewrite.replace import output_exists, publish_atomically, refuse_special
from inlay.changes.rewrite.reserved_space import reserve_space
from inlay.changes.rewrite.same_file import is_same_file
from inlay.changes.rewrite.system import POSIX, PRIVATE, READ
from inlay.ground.files.aside import choose_aside_name
from inlay.ground.files.paths import is_url
from inlay.ground.files.whole_or_nothing import WholeOrNothing
from inlay.ground.mistakes import refuse_string
from inlay.ground.refusals import RefusedError

_PUBLIC: Final = 0o666


def require_output(
    path: str | os.PathLike[str],
    *,
    overwrite: bool = False,
    sources: Iterable[str] = (),
    allow: Set[str] = frozenset(),
) -> None:
    """Whether a file may appear under this name; to be asked before the work as well.

    RefusedError for a URL; for what is there and is not a regular file; without `overwrite` for whatever is there; for one of the
    `sources`, which are read, by whatever name; and in the folder of a table, whose manifest would not know of the file,
    unless `allow` has `table`. PermissionError for a file that may not be written.
    """
    name = os.fspath(path)
    if is_url(name):
        what = "this output is written to a local disk: give a path there, and copy the file"
        raise RefusedError("store", what, path=name)
    target = os.path.realpath(path)
    is_new = not os.path.lexists(target)
    refuse_special(POSIX, name)
    if not is_new and any(is_same_file(source, target) for source in sources):
        reason = "the output is one of the files that it is made of: give it another name"
        raise RefusedError("same", reason, path=name)
    if not overwrite and not is_new:
        raise output_exists(name)
    try:
        refuse_table_file(LocalFolders(POSIX), target, frozenset(allow), is_new=is_new)
    except RefusedError as error:
        error.path = error.path or name
        raise
    if not is_new and not POSIX.may_write(target):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)


class _NamedFile(FileIO):
    """Errors while it is written have the name of the file that is to be, and not none at all."""

    def __init__(self, path: str, name: str, mode: int) -> None:
        super().__init__(path, "x+", opener=lambda path, flags: os.open(path, flags, mode))
        self._name = name

    def write(self, data: Any, /) -> Any:
        try:
            return super().write(data)
        except OSError as error:
            error.filename = self._name
            raise


class NewFile(WholeOrNothing):
    """`file` is open for reading and writing, under another name, until it is closed.

    An interrupt may come between any two steps, also between this and the block that is to close it: what nobody closes goes with the
    object. It has the permissions of the file that it replaces. Where there is none, a group and others get no more than they have of
    each of the `sources`.
    """

    _process = 0
    """Who has made the temporary file, as long as it is there."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        overwrite: bool = False,
        sources: Iterable[str] = (),
        allow: Set[str] = frozenset(),
    ) -> None:
        """Raises what `require_output` raises, here and when it is closed, and NamesError for one string in place of names."""
        refuse_string(sources, "sources")
        refuse_string(allow, "allow")
        self._name = os.fspath(path)
        self._path = os.path.realpath(path)  # a link stays one
        self._overwrite = overwrite
        self._sources = tuple(sources)
        self._allow = allow
        self._require_output()
        self._temporary = choose_aside_name(self._path)
        mode = self._choose_mode()
        try:
            self._process = os.getpid()
            self.file: IO[bytes] = self._open(mode)
            # Locked while somebody lives who will finish it: `recover` removes the others.
            with suppress(OSError):
                POSIX.lock(self.file.fileno())
            self._keep_permissions()
        except BaseException:
            self.abandon()
            raise

    def _open(self, mode: int) -> IO[bytes]:
        try:
            return BufferedRandom(_NamedFile(self._temporary, self._name, mode))
        except OSError as error:
            error.filename = self._name  # nobody has asked for the other name
            raise

    def _choose_mode(self) -> int:
        """From its first byte on; the mask of the process takes more away."""
        if os.path.lexists(self._path):
            return PRIVATE
        mode = _PUBLIC
        for source in self._sources:
            with suppress(OSError, ValueError):  # a URL or a pattern
                mode &= os.stat(source).st_mode | PRIVATE
        return mode

    def _keep_permissions(self) -> None:
        new = OpenFile(POSIX, self.file.fileno(), self._temporary)
        try:
            with open_file(POSIX, self._path, READ) as old:
                keep_permissions(old, new)
        except (FileNotFoundError, PermissionError):
            return  # there is none, or nobody but its owner may read it

    def reserve(self, size: int) -> None:
        """Room for so many bytes. OSError names the file that was asked for."""
        try:
            reserve_space(self.file.fileno(), size)
        except OSError as error:
            error.filename = self._name
            raise

    def reopen(self) -> FileIO:
        """What was written so far, to be read by others than the one who writes it."""
        self.file.flush()
        return FileIO(self._temporary)

    def close(self) -> None:
        """Syncs the file and gives it its name. OSError names the file that was asked for."""
        try:
            self._publish()
        except OSError as error:
            error.filename = self._name
            raise

    def _publish(self) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())
        self._require_output()
        publish_atomically(POSIX, self._temporary, self._path, overwrite=self._overwrite)
        self._process = 0
        self.file.close()  # and so it is locked until it has its name

    def _require_output(self) -> None:
        require_output(
            self._name, overwrite=self._overwrite, sources=self._sources, allow=self._allow
        )

    def abandon(self) -> None:
        with suppress(OSError, AttributeError):  # which is not there where it was being opened
            self.file.close()
        with suppress(OSError):
            os.unlink(self._temporary)
        self._process = 0

    def __del__(self) -> None:
        if self._process == os.getpid():  # and not in a fork of it
            self.abandon()


def write_at_once(path: str, data: bytes) -> None:
    """Makes `data` the file at `path`, for what is ours alone, wherever it lies. A link stays one, and what fails leaves
    the old file, and nothing beside it.

    RefusedError for what is there and is not a regular file, OSError of `path`.
    """
    with NewFile(path, overwrite=True, allow={"table"}) as new:
        new.file.write(data)

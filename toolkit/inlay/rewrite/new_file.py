"""A file that appears under its name, whole and synced, or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from types import TracebackType
from typing import IO, Self

from inlay.rewrite.names import folder_of, temporary
from inlay.rewrite.opened import sync_folder
from inlay.rewrite.replace import output_exists, publish_new, refuse_special
from inlay.rewrite.system import FOLDER, POSIX


class NewFile:
    """`file` is open for reading and writing, under another name, until it is published."""

    def __init__(self, path: str | os.PathLike[str], *, overwrite: bool = True) -> None:
        """RefusedError for what is there and is no regular file, and without `overwrite` for whatever is there."""
        self._name = os.fspath(path)
        self._path = os.path.realpath(path)  # a link stays one
        self._overwrite = overwrite
        self._require_free()
        self._temporary = temporary(self._path)
        try:
            self.file: IO[bytes] = open(self._temporary, "x+b")  # noqa: SIM115
        except OSError as error:
            error.filename = self._name  # nobody has asked for the other name
            raise

    def publish(self) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()
        self._require_free()
        if self._overwrite:
            os.replace(self._temporary, self._path)
        else:
            publish_new(POSIX, self._temporary, self._path)
        sync_folder(POSIX, folder_of(self._path), FOLDER)

    def _require_free(self) -> None:
        refuse_special(POSIX, self._path, self._name)
        if not self._overwrite and os.path.lexists(self._path):
            raise output_exists(self._name)

    def discard(self) -> None:
        """Leaves nothing behind; whatever goes wrong, there is something else to say already."""
        with suppress(OSError):
            self.file.close()
        with suppress(OSError):
            os.unlink(self._temporary)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        if kind is not None:
            self.discard()
            return
        try:
            self.publish()
        except BaseException as error:
            self.discard()
            if isinstance(error, OSError):
                error.filename = self._name
            raise

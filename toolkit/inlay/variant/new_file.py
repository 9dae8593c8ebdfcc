"""A file that appears under its name, whole and synced, or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from types import TracebackType
from typing import IO, Self

from inlay.rewrite.names import temporary


class NewFile:
    """`file` is open for reading and writing, under another name, until it is published."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        self._temporary = temporary(self._path)
        self.file: IO[bytes] = open(self._temporary, "x+b")  # noqa: SIM115 - closed by both ends

    def publish(self) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()
        os.replace(self._temporary, self._path)

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
        except BaseException:
            self.discard()
            raise

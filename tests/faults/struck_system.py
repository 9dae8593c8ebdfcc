"""The operating system below one folder, struck in this process: any call can fail, come up short, or be the last one.

What is below the folder stays on a real file system, so whole commands run, whatever opens their files. After a kill nothing
below the folder can be changed, so no handler cleans up; files can be closed, as the kernel would do it.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, Final
from unittest.mock import patch

from inlay.changes.rewrite import new_file
from tests.faults.durable_folder import DurableFolder
from tests.faults.shim import Killed

ERRORS: Final = {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC, "full": errno.ENOSPC}
KINDS: Final = ("kill", "power", "EIO", "ENOSPC", "full", "short", "unsynced", "Ctrl-C")
"""`full`: the disk stays full. `short`: from here on, reads, writes and copies come up short. `unsynced`: the next fsync is
refused, and its pages are lost in a later power loss. `power`: a kill, and then only what is synced is sure."""

_BY_PATH: Final = ("open", "rename", "link", "unlink", "stat", "mkdir", "listdir")
_BY_FILE: Final = ("pread", "pwrite", "copy_file_range", "ftruncate", "fsync", "fchmod", "fchown")
_BY_CONTROL: Final = ("flock", "ioctl")
_GROWING: Final = {"pwrite", "write", "copy_file_range", "mkdir", "link", "rename"}
_SIZED: Final = {"pread": 1, "copy_file_range": 2}
"""Calls that may do less than asked, and which argument says how much."""


class StruckSystem:
    """Counts calls below a folder; the one of number `at` (from 1) is struck."""

    def __init__(self, folder: str, kind: str, at: int, seed: int) -> None:
        self.folder = folder
        self.kind = kind
        self.at = at
        self.random = Random(seed)
        self.calls: list[str] = []
        self.dead = False
        self.durable = DurableFolder(folder) if kind in ("power", "unsynced") else None

    @property
    def struck(self) -> str:
        """The call that was struck; empty where there were fewer."""
        return self.calls[self.at - 1] if 0 < self.at <= len(self.calls) else ""

    @contextmanager
    def installed(self) -> Generator[None]:
        write = new_file._NamedFile.write
        with ExitStack() as patched:
            for name, call in self._calls().items():
                patched.enter_context(patch.object(os, name, call))
            for name in _BY_CONTROL:
                call = self._call(name, getattr(fcntl, name), self._has)
                patched.enter_context(patch.object(fcntl, name, call))
            patched.enter_context(patch.object(new_file._NamedFile, "write", self._writing(write)))
            yield

    def _calls(self) -> dict[str, Callable[..., Any]]:
        by_path = {name: self._call(name, getattr(os, name), self._is_ours) for name in _BY_PATH}
        return by_path | {name: self._call(name, getattr(os, name), self._has) for name in _BY_FILE}

    def _writing(self, write: Callable[..., Any]) -> Callable[..., Any]:
        """Of a file that Python buffers."""

        def struck(file: Any, data: Any, /) -> Any:
            return self._call("write", lambda _, data: write(file, data), self._has)(
                file.fileno(), data
            )

        return struck

    def _call(
        self, name: str, call: Callable[..., Any], concerns: Callable[[Any], bool]
    ) -> Callable[..., Any]:
        def struck(*given: Any, **named: Any) -> Any:
            if not concerns(given[0]):
                return call(*given, **named)
            if self.dead:
                raise Killed
            self.calls.append(name)
            given = self._strike(name, call, given, named)
            result = call(*given, **named)
            if self.durable is not None and name == "fsync":
                self.durable.sync(given[0])
            if self.dead:
                raise Killed  # half of the time, the call was still carried out
            return result

        return struck

    def _strike(
        self, name: str, call: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]
    ) -> tuple[Any, ...]:
        """What is left of the arguments."""
        count = len(self.calls)
        if count < self.at:
            return given
        kind = self.kind
        if kind == "short":
            return self._shortened(name, given)
        if kind == "unsynced" and name == "fsync":
            self.kind = "spent"
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if kind == "full" and name not in _GROWING:
            return given
        if kind != "full" and count > self.at:
            return given
        if kind in ("kill", "power"):
            self.dead = True
            self._do_some_of(name, call, given, named)
            if self.random.random() < 0.5:
                raise Killed
            return given
        if kind == "Ctrl-C":
            raise KeyboardInterrupt
        if kind in ERRORS:
            self._do_some_of(name, call, given, named)
            raise OSError(
                ERRORS[kind], os.strerror(ERRORS[kind]), given[0] if _is(given[0]) else None
            )
        return given

    def _do_some_of(
        self, name: str, call: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]
    ) -> None:
        """What is written before a write fails is there all the same."""
        if name in ("pwrite", "write") and len(given[1]) > 1:
            data = memoryview(given[1]).cast("B")
            call(given[0], data[: self.random.randrange(len(data))], *given[2:], **named)

    def _shortened(self, name: str, given: tuple[Any, ...]) -> tuple[Any, ...]:
        if self.random.random() < 0.5:
            return given
        if name in ("pwrite", "write") and len(given[1]) > 1:
            data = memoryview(given[1]).cast("B")
            return (given[0], data[: self.random.randint(1, len(data))], *given[2:])
        if name in _SIZED and (size := given[_SIZED[name]]) > 1:
            at = _SIZED[name]
            return (*given[:at], self.random.randint(1, size), *given[at + 1 :])
        return given

    def _is_ours(self, path: Any) -> bool:
        return _is(path) and self._is_below(os.fspath(path))

    def _has(self, file: Any) -> bool:
        if not isinstance(file, int):
            return False
        try:
            return self._is_below(os.readlink(f"/proc/self/fd/{file}"))
        except OSError:
            return False

    def _is_below(self, path: str) -> bool:
        return path == self.folder or path.startswith(f"{self.folder}/")


def _is(path: Any) -> bool:
    return isinstance(path, str | os.PathLike) and isinstance(os.fspath(path), str)

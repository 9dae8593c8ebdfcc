"""What is to be struck in Python workers of Spark, told from the driver through a file; and the workers' part of it.

All workers count together: each call is a byte that is appended to one file, and its number is where that byte stands.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tests.faults.struck_system import StruckSystem

FOLDER: Final = "INLAY_STRIKES"
"""The variable that names the folder of the two files. Workers have it from the driver, through Java."""

KINDS: Final = ("kill", "EIO", "ENOSPC", "full", "short", "unsynced")
"""`kill` is SIGKILL to the worker. Power goes for machines, and not for workers."""


class Strikes:
    """The driver's part."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        os.environ[FOLDER] = str(folder)
        self._told = folder / "told.json"
        self._calls = folder / "calls"

    def tell(self, below: Path, kind: str, at: int, seed: int) -> None:
        """From the next worker on. `at` is 0 to count alone."""
        self._calls.write_bytes(b"")
        self._told.write_text(json.dumps([str(below), kind, at, seed]))

    def stop(self) -> int:
        """How many calls there were."""
        self._told.unlink()
        return self._calls.stat().st_size


class _SharedCalls(list[str]):
    """Of which only the number is known that the last of this worker has among those of all."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND)

    def append(self, call: str, /) -> None:
        os.write(self._file, call[:1].encode())

    def __len__(self) -> int:
        return os.lseek(self._file, 0, os.SEEK_CUR)


class WorkerSystem(StruckSystem):
    """In a worker. Whichever makes the call of number `at` is struck."""

    @classmethod
    def told(cls) -> WorkerSystem | None:
        folder = os.environ[FOLDER]
        with suppress(FileNotFoundError):
            system = cls(*json.loads(Path(folder, "told.json").read_text()))
            system.durable = None
            system.calls = _SharedCalls(f"{folder}/calls")
            return system
        return None

    def _strike(
        self, name: str, call: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]
    ) -> tuple[Any, ...]:
        if self.kind == "kill" and len(self.calls) == self.at:
            self._do_some_of(name, call, given, named)
            if self.random.random() < 0.5:
                call(*given, **named)
            os.kill(os.getpid(), signal.SIGKILL)
        return super()._strike(name, call, given, named)

"""Registrations that are killed at some moment of their commit: `python -m tests.verbs.register.killed_child LAKE FOLDER KILLS`.

FOLDER has folders `FORMAT-NUMBER`, each with a table of one file to which those of LAKE are added. A run of each format is let alone, and
says how long a commit takes; the others are killed after a share of that.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any
from unittest import mock

import inlay
from inlay.verbs.register.targets.target import list_targets
from tests.verbs.register.places import PLACES


def import_clients() -> None:
    """Once, and not in each of the forks."""
    for target in list_targets():
        package = import_module(f"inlay.verbs.register.targets.{target}")
        for each in iter_modules(package.__path__):
            import_module(f"{package.__name__}.{each.name}")
    for name in ("pandas", "pyiceberg.catalog.sql"):  # by name, of clients themselves
        import_module(name)


def register(lake: str, folder: Path, to: str, tell: Callable[[], object]) -> None:
    module = import_module("inlay.verbs.register.register")
    real = module.commit_files

    def commit(*given: Any, **more: Any) -> Any:
        tell()
        return real(*given, **more)

    options = {**PLACES[to].options(folder), "create": False}
    with mock.patch.object(module, "commit_files", commit):
        inlay.register(lake, **options)


def time_killed(lake: str, folder: Path, to: str, delay: float | None) -> float:
    """How long the commit took, until it ended or was killed."""
    told, telling = os.pipe()
    child = os.fork()
    if child == 0:
        register(lake, folder, to, lambda: os.write(telling, b"."))
        os._exit(0)
    os.close(telling)  # whoever fails before a commit ends the reading here
    if not os.read(told, 1):
        sys.exit(f"{to}: no commit was begun")
    os.close(told)
    begun = time.perf_counter()
    if delay is not None:
        time.sleep(delay)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return time.perf_counter() - begun


if __name__ == "__main__":
    _, lake, folder, kills = sys.argv
    import_clients()
    for to in ("iceberg", "delta", "ducklake"):
        takes = time_killed(lake, Path(folder) / f"{to}-0", to, None)
        for number in range(1, int(kills) + 1):
            time_killed(
                lake, Path(folder) / f"{to}-{number}", to, takes * (number - 1) / int(kills)
            )

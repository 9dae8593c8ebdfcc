"""Runs that kill themselves, each in a fork of this process: `python -m tests.pipeline.registration.child LAKE FOLDER`.

FOLDER has a folder `FORMAT-MOMENT` for each, in which the catalog is.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from unittest import mock

from inlay_spark.registration import lake
from inlay_spark.registration.intents import write_intents
from inlay_spark.registration.work import RecordWorker
from tests.pipeline.shred.here import here
from tests.verbs.register.killed_child import import_clients
from tests.verbs.register.places import PLACES


def die(*_: Any, **__: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def after(times: int, real: Callable[..., Any]) -> Callable[..., Any]:
    """Dies when it was called so often."""
    left = [times]

    def call(*given: Any, **options: Any) -> Any:
        if not left[0]:
            die()
        left[0] -= 1
        return real(*given, **options)

    return call


MOMENTS: Final[dict[str, Callable[[], Any]]] = {
    "in a task": lambda: mock.patch.object(
        RecordWorker, "scan", autospec=True, side_effect=after(1, RecordWorker.scan)
    ),
    "after records": lambda: mock.patch.object(lake, "read_records", die),
    "before the intent": lambda: mock.patch.object(lake, "write_intents", die),
    "after the intent": lambda: mock.patch.object(lake, "commit_files", die),
    "after the commit": lambda: mock.patch.object(lake, "write_intents", after(1, write_intents)),
    "at the end": lambda: mock.patch.object(lake, "write_intents", after(2, write_intents)),
}


def run(paths: str, folder: Path, to: str) -> None:
    with mock.patch.object(lake, "group_files", lambda files: [[it] for it in files]):
        lake.register_lake(here(), paths, str(folder / "journal"), **PLACES[to].options(folder))
    die()


if __name__ == "__main__":
    import_clients()
    for to in PLACES:
        for moment, patch in MOMENTS.items():
            if (child := os.fork()) == 0:
                with patch():
                    run(sys.argv[1], Path(sys.argv[2]) / f"{to}-{moment}", to)
            _, status = os.waitpid(child, 0)
            if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
                sys.exit(f"{to}, {moment}: it was to be killed")

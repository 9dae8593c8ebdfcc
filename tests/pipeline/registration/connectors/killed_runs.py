"""Runs of a connector that kill themselves around its commit, each with a JVM of its own."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from unittest import mock

from tests.pipeline.registration.child import die

MOMENTS: Final = ("before", "after")
"""The commit; FOLDER of a run has a folder for each."""


def kill_runs(owner: type, commit: str, run: Callable[[str, Path], None]) -> None:
    """`commit` is the name of the method that commits, and `run` takes what is registered, and a folder."""
    lake, folder = sys.argv[1], Path(sys.argv[2])
    real: Callable[..., Any] = getattr(owner, commit)

    def commit_and_die(*given: Any, **named: Any) -> None:
        real(*given, **named)
        die()

    for moment, replaced in zip(MOMENTS, (die, commit_and_die), strict=True):
        if (child := os.fork()) == 0:
            with mock.patch.object(owner, commit, replaced):
                run(lake, folder / moment)
            os._exit(1)
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
            sys.exit(f"{moment}: it was to be killed")

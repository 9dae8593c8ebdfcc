"""Programs that run beside a test, which waits for what they log."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

PATIENCE = 900.0
"""Seconds; a machine with much else to do may need them."""


class Running(Protocol):
    """Of a process, what waiting for it takes: its exit code, or None while it runs."""

    def poll(self) -> int | None: ...


class Program(NamedTuple):
    process: Running
    log: Path

    def said(self, what: str, times: int = 1) -> list[str]:
        """What matches in the whole lines of its log, once there is so much: Java passes on what Python prints in pieces of a
        line. Raises AssertionError, with the log, if it never is."""
        end = time.monotonic() + PATIENCE
        while True:
            is_over = self.process.poll() is not None or time.monotonic() > end
            text = self.log.read_text(encoding="utf-8", errors="replace")
            found: list[str] = re.findall(what, text[: text.rfind("\n") + 1])
            if len(found) >= times:
                return found
            assert not is_over, text[-4000:]
            time.sleep(0.1)


@contextmanager
def started(
    command: Sequence[str], log: Path, environment: Mapping[str, str]
) -> Generator[Program]:
    """Runs in the folder of its log, until the end of the block."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=log.parent, env=environment, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        yield Program(process, log)
    finally:
        process.terminate()
        process.wait(PATIENCE)

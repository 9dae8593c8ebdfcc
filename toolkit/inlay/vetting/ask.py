"""A reader in a child process that is asked one question. Whatever the reader does, an answer or the way in which it died comes
back, and nothing of it stays: neither a process nor a file."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from inlay.vetting.limits import VettingLimits
from inlay.vetting.readers import VettedReader
from inlay_runtime.core import ENVIRONMENT

START_SECONDS: Final = 120.0
"""For loading a reader, which is our own doing and not the file's."""

MOST_ANSWERED: Final = 256 << 20
"""Bytes of an answer: the digests of a thousand million values take half of it."""

_LOG_TAIL: Final = 4096
_PASSED_ON: Final = ("PATH", "LANG", "LD_LIBRARY_PATH", ENVIRONMENT)
_DYING_SECONDS: Final = 5.0


class ChildEnd(NamedTuple):
    """How a child ended: with an `answer`, or by a signal or an exit code (`code`, as in `subprocess`), or because it was
    killed after its time. `said` is the end of what it printed."""

    answer: dict[str, Any] | None
    is_held: bool
    code: int
    is_late: bool
    said: str


def ask_reader(
    reader: VettedReader,
    path: Path,
    limits: VettingLimits,
    *,
    block: tuple[int, int] | None = None,
) -> ChildEnd:
    """Asks for digests of all values of the file, or for the texts of one block: a column, and the row it begins at.

    Raises OSError if no child can be started, or if it dies before it has seen the file.
    """
    with tempfile.TemporaryDirectory(prefix="inlay-vet-") as folder:
        scratch = Path(folder)
        # A link: the names of others have wildcards, and folders that look like partitions.
        link = scratch / "file.parquet"
        link.symlink_to(path.resolve())
        question = {
            "load": reader.load,
            "path": str(link),
            "scratch": folder,
            "memory": limits.memory_for(path.stat().st_size),
            "seconds": limits.seconds,
            "block": block,
        }
        log = scratch / "printed"
        ours, theirs = os.pipe()
        try:
            process = _start(scratch, log, theirs)
        except BaseException:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        try:
            return _converse(process, ours, question, log, limits.seconds)
        finally:
            os.close(ours)
            _end(process)


def _start(scratch: Path, log: Path, descriptor: int) -> subprocess.Popen[bytes]:
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    places = dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), str(scratch))
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path if entry)
    with log.open("wb") as printed:
        return subprocess.Popen(
            [sys.executable, "-P", "-B", "-m", "inlay.vetting.child", str(descriptor)],
            cwd=scratch,
            env={**environment, **places, "PYTHONPATH": path, "POLARS_MAX_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=printed,
            stderr=subprocess.STDOUT,
            pass_fds=[descriptor],
            start_new_session=True,
        )


def _converse(
    process: subprocess.Popen[bytes],
    answers: int,
    question: dict[str, Any],
    log: Path,
    seconds: float,
) -> ChildEnd:
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin:
        process.stdin.write(json.dumps(question).encode() + b"\n")
    lines = _Lines(answers)
    started = lines.next(START_SECONDS)
    if started is None:
        _end(process)
        raise OSError(f"a reader could not be loaded: {_tail(log) or 'it took too long'}")
    said = lines.next(seconds)
    if said is None and lines.is_closed:
        _wait_without_reaping(process.pid)
    _end(process)
    answer: dict[str, Any] | None = None if said is None else json.loads(said)
    is_held: bool = json.loads(started)["is_held"]
    is_late = said is None and not lines.is_closed
    return ChildEnd(answer, is_held, process.returncode, is_late, _tail(log))


class _Lines:
    """Lines that come through a pipe. `is_closed` once nobody can write any more, or one is too long."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._buffer = bytearray()
        self.is_closed = False

    def next(self, seconds: float) -> bytes | None:
        """None where none comes in time, or at all."""
        until = time.monotonic() + seconds
        while (end := self._buffer.find(b"\n")) < 0:
            left = max(0.0, until - time.monotonic())
            if self.is_closed or not select.select([self._descriptor], [], [], left)[0]:
                return None
            part = os.read(self._descriptor, 1 << 20)
            self._buffer += part
            self.is_closed = not part or len(self._buffer) > MOST_ANSWERED
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line


def _wait_without_reaping(process: int) -> None:
    """Until it has died by itself, but not for long. Nobody else can have its number before it is reaped."""
    until = time.monotonic() + _DYING_SECONDS
    flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
    while os.waitid(os.P_PID, process, flags) is None and time.monotonic() < until:
        time.sleep(0.005)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kills the child, and all that it has started."""
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _tail(log: Path) -> str:
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - _LOG_TAIL))
        return file.read().decode("utf-8", "replace")

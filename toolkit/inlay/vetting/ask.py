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

from inlay.vetting.answers import Asked, parse_answer, parse_start
from inlay.vetting.limits import VettingLimits
from inlay.vetting.readers import VettedReader
from inlay_runtime.core import ENVIRONMENT

START_SECONDS: Final = 120.0
"""For loading a reader, which is our own doing and not the file's."""

MOST_ANSWERED: Final = 16 << 20
"""Bytes of an answer: the digests of a thousand million values take half of it, and the texts of a block a quarter."""

_LOG_TAIL: Final = 4096
_PASSED_ON: Final = ("PATH", "LANG", "LD_LIBRARY_PATH", ENVIRONMENT)
_DRAIN_SECONDS: Final = 5.0
"""For reading what is in the pipe when the time is over."""

_LOOK_SECONDS: Final = 0.05
"""Between two looks at a child: its pipe stays open where a process that it started has it, too."""


class ChildEnd(NamedTuple):
    """How a child ended: with an `answer`, or by a signal or an exit code (`code`, as in `subprocess`), or because it was
    killed after its time, or after an answer that is none. `said` is the end of what it printed."""

    answer: dict[str, Any] | None
    is_held: bool
    code: int
    is_late: bool
    said: str
    is_malformed: bool = False


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
    lines = _Lines(answers, process)
    started = lines.next(time.monotonic() + START_SECONDS)
    is_held = None if started is None else parse_start(started)
    if is_held is None:
        _end(process)
        raise OSError(f"a reader could not be loaded: {_tail(log) or 'it took too long'}")
    until = time.monotonic() + seconds
    said = lines.next(until)
    is_late = said is None and not lines.is_too_long and not _wait_for_end(process, until)
    _end(process)
    asked: Asked = "digests" if question["block"] is None else "texts"
    answer = None if said is None else parse_answer(said, asked)
    is_malformed = lines.is_too_long or (said is not None and answer is None)
    return ChildEnd(answer, is_held, process.returncode, is_late, _tail(log), is_malformed)


class _Lines:
    """Lines that come through the pipe of a child."""

    def __init__(self, descriptor: int, process: subprocess.Popen[bytes]) -> None:
        self._descriptor = descriptor
        self._process = process
        self._buffer = bytearray()
        self.is_too_long = False

    def next(self, until: float) -> bytes | None:
        """None where none comes in time, or at all: nobody can write any more, or the child has ended, or the line is too long."""
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            # Asked before the pipe is looked at: all that the child wrote is in it then.
            has_ended = _has_ended(self._process)
            left = until - time.monotonic()
            wait = 0.0 if has_ended else max(0.0, min(left, _LOOK_SECONDS))
            is_readable = bool(select.select([self._descriptor], [], [], wait)[0])
            if is_readable and left > -_DRAIN_SECONDS:
                part = os.read(self._descriptor, 1 << 20)
                self._buffer += part
                self.is_too_long = len(self._buffer) > MOST_ANSWERED
                if not part or self.is_too_long:
                    return None
            elif has_ended or left <= 0:
                return None
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """It is not reaped: nobody else can have its number, and that of its group, before it is."""
    if not hasattr(os, "waitid"):  # macOS, before Python 3.13
        return process.poll() is not None
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None


def _wait_for_end(process: subprocess.Popen[bytes], until: float) -> bool:
    """Whether it ends by itself. One that has closed its pipe may be at work still, or about to die when its time is over."""
    while not _has_ended(process):
        if time.monotonic() >= until:
            return False
        time.sleep(0.005)
    return True


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

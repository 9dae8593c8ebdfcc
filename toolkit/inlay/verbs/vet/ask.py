"""A reader in a child process that is asked one question. Whatever the reader does, an answer or the way in which it died comes
back. What it prints is read through a descriptor of ours, never by a name that it could give to something else.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from inlay.ground.wording.amounts import format_size
from inlay.verbs.vet.limits import VettingLimits
from inlay.verbs.vet.reader_answers import Asked, parse_answer, parse_start
from inlay.verbs.vet.readers import VettedReader
from inlay.verbs.vet.scratch import make_scratch
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
    killed after its time, or after an answer that is none (`fault` says why). `said` is the end of what it printed.
    """

    answer: dict[str, Any] | None
    is_held: bool
    code: int
    is_late: bool
    said: str
    fault: str = ""


def ask_reader(
    reader: VettedReader,
    path: Path,
    limits: VettingLimits,
    *,
    block: tuple[int, int] | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
) -> ChildEnd:
    """Asks for digests of all values of the file, or for the texts of one block: a column, and the row it begins at. Once the answer is not
    wanted any more, the child is killed as if its time was over.

    Raises OSError if no child can be started, or if it dies before it has seen the file.
    """
    with make_scratch() as scratch, tempfile.TemporaryFile(dir=scratch) as log:
        # A link: the names of others have wildcards, and folders that look like partitions.
        link = scratch / "file.parquet"
        link.symlink_to(path.resolve())
        question = {
            "load": reader.load,
            "path": str(link),
            "scratch": str(scratch),
            "parent": os.getpid(),
            "memory": limits.memory_for(path.stat().st_size),
            "seconds": limits.seconds,
            "block": block,
        }
        ours, theirs = os.pipe()
        try:
            process = _start(scratch, log, theirs)
        except BaseException:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        try:
            return _converse(
                process, _Lines(ours, process, is_wanted), question, log, limits.seconds
            )
        finally:
            os.close(ours)
            _end(process)


def _start(scratch: Path, log: IO[bytes], descriptor: int) -> subprocess.Popen[bytes]:
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    places = dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), str(scratch))
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path if entry)
    return subprocess.Popen(
        [sys.executable, "-P", "-B", "-m", "inlay.verbs.vet.child", str(descriptor)],
        cwd=scratch,
        env={**environment, **places, "PYTHONPATH": path, "POLARS_MAX_THREADS": "1"},
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=log,
        stderr=subprocess.STDOUT,
        pass_fds=[descriptor],
        start_new_session=True,
    )


def _converse(
    process: subprocess.Popen[bytes],
    lines: _Lines,
    question: dict[str, Any],
    log: IO[bytes],
    seconds: float,
) -> ChildEnd:
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        process.stdin.write(json.dumps(question).encode() + b"\n")
    started = lines.next(time.monotonic() + START_SECONDS)
    is_held = None if started is None else parse_start(started)
    if is_held is None:
        _end(process)
        raise OSError(f"a reader could not be loaded: {_tail(log) or 'it took too long'}")
    until = time.monotonic() + seconds
    with suppress(BrokenPipeError):
        process.stdin.write(b"\n")
    said = lines.next(until)
    is_late = (
        said is None
        and not lines.is_too_long
        and not _wait_for_end(process, until, lines.is_wanted)
    )
    _end(process)
    asked: Asked = "digests" if question["block"] is None else "texts"
    answer = None if said is None else parse_answer(said, asked)
    fault = ""
    if lines.is_too_long:
        fault = f"its answer is longer than {format_size(MOST_ANSWERED)}"
    elif said is not None and answer is None:
        fault = "its answer is malformed"
    return ChildEnd(answer, is_held, process.returncode, is_late, _tail(log), fault)


class _Lines:
    """Lines that come through the pipe of a child."""

    def __init__(
        self,
        descriptor: int,
        process: subprocess.Popen[bytes],
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self._descriptor = descriptor
        self.is_wanted = is_wanted
        self._process = process
        self._buffer = bytearray()
        self.is_too_long = False
        # A child can read its own pipe (/proc/self/fd), and leave nothing where there was something.
        os.set_blocking(descriptor, False)

    def next(self, until: float) -> bytes | None:
        """None where none comes in time, or at all: nobody can write any more, or the child has ended, or the line is too long."""
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            # Asked before the pipe is looked at: all that the child wrote is in it then.
            has_ended = _has_ended(self._process)
            left = until - time.monotonic() if self.is_wanted() else 0.0
            wait = 0.0 if has_ended else max(0.0, min(left, _LOOK_SECONDS))
            if _is_readable(self._descriptor, wait) and left > -_DRAIN_SECONDS:
                try:
                    part = os.read(self._descriptor, 1 << 20)
                except BlockingIOError:
                    continue
                self._buffer += part
                self.is_too_long = len(self._buffer) > MOST_ANSWERED
                if not part or self.is_too_long:
                    return None
            elif has_ended or left <= 0:
                return None
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line


def _is_readable(descriptor: int, wait: float) -> bool:
    """Within so many seconds. Descriptors may have any number, which `select` cannot say."""
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        return bool(selector.select(wait))


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """It is not reaped: nobody else can have its number, and that of its group, before it is."""
    if not hasattr(os, "waitid"):  # macOS, before Python 3.13
        return process.poll() is not None
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None


def _wait_for_end(
    process: subprocess.Popen[bytes], until: float, is_wanted: Callable[[], bool]
) -> bool:
    """Whether it ends by itself. One that has closed its pipe may be at work still, or about to die when its time is over."""
    while not _has_ended(process):
        if time.monotonic() >= until or not is_wanted():
            return False
        time.sleep(0.005)
    return True


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kills the child, and all that it has started."""
    assert process.stdin is not None
    process.stdin.close()
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _tail(log: IO[bytes]) -> str:
    """Of what the child has printed, wherever it has set the position that it shares with us."""
    size = os.fstat(log.fileno()).st_size
    printed = os.pread(log.fileno(), _LOG_TAIL, max(0, size - _LOG_TAIL))
    return printed.decode("utf-8", "replace")

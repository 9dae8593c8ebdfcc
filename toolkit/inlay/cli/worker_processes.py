"""Files that are read several at a time, each by a process of its own, and printed in their order."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from multiprocessing import get_context, parent_process
from threading import Lock, Thread
from typing import Any, Final, NamedTuple, TypeVar

from inlay.cli.printing import write
from inlay.cli.terminal import use_color, wants_color
from inlay.cli.warning_lines import show_warnings_in_lines

T = TypeVar("T")
R = TypeVar("R")

AHEAD: Final = 4
"""Files for each process that may wait for one before them to be printed."""

_at_work: Final = Lock()
"""Held for as long as a file is at hand."""


class _Screen(NamedTuple):
    """What those who print ask a stream about."""

    encoding: str
    is_terminal: bool


class _Printed(NamedTuple):
    result: Any
    out: str
    err: str


class _Captured(TextIOWrapper):
    """A stream that is held back, and answers as the one that it will go to."""

    def __init__(self, screen: _Screen) -> None:
        self._held = BytesIO()
        super().__init__(self._held, screen.encoding, "backslashreplace", newline="\n")
        self._is_terminal = screen.is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    @property
    def text(self) -> str:
        """All that was written."""
        self.flush()
        return self._held.getvalue().decode(self.encoding)


def run_in_processes(run: Callable[[T], R], items: Iterable[T], processes: int) -> Generator[R]:
    """What `run` returns for each item, in their order, after what it has printed was printed here.

    OSError if a process was killed.
    """
    screens = [
        _Screen(stream.encoding or "utf-8", stream.isatty()) for stream in (sys.stdout, sys.stderr)
    ]
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _prepare)
    waiting: deque[Future[_Printed]] = deque()
    try:
        for item in items:
            waiting.append(pool.submit(_capture, run, item, screens, wants_color()))
            if len(waiting) > AHEAD * processes:
                yield _print(waiting.popleft())
        while waiting:
            yield _print(waiting.popleft())
    except BrokenProcessPool as error:
        reason = "a process of --jobs was killed, perhaps for want of memory"
        raise OSError(errno.EIO, reason) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _print(printed: Future[_Printed]) -> Any:
    result, out, err = printed.result()
    write(out)
    if err:
        sys.stdout.flush()  # beside what it is about
        sys.stderr.write(err)
    return result


def _prepare() -> None:
    """In the new process: Ctrl-C is for the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    show_warnings_in_lines()
    Thread(target=_end_with_command, daemon=True).start()


def _end_with_command() -> None:
    """Once the file at hand is done: who waits for the next one would wait for ever behind a command that was killed."""
    command = parent_process()
    assert command is not None
    command.join()
    with _at_work:
        os._exit(1)


def _capture(
    run: Callable[[T], R], item: T, screens: list[_Screen], color: bool | None
) -> _Printed:
    out, err = map(_Captured, screens)
    with (
        _at_work,
        redirect_stdout(out),
        redirect_stderr(err),
        use_color(color),
    ):
        result = run(item)
    return _Printed(result, out.text, err.text)

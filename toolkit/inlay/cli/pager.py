"""What is longer than the screen is shown by a pager, as git does: docs/terminal.md, "Pager"."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from functools import wraps
from io import RawIOBase, TextIOWrapper
from typing import IO, TYPE_CHECKING, ParamSpec, TextIO, TypeVar

from inlay.cli.progress import LAST_LINE
from inlay.cli.termination import Terminated

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

P = ParamSpec("P")
T = TypeVar("T")


def paged(command: Callable[P, T]) -> Callable[P, T]:
    """The command, whose output goes to a pager if it is longer than the screen."""

    @wraps(command)
    def with_pager(*args: P.args, **kwargs: P.kwargs) -> T:
        with _pager():
            return command(*args, **kwargs)

    return with_pager


@contextmanager
def _pager() -> Generator[None]:
    words = pager_of(os.environ)
    if not words or not sys.stdout.isatty():
        yield
        return
    out, err = sys.stdout, sys.stderr
    screen = _Screen(out, words, shutil.get_terminal_size().lines)
    held = TextIOWrapper(screen, out.encoding, "backslashreplace", write_through=True)
    sys.stdout = held
    if err.isatty():
        # What is said of a file belongs beside what is shown of it, and would break into the pager's screen.
        sys.stderr = held
    try:
        yield
    except Terminated:
        screen.end()
        raise
    finally:
        sys.stdout, sys.stderr = out, err
        held.detach()
        screen.finish()


def pager_of(environment: Mapping[str, str]) -> list[str]:
    """The words of the command; none where nothing is paged."""
    pager = environment.get("PAGER")
    if pager is None:
        pager = "less" if shutil.which("less") else ""
    words = shlex.split(pager)
    return [] if words == ["cat"] else words


class _Screen(RawIOBase):
    """Holds what fits; what is longer goes to the pager, from its first line on."""

    name = "<stdout>"

    def __init__(self, out: TextIO, words: list[str], lines: int) -> None:
        self._out = out
        self._words = words
        self._left = lines - 1  # the last one is for the prompt
        self._held = bytearray()
        self._pager: subprocess.Popen[bytes] | None = None
        self._to: IO[bytes] = out.buffer

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._out.fileno()

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        text = bytes(data)
        self._left -= text.count(b"\n")
        if self._left < 0:
            self._start()
            self._to.write(text)
            self._to.flush()
        else:
            self._held += text
        return len(text)

    def finish(self) -> None:
        """Shows what was held, or waits until who looks has seen enough."""
        LAST_LINE.clear()
        if self._pager is None:
            self._out.flush()
            self._to.write(self._held)
            self._to.flush()
            return
        with suppress(BrokenPipeError):
            self._to.close()
        while self._pager.poll() is None:
            with suppress(KeyboardInterrupt):  # it is for the pager, which has the terminal
                self._pager.wait()
        LAST_LINE.is_covered = False

    def end(self) -> None:
        """Ends the pager, too."""
        if self._pager is not None:
            self._pager.terminate()

    def _start(self) -> None:
        """If there is no such program, it is as if none were wanted."""
        if not self._words:
            return
        LAST_LINE.clear()
        self._out.flush()
        with suppress(OSError):
            environment = {"LESS": "FRX", **os.environ}
            self._pager = subprocess.Popen(self._words, stdin=subprocess.PIPE, env=environment)
        if self._pager is not None and self._pager.stdin is not None:
            self._to = self._pager.stdin
            LAST_LINE.is_covered = True
        self._words = []
        self._to.write(self._held)
        self._held.clear()

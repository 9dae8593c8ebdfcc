"""What is longer than the screen is shown by a pager, as git does: docs/terminal.md, "Pager"."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from functools import wraps
from io import TextIOWrapper
from typing import IO, TYPE_CHECKING, ParamSpec, TextIO, TypeVar

from inlay.cli.progress import LAST_LINE
from inlay.cli.termination import Terminated
from inlay_runtime.standard_streams import OutputLostError

if TYPE_CHECKING:
    import subprocess

P = ParamSpec("P")
T = TypeVar("T")


def page_output(command: Callable[P, T]) -> Callable[P, T]:
    """The command, whose output goes to a pager if it is longer than the screen."""

    @wraps(command)
    def with_pager(*args: P.args, **kwargs: P.kwargs) -> T:
        with _pager():
            return command(*args, **kwargs)

    return with_pager


@contextmanager
def _pager() -> Generator[None]:
    if not sys.stdout.isatty() or not (words := pager_of(os.environ)):
        yield
        return
    import shutil

    out, err = sys.stdout, sys.stderr
    out.flush()
    screen = _Screen(out, words, shutil.get_terminal_size().lines)
    sys.stdout = screen
    if err.isatty():
        # What is said of a file belongs beside what is shown of it, and would break into the pager's screen.
        sys.stderr = screen
    try:
        yield
    except Terminated:
        screen.end()
        raise
    finally:
        sys.stdout, sys.stderr = out, err
        screen.finish()
        screen.detach()  # else it would close what is not its own


def pager_of(environment: Mapping[str, str]) -> list[str]:
    """The words of the command; none where nothing is paged."""
    pager = environment.get("PAGER")
    if pager is None:
        import shutil

        pager = "less" if shutil.which("less") else ""
    import shlex

    words = shlex.split(pager)
    return [] if words == ["cat"] else words


class _Screen(TextIOWrapper):
    """Holds what fits; what is longer goes to the pager, from its first line on."""

    def __init__(self, out: TextIO, words: list[str], lines: int) -> None:
        super().__init__(out.buffer, out.encoding, "backslashreplace")
        self._words = words
        self._left = lines - 1  # the last one is for the prompt
        self._held = bytearray()
        self._pager: subprocess.Popen[bytes] | None = None
        self._to: IO[bytes] = out.buffer

    def write(self, text: str, /) -> int:
        data = text.encode(self.encoding, "backslashreplace")
        self._left -= text.count("\n")
        if self._left < 0:
            try:
                self._start()
                self._to.write(data)
                self._to.flush()
            except BrokenPipeError as error:  # who looks has seen enough
                raise OutputLostError from error
        else:
            self._held += data
        return len(text)

    def finish(self) -> None:
        """Shows what was held, or waits until who looks has seen enough."""
        LAST_LINE.clear()
        if self._pager is None:
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
        import subprocess

        LAST_LINE.clear()
        with suppress(OSError):
            environment = {"LESS": "FRX", **os.environ}
            self._pager = subprocess.Popen(self._words, stdin=subprocess.PIPE, env=environment)
        if self._pager is not None and self._pager.stdin is not None:
            self._to = self._pager.stdin
            LAST_LINE.is_covered = True
        self._words = []
        self._to.write(self._held)
        self._held.clear()

"""How far a command is: one line on standard error where somebody looks, and nothing elsewhere.

The line is written over itself with a carriage return, and vanishes at the end. There are no escape sequences in it. What
takes less than a second has none: it would only flicker.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import RLock, Thread
from time import monotonic
from typing import Final, TypeAlias, TypeVar

from inlay.ground.wording.amounts import count, format_size

T = TypeVar("T")
ListAll: TypeAlias = Callable[[], Iterable[T]]
"""Lists what there is to do, and anew when it is called again."""

_BEFORE: Final = 1.0
"""Seconds until the first line."""

_BETWEEN: Final = 0.1
"""Seconds between two lines; nobody reads faster, and writing them costs time."""


class ProgressLine:
    """`what` is being done with `total` of `unit`; None if nobody knows how many there are. `notes` end the line.

    Where `list_all` is given, the total is what it lists. It is counted beside the work, from the first line on that somebody sees.
    """

    def __init__(
        self, what: str, unit: str, total: int | None, list_all: ListAll[object] | None = None
    ) -> None:
        self._what = what
        self._unit = unit
        self.total = total
        self.is_over = False
        self._list_all = list_all
        self.notes: Sequence[str] = ()
        self._done = 0
        self._next = monotonic() + _BEFORE

    def advance(self, amount: int) -> None:
        self.reach(self._done + amount)

    def reach_of(self, done: int, total: int) -> None:
        """So many of so many are done."""
        self.total = total
        self.reach(done)

    def reach(self, done: int) -> None:
        """So many are done."""
        self._done = done
        if monotonic() >= self._next:
            if self._list_all is not None and LAST_LINE.is_seen:
                run_beside(self._count_all)
            LAST_LINE.show(self.text)
            self._next = monotonic() + _BETWEEN

    def _count_all(self) -> None:
        list_all, self._list_all = self._list_all, None
        number = 0
        with suppress(Exception):  # whoever does the work complains
            for _ in list_all() if list_all is not None else ():
                if self.is_over:
                    return
                number += 1
            self.total = number

    @property
    def text(self) -> str:
        done = self._amount(self._done)
        if not self.total:
            return ", ".join([f"{self._what} {done}", *self.notes])
        total = max(self.total, self._done)  # what is listed may grow meanwhile
        if self._unit != "byte":
            done = f"{self._done:,}"
        of = f"{self._what} {self._done / total:4.0%}  {done} of {self._amount(total)}"
        return ", ".join([of, *self.notes])

    def _amount(self, number: int) -> str:
        return format_size(number) if self._unit == "byte" else count(number, self._unit)


def run_beside(work: Callable[[], None]) -> None:
    """While the command goes on, which does not wait for it at its end."""
    Thread(target=work, daemon=True).start()


def watch_copying() -> Callable[[int, int], None]:
    """Follows the copying of one file; the line is no more once all is copied."""
    line = ProgressLine(COPYING, "byte", None)

    def watch(copied: int, size: int) -> None:
        LAST_LINE.begin_step(COPYING)
        line.total = size
        line.reach(copied)
        if copied >= size:
            LAST_LINE.clear()
            LAST_LINE.begin_step(CHECKING)

    return watch


@contextmanager
def show_progress(
    what: str, unit: str, total: int | None, list_all: ListAll[object] | None = None
) -> Generator[ProgressLine]:
    """The line of a piece of work; it is no more when the work ends, however it ends."""
    line = ProgressLine(what, unit, total, list_all)
    try:
        yield line
    finally:
        line.is_over = True
        LAST_LINE.clear()


@contextmanager
def progress_of(file: str, what: str, alone: bool) -> Generator[Callable[[int], None]]:
    """Of the work on one file: takes how many bytes of it are done. Files are not all read in order, and the line never goes
    back. Where the file is not `alone`, there is a line already, of how many files are done."""
    if not alone:
        yield lambda _: None
        return
    try:
        size = os.path.getsize(file)
    except OSError:  # a URL, or what whoever reads it will complain of
        size = None
    with show_progress(what, "byte", size) as line:
        furthest = 0

        def reach(done: int) -> None:
            nonlocal furthest
            furthest = max(furthest, done)
            line.reach(furthest)

        yield reach


class Steps:
    """Of work that cannot say how far it is: at which of its steps it is, the first one to begin with."""

    def __init__(self, *names: str) -> None:
        self._names = names
        self._at = 0
        self._next = monotonic() + _BEFORE

    def begin(self, name: str) -> None:
        """Goes on to a step; never back, and not to one that this work has not."""
        if name in self._names[self._at + 1 :]:
            self._at = self._names.index(name)
            if monotonic() >= self._next:
                LAST_LINE.show_idle(self.text)

    @property
    def text(self) -> str:
        return f"{self._names[self._at]}, step {self._at + 1} of {len(self._names)}"


READING: Final = "reading"
PLANNING: Final = "planning"
COPYING: Final = "copying"
WRITING: Final = "writing"
CHECKING: Final = "checking"
PRINTING: Final = "printing"
"""Steps of many commands. The last one begins by itself, with the first text that is printed."""


@contextmanager
def show_steps(*names: str) -> Generator[None]:
    """Says at which step the work is wherever nothing else is said of how far it is."""
    before, LAST_LINE.steps = LAST_LINE.steps, Steps(*names)
    try:
        yield
    finally:
        LAST_LINE.steps = before
        LAST_LINE.clear()


def count_items(items: Iterable[T], what: str, total: int) -> Iterator[T]:
    """Files, with a line that counts those that were taken."""
    with show_progress(what, "file", total) as line:
        for item in items:
            line.advance(1)
            yield item


def count_listed(list_all: ListAll[T], what: str) -> Iterator[T]:
    """Files, listed while they are worked on, with a line that counts those that were taken."""
    with show_progress(what, "file", None, list_all) as line:
        for item in list_all():
            line.advance(1)
            yield item


class LastLine:
    """Of the terminal. While it `is_covered` by a pager, nothing is written there. Two threads may write it."""

    def __init__(self) -> None:
        self.is_covered = False
        self.steps: Steps | None = None
        self._cells = 0
        self._is_idle = False
        self._lock = RLock()

    @property
    def is_seen(self) -> bool:
        # Not sys.stderr, which may be held back for a pager.
        terminal = sys.__stderr__
        return terminal is not None and not self.is_covered and terminal.isatty()

    @property
    def idle_text(self) -> str:
        """What a command does that has no line of its own now."""
        return "working" if self.steps is None else self.steps.text

    def begin_step(self, name: str) -> None:
        if self.steps is not None:
            self.steps.begin(name)

    def show(self, text: str) -> None:
        with self._lock:
            self._is_idle = False
            self._write(text)

    def show_idle(self, text: str) -> None:
        """Where nothing else is shown."""
        with self._lock:
            if self._is_idle or not self._cells:
                self._is_idle = True
                self._write(text)

    def _write(self, text: str) -> None:
        terminal = sys.__stderr__
        if terminal is None or not self.is_seen:
            return
        import shutil

        shown = text[: shutil.get_terminal_size().columns - 1]
        terminal.write("\r" + shown.ljust(self._cells))
        terminal.flush()
        self._cells = len(shown)

    def clear(self) -> None:
        """Before something else is written to the terminal."""
        with self._lock:
            self._is_idle = False
            if self._cells and sys.__stderr__ is not None:
                sys.__stderr__.write("\r" + " " * self._cells + "\r")
                sys.__stderr__.flush()
                self._cells = 0


LAST_LINE: Final = LastLine()

"""How far a command is: one line on standard error where somebody looks, and nothing elsewhere.

The line is written over itself with a carriage return, and vanishes at the end. There are no escape sequences in it. What
takes less than a second has none: it would only flicker.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from time import monotonic
from typing import Final, TypeVar

from inlay.ground.wording.amounts import count, format_size

T = TypeVar("T")

_BEFORE: Final = 1.0
"""Seconds until the first line."""

_BETWEEN: Final = 0.1
"""Seconds between two lines; nobody reads faster, and writing them costs time."""


class ProgressLine:
    """`what` is being done with `total` of `unit`; None if nobody knows how many there are. `notes` end the line."""

    def __init__(self, what: str, unit: str, total: int | None) -> None:
        self._what = what
        self._unit = unit
        self.total = total
        self.notes: Sequence[str] = ()
        self._done = 0
        self._next = monotonic() + _BEFORE

    def advance(self, amount: int) -> None:
        self.reach(self._done + amount)

    def reach(self, done: int) -> None:
        """So many are done."""
        self._done = done
        if monotonic() >= self._next:
            LAST_LINE.show(self.text)
            self._next = monotonic() + _BETWEEN

    @property
    def text(self) -> str:
        done = self._amount(self._done)
        if not self.total:
            return ", ".join([f"{self._what} {done}", *self.notes])
        part = min(self._done / self.total, 1)
        if self._unit != "byte":
            done = f"{self._done:,}"
        of = f"{self._what} {part:4.0%}  {done} of {self._amount(self.total)}"
        return ", ".join([of, *self.notes])

    def _amount(self, number: int) -> str:
        return format_size(number) if self._unit == "byte" else count(number, self._unit)


def watch_copying() -> Callable[[int, int], None]:
    """Follows the copying of one file; the line is no more once all is copied."""
    line = ProgressLine("copying", "byte", None)

    def watch(copied: int, size: int) -> None:
        line.total = size
        line.reach(copied)
        if copied >= size:
            LAST_LINE.clear()

    return watch


@contextmanager
def show_progress(what: str, unit: str, total: int | None) -> Generator[ProgressLine]:
    """The line of a piece of work; it is no more when the work ends, however it ends."""
    try:
        yield ProgressLine(what, unit, total)
    finally:
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


@contextmanager
def show_working(what: str) -> Generator[None]:
    """Of work that takes a while, and cannot say how far it is."""
    LAST_LINE.show(f"{what} ...")
    try:
        yield
    finally:
        LAST_LINE.clear()


def count_items(items: Iterable[T], what: str, unit: str, total: int | None = None) -> Iterator[T]:
    """The items, with a line that counts those that were taken."""
    with show_progress(what, unit, total) as line:
        for item in items:
            line.advance(1)
            yield item


class LastLine:
    """Of the terminal. While it `is_covered` by a pager, nothing is written there. Two threads may write it."""

    def __init__(self) -> None:
        self.is_covered = False
        self._cells = 0
        self._is_idle = False
        self._lock = RLock()

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
        # Not sys.stderr, which may be held back for a pager.
        terminal = sys.__stderr__
        if terminal is None or self.is_covered or not terminal.isatty():
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

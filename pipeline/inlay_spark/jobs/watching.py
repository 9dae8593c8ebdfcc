"""How far a run is, looked up while it lasts in what its tasks leave behind: this works without a SparkContext, and on
Spark Connect."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from inlay_spark.jobs.progress import Quiet

if TYPE_CHECKING:
    from inlay_spark.jobs.progress import Progress

EVERY: Final = 1.0
"""Seconds between two looks."""


class Advance(NamedTuple):
    """What is new: files, bytes of them, and how many of them are problems."""

    files: int
    size: int
    problems: int

    def __add__(self, other: object) -> Advance:
        assert isinstance(other, Advance)
        sums = (mine + more for mine, more in zip(self, other, strict=True))
        return Advance(*sums)


Look: TypeAlias = Callable[[bool], Advance]
"""What is new since the last look; told whether all tasks are over."""


@contextmanager
def watch(progress: Progress, look: Look) -> Generator[None]:
    """Tells `progress` while this lasts; what nobody saw in time is told at its end."""
    if isinstance(progress, Quiet):
        yield
        return
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(EVERY):
            _tell(progress, look(False))

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
    _tell(progress, look(True))


def _tell(progress: Progress, advance: Advance) -> None:
    if advance.files:
        progress.advance(*advance)

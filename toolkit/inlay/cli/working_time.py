"""How long a command has worked, from one second on, wherever it says nothing of how far it is."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Final

from inlay.cli.progress import LAST_LINE

SECOND: Final = 1.0


@contextmanager
def show_working_time() -> Generator[None]:
    """Of a whole command, whose own lines of progress go before this one."""
    ended = Event()
    teller = Thread(target=tell_seconds, args=(ended.wait,), daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()
        LAST_LINE.clear()


def tell_seconds(wait: Callable[[float], bool]) -> None:
    """`wait` takes so many seconds, and says whether all is done."""
    seconds = 0
    while not wait(SECOND):
        seconds += 1
        LAST_LINE.show_idle(f"{LAST_LINE.idle_text} ... {seconds:,} s")

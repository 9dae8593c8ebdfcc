"""SIGTERM, which schedulers send before they kill, ends a command as Ctrl-C does: what is unfinished is removed.

This is the one place that decides where a signal may raise. Not during an import: native modules of others end the process if one
of their calls into Python raises then. Nor where Python would print what is raised, and go on. There it comes again a moment later.
"""

from __future__ import annotations

import _thread
import atexit
import gc
import os
import signal
import sys
import time
from contextlib import suppress
from types import FrameType
from typing import Any, ClassVar, Final

_AGAIN: Final = 0.02
"""Seconds until a signal comes again."""

_COUNTS_LEAKS: Final = "_duckdb"
"""A native module whose binding, nanobind, prints what is not collected at the end of the process."""

_IMPORTING: Final = "<frozen importlib._bootstrap"


class Terminated(KeyboardInterrupt):
    """Another process asked this one to end. No Exception, so that nothing takes it for a failure that it can fix."""

    has_come: ClassVar[bool] = False


def raise_on_signals() -> None:
    """For a process that runs a command and nothing else; who was told to ignore a signal goes on ignoring it."""
    atexit.register(_ignore_signals)  # before all others, which are called before it
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _end)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    sys.unraisablehook = _come_again


def is_terminated(error: BaseException) -> bool:
    """Whether SIGTERM has ended a command; what it works for may have made a mere interrupt of it, as DuckDB does."""
    is_interrupt = isinstance(error, KeyboardInterrupt)
    return isinstance(error, Terminated) or (is_interrupt and Terminated.has_come)


def end_at_once() -> None:
    """All is delivered: what is left is Python's own end, in which whatever is raised is printed. It looks through all objects for
    cycles twice, which takes as long as a short command once pyarrow is there, and gives nothing to a process that ends."""
    for number in (signal.SIGTERM, signal.SIGINT):
        if signal.getsignal(number) is _end:
            signal.signal(number, _say_and_end)
    gc.disable()
    if _COUNTS_LEAKS not in sys.modules:
        gc.freeze()


def _ignore_signals() -> None:
    """What comes behind is Python taking itself apart: it would give signals back to the system, which ends a process without a
    word, though all is done. Python leaves them alone where they are ignored."""
    for number in (signal.SIGTERM, signal.SIGINT):
        if signal.getsignal(number) in (_end, _say_and_end):
            signal.signal(number, signal.SIG_IGN)


def _say_and_end(number: int, _frame: FrameType | None) -> None:
    word, code = ("terminated", 143) if number == signal.SIGTERM else ("interrupted", 130)
    with suppress(OSError):  # nobody hears it
        os.write(2, f"error: {word}\n".encode())
    os._exit(code)


def _end(number: int, frame: FrameType | None) -> None:
    if _is_importing(frame):
        _send_later(number)
        return
    if number == signal.SIGTERM:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not stop the removal
        Terminated.has_come = True
        raise Terminated
    raise KeyboardInterrupt


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTING):
            return True
        frame = frame.f_back
    return False


def _come_again(unraisable: Any) -> None:
    """In place of what Python does with an exception that it cannot raise, in `__del__` for one."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return
    number = signal.SIGTERM if issubclass(unraisable.exc_type, Terminated) else signal.SIGINT
    signal.signal(number, _end)
    _send_later(number)


def _send_later(number: int) -> None:
    main = _thread.get_ident()  # handlers run in no other thread
    _thread.start_new_thread(_send, (number, main))


def _send(number: int, thread: int) -> None:
    time.sleep(_AGAIN)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(thread, number)  # also where it waits
    else:
        _thread.interrupt_main(signal.Signals(number))

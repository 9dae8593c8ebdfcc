"""SIGTERM, which schedulers send before they kill, ends a command as Ctrl-C does: what is unfinished is removed."""

from __future__ import annotations

import signal
from types import FrameType
from typing import NoReturn


class Terminated(KeyboardInterrupt):
    """Another process asked this one to end. No Exception, so that nothing takes it for a failure that it can mend."""


def raise_on_sigterm() -> None:
    """For a process that runs a command and nothing else; who was told to ignore the signal goes on ignoring it."""
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)


def _terminate(_number: int, _frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not stop the removal
    raise Terminated

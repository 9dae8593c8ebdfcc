"""Standard input, output and error where they are closed, or take nothing any more."""

from __future__ import annotations

import os
import sys
from typing import Any


def open_closed_streams() -> None:
    """Those that were closed lead nowhere from now on: else the next file that is opened gets their number, and what is printed."""
    modes = {"stdin": "r", "stdout": "w", "stderr": "w"}
    for name, mode in modes.items():
        if getattr(sys, name) is None:
            setattr(sys, name, _open_nowhere(mode))


def print_to_stderr(line: str) -> None:
    """If it takes nothing any more, nothing is raised."""
    try:
        print(line, file=sys.stderr)
    except OSError:
        give_up_stderr()


def give_up_stderr() -> None:
    """For an error that finds no room there: how the command ends says more."""
    sys.stderr = _open_nowhere("w")


def _open_nowhere(mode: str) -> Any:
    return open(os.devnull, mode, encoding="utf-8")

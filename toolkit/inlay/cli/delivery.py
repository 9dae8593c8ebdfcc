"""How the output of a command leaves the process: all of it written, and what reading warns of as a line each."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

from inlay.cli.errors import ReaderGoneError
from inlay.cli.printing import warn


@contextmanager
def deliver_output() -> Generator[None]:
    """Around whatever a command prints.

    Raises ReaderGoneError where nobody reads it any more: click would end the process with 1, which is the code of findings.
    """
    try:
        with warnings.catch_warnings():
            show_warnings_in_lines()
            yield
        sys.stdout.flush()
    except BrokenPipeError as error:
        _abandon_stdout()
        raise ReaderGoneError from error


def show_warnings_in_lines() -> None:
    """As Python shows warnings, they name a line of the program."""
    warnings.showwarning = cast("Any", _show_warning)


def _show_warning(message: Warning | str, *_: object) -> None:
    warn(str(message))


def _abandon_stdout() -> None:
    """What Python would still flush at exit goes nowhere."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())

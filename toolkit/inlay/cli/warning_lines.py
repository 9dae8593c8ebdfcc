"""What reading warns of, as a line each."""

from __future__ import annotations

import warnings
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

from inlay.cli.printing import warn


@contextmanager
def print_warnings() -> Generator[None]:
    """Around whatever a command does."""
    with warnings.catch_warnings():
        show_warnings_in_lines()
        yield


def show_warnings_in_lines() -> None:
    """As Python shows warnings, they name a line of the program."""
    warnings.showwarning = cast("Any", _show_warning)


def _show_warning(message: Warning | str, *_: object) -> None:
    warn(str(message))

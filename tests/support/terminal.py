"""A terminal on which somebody looks at standard error."""

from __future__ import annotations

import io
import sys
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from inlay.cli.progress import LAST_LINE


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    @property
    def drawn(self) -> list[str]:
        return self.getvalue().split("\r")


@contextmanager
def open_terminal(monkeypatch: pytest.MonkeyPatch) -> Generator[Terminal]:
    """There is one last line in a process: one that a test leaves would be the next one's."""
    LAST_LINE.clear()
    terminal = Terminal()
    monkeypatch.setattr(sys, "__stderr__", terminal)
    yield terminal
    LAST_LINE.clear()

"""The command `inlay` in this process, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from inlay.__main__ import run
from tests.support import quick_schemas


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


Inlay: TypeAlias = Callable[..., Outcome]


def make_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *group: str
) -> Inlay:
    """Takes the words behind `inlay` and `group`. The terminal has no opinion about colours."""
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    quick_schemas.install(monkeypatch)

    def call(*arguments: str | Path) -> Outcome:
        code = run([*group, *map(str, arguments)])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call

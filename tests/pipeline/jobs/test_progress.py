"""How far a job is, where somebody watches and where a program does."""

from __future__ import annotations

import io
import json
import sys

import pytest

from inlay.cli import progress as terminal
from inlay_spark.jobs.progress import JsonLines, Load, OnTerminal, Progress, progress_for


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run_phase(progress: Progress) -> None:
    progress.start("scan", Load(4, 8192))
    progress.advance(1, 2048, 0)
    progress.advance(1, 2048, 1)
    progress.end()


def test_a_terminal_has_one_line_that_vanishes(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(sys, "__stderr__", shown)
    monkeypatch.setattr(terminal, "_BEFORE", 0)
    monkeypatch.setattr(terminal, "_BETWEEN", 0)
    progress = progress_for(io.StringIO())
    assert isinstance(progress, OnTerminal)
    run_phase(progress)
    drawn = [part.rstrip() for part in shown.getvalue().split("\r")]
    assert drawn == [
        "",
        "scan   0%  0 of 4 files",
        "scan  25%  1 of 4 files, 2.0 KiB",
        "scan  50%  2 of 4 files, 4.0 KiB, 1 problem",
        "",
        "",
    ]


def test_a_program_has_lines_of_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    out = io.StringIO()
    progress = progress_for(out)
    assert isinstance(progress, JsonLines)
    run_phase(progress)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["event"] for line in lines] == ["start", "progress", "progress", "end"]
    assert lines[2] == {
        "phase": "scan",
        "event": "progress",
        "files": 2,
        "bytes": 4096,
        "problems": 1,
    }

"""How far a job is: a line where somebody watches, JSON lines where a program does."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol, TextIO

from inlay.cli.progress import LAST_LINE, ProgressLine
from inlay.ground.wording.amounts import count, format_size

NOTHING: Final[Mapping[str, Any]] = {}


class Load(NamedTuple):
    """What a phase has before it: files, and bytes of them. Nobody knows before a listing."""

    files: int
    size: int


class Progress(Protocol):
    """Who is told, phase by phase. `advance` says what is new since the last time, `summary` what the job adds at the
    end."""

    def start(self, phase: str, load: Load) -> None: ...
    def advance(self, files: int, size: int, problems: int) -> None: ...
    def end(self, summary: Mapping[str, Any] = NOTHING) -> None: ...


class Quiet:
    def start(self, phase: str, load: Load) -> None: ...
    def advance(self, files: int, size: int, problems: int) -> None: ...
    def end(self, summary: Mapping[str, Any] = NOTHING) -> None: ...


QUIET: Final = Quiet()


class JsonLines:
    """A line for the start of a phase, one for whatever is new, one for the end; all have the phase and the event."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._phase = ""
        self._counts = {"files": 0, "bytes": 0, "problems": 0}

    def start(self, phase: str, load: Load) -> None:
        self._phase = phase
        self._counts = dict.fromkeys(self._counts, 0)
        self._write("start", {"files": load.files, "bytes": load.size})

    def advance(self, files: int, size: int, problems: int) -> None:
        for name, more in zip(self._counts, (files, size, problems), strict=True):
            self._counts[name] += more
        if files:
            self._write("progress", self._counts)

    def end(self, summary: Mapping[str, Any] = NOTHING) -> None:
        self._write("end", {**self._counts, **summary})

    def _write(self, event: str, values: Mapping[str, Any]) -> None:
        line = json.dumps({"phase": self._phase, "event": event, **values})
        self._out.write(f"{line}\n")
        self._out.flush()


class OnTerminal:
    """The line of every command that takes long, for each phase."""

    def __init__(self) -> None:
        self._line = ProgressLine("", "file", None)
        self._size = self._problems = 0

    def start(self, phase: str, load: Load) -> None:
        self._size = self._problems = 0
        self._line = ProgressLine(phase, "file", load.files or None)
        self._line.reach(0)

    def advance(self, files: int, size: int, problems: int) -> None:
        self._size += size
        self._problems += problems
        notes = [format_size(self._size)] if self._size else []
        notes += [count(self._problems, "problem")] if self._problems else []
        self._line.notes = notes
        self._line.advance(files)

    def end(self, summary: Mapping[str, Any] = NOTHING) -> None:
        LAST_LINE.clear()


def progress_for(out: TextIO) -> Progress:
    """A line if standard error is a terminal, else JSON lines on `out`."""
    return OnTerminal() if sys.stderr.isatty() else JsonLines(out)

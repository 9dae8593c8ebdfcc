"""How far a job is: a bar where somebody watches, JSON lines where a program does."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TextIO

from inlay.wording.amounts import count, format_size

if TYPE_CHECKING:
    from rich.progress import TaskID

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
    """A bar for each phase, on standard error."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bars

        self._bars = Bars(
            TextColumn("{task.description:12}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[bytes]}{task.fields[bad]}"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
        )
        self._task: TaskID | None = None
        self._size = self._problems = 0

    def start(self, phase: str, load: Load) -> None:
        self._size = self._problems = 0
        self._bars.start()
        self._task = self._bars.add_task(phase, total=load.files or None, bytes="", bad="")

    def advance(self, files: int, size: int, problems: int) -> None:
        assert self._task is not None
        self._size += size
        self._problems += problems
        bad = f", {count(self._problems, 'problem')}" if self._problems else ""
        self._bars.update(self._task, advance=files, bytes=_format_size(self._size), bad=bad)

    def end(self, summary: Mapping[str, Any] = NOTHING) -> None:
        assert self._task is not None
        task = self._bars.tasks[self._task]
        if task.total is None:
            self._bars.update(self._task, total=task.completed)
        self._bars.stop()


def _format_size(number: int) -> str:
    return format_size(number) if number else ""


def progress_for(out: TextIO) -> Progress:
    """A bar if standard error is a terminal and rich is there, else JSON lines on `out`."""
    if sys.stderr.isatty():
        try:
            return OnTerminal()
        except ImportError:
            pass
    return JsonLines(out)

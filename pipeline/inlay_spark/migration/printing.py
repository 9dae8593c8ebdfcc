"""What the commands say: a plan, an outcome, and progress, as a bar or as JSON lines."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

from inlay.wording.amounts import count, size
from inlay_spark.migration.outcomes import Cost, Outcome
from inlay_spark.migration.rows import (
    CHANGE,
    DONE,
    OTHER,
    PROBLEM,
    REFUSED,
    SAME,
    UNREADABLE,
)
from inlay_spark.migration.watching import Load, Progress

if TYPE_CHECKING:
    from rich.progress import TaskID

_VERBS: Final = {
    "plan": "list",
    "staged": "stage",
    "published": "publish",
    "undo_staged": "stage back",
    "undone": "publish back",
}
"""What people call a phase; the journal calls it by what it leaves."""

_SAID: Final = {
    CHANGE: "to change",
    DONE: "done",
    SAME: "the same already",
    REFUSED: "refused",
    PROBLEM: "a problem",
    UNREADABLE: "a problem, and others cannot read it either",
    OTHER: "no Parquet file",
}


def cost_lines(cost: Cost, to: str) -> list[str]:
    forms = ", ".join(f"{number:,} {form}" for form, number in cost.forms.items())
    lines = [f"{count(cost.files, 'file')} ({forms or 'no form known'}), to {to}"]
    lines += _state_lines(cost.actions)
    if cost.actions.get(CHANGE):
        after = cost.footers_before + cost.growth
        lines.append(f"  copies   {size(cost.bytes_copied)}")
        if to != "encoding":
            lines.append(f"  footers  {size(cost.footers_before)} -> {size(after)}")
        lines.append(f"  files    {cost.growth:+,} bytes in all")
    lines += [f"  {count(files, 'file')}: {warning}" for warning, files in cost.warnings]
    lines += _reason_lines(cost.reasons, cost.actions)
    if cost.actions.get(CHANGE):
        return [*lines, "nothing was written: --write --journal DIR does it"]
    return [*lines, "nothing is to be written"]


def outcome_lines(outcome: Outcome) -> list[str]:
    lines = _state_lines(outcome.states) or ["nothing was to be done"]
    if outcome.swept:
        lines.append(f"  swept {count(outcome.swept, 'file')} that an attempt had left behind")
    lines += _reason_lines(outcome.reasons, outcome.states)
    return lines + [f"{folder}: {reason}" for folder, reason in outcome.unswept]


def _state_lines(states: dict[str, int]) -> list[str]:
    width = max((len(f"{number:,}") for number in states.values()), default=0)
    return [f"  {states[one]:>{width},} {said}" for one, said in _SAID.items() if states.get(one)]


def _reason_lines(reasons: list[tuple[str, str]], states: dict[str, int]) -> list[str]:
    lines = [f"{path}: {reason}" for path, reason in reasons]
    left = sum(states.get(one, 0) for one in (PROBLEM, REFUSED, UNREADABLE)) - len(lines)
    return [*lines, f"and {count(left, 'file')} more"] if left > 0 else lines


class _JsonLines:
    """A line for the start of a phase, one for whatever is new, one for the end."""

    def __init__(self) -> None:
        self._phase = ""
        self._done = [0, 0, 0]

    def start(self, phase: str, load: Load) -> None:
        self._phase = _VERBS[phase]
        self._done = [0, 0, 0]
        self._say(event="start", files=load.files, bytes=load.size)

    def advance(self, files: int, size: int, problems: int) -> None:
        if files:
            self._done = [a + b for a, b in zip(self._done, (files, size, problems), strict=True)]
            self._tell("progress")

    def end(self) -> None:
        self._tell("end")

    def _tell(self, event: str) -> None:
        files, size, problems = self._done
        self._say(event=event, files=files, bytes=size, problems=problems)

    def _say(self, event: str, **values: int) -> None:
        line = json.dumps({"phase": self._phase, "event": event, **values})
        print(line, file=sys.stderr, flush=True)


class _OnTerminal:
    """A bar for each phase."""

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
        self._task = self._bars.add_task(_VERBS[phase], total=load.files or None, bytes="", bad="")

    def advance(self, files: int, size: int, problems: int) -> None:
        assert self._task is not None
        self._size += size
        self._problems += problems
        bad = f", {count(self._problems, 'problem')}" if self._problems else ""
        self._bars.update(self._task, advance=files, bytes=_size(self._size), bad=bad)

    def end(self) -> None:
        assert self._task is not None
        task = self._bars.tasks[self._task]
        if task.total is None:
            self._bars.update(self._task, total=task.completed)
        self._bars.stop()


def _size(number: int) -> str:
    return size(number) if number else ""


def progress_on_stderr() -> Progress:
    return _OnTerminal() if sys.stderr.isatty() else _JsonLines()

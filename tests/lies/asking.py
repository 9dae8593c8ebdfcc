"""What readers that prune make of each lie: the answer to its query, beside the answer for the twin."""

from __future__ import annotations

from enum import Enum, unique
from pathlib import Path
from typing import Final

from tests.lies.kind import AGGREGATES, Query
from tests.lies.kinds import KINDS
from tests.readers.outcome import Kind as OutcomeKind
from tests.readers.outcome import Outcome
from tests.readers.process import ReaderProcess


@unique
class Answer(Enum):
    SAME = "same"
    LOST = "lost"
    """Rows that are there do not come."""
    OTHER = "other"
    ERROR = "error"
    NOT_ASKED = "-"
    """It cannot be asked this of the twin either."""
    HURT = "hurt"
    """The reader ended, or did not end: the kind has to go."""


class PruningProcess(ReaderProcess):
    child = "tests.lies.child"

    def ask(self, path: Path, query: Query) -> Outcome:
        return self._ask("ask", path, *query)


HURT: Final = {OutcomeKind.CRASH, OutcomeKind.HANG}


def write_files(folder: Path, names: list[str]) -> None:
    """Each kind under its name, and its twin."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / f"{name}.parquet").write_bytes(KINDS[name].file)
        (folder / f"{name}.twin.parquet").write_bytes(KINDS[name].twin)


def ask(reader: str, folder: Path, names: list[str], seconds: float = 30) -> dict[str, Answer]:
    answers: dict[str, Answer] = {}
    with PruningProcess(reader, seconds) as process:
        for name in names:
            query = KINDS[name].query
            twin = process.ask(folder / f"{name}.twin.parquet", query)
            if twin.kind is not OutcomeKind.READ:
                answers[name] = Answer.NOT_ASKED
                continue
            outcome = process.ask(folder / f"{name}.parquet", query)
            answers[name] = judge(twin, outcome, query)
    return answers


def judge(twin: Outcome, outcome: Outcome, query: Query) -> Answer:
    if outcome.kind in HURT:
        return Answer.HURT
    if outcome.kind is OutcomeKind.ERROR:
        return Answer.ERROR
    true, answer = twin.values["answer"], outcome.values["answer"]
    assert isinstance(true, list)
    assert isinstance(answer, list)
    if true == answer:
        return Answer.SAME
    if query.op not in AGGREGATES and all(row in true for row in answer):
        return Answer.LOST
    return Answer.OTHER

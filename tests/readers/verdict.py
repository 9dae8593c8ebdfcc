"""The words of the matrix, each with what it means, and who gets which."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inlay.ground.documents.values import Json
from tests.readers.outcome import Kind, Outcome
from tests.readers.plain_values import bare, is_retyped, plain_columns
from tests.readers.reader import NotAskedError

WORDS: Final[Mapping[str, str]] = {
    "right": "all values, as they were written",
    "other type": "the same values in another type: bytes for a text, a number for a time, the columns that a Variant is stored in",
    "some": "right for some files of the row, or as it must be; not for others, which the evidence counts",
    "wrong": "other values, without an error",
    "error": "an error, and no values",
    "used": "the lie was believed: the reader goes by this index",
    "noticed": "an error in the place of the row: the reader goes by this index, and saw that something is wrong",
    "ignored": "the row was there in spite of the lie",
    "not asked": "the reader cannot be asked this, or reads no file that could show it",
    "yes": "a file that it wrote has it",
    "no": "a file that it wrote does not have it",
    "says": "what a file that it wrote has there",
}
HURT: Final = ("crash", "hang")
"""Words that are written nowhere: what crashes or hangs a reader is taken out of what is tried."""

LONGEST: Final = 170
"""Of a message; more helps nobody to tell one from another."""

_TASK: Final = re.compile(r"\bId\(\d+\)")
"""The number of a thread's task, another one in every run."""

_GRAVEST: Final = (Kind.CRASH, Kind.HANG, Kind.OTHER, Kind.ERROR)
_WORD_OF: Final = {
    Kind.READ: "right",
    Kind.OTHER: "wrong",
    Kind.ERROR: "error",
    Kind.CRASH: "crash",
    Kind.HANG: "hang",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A verdict, one of `WORDS` or of `HURT`, and what came back, where the verdict does not say it; `good` is how many files of `some` are
    right."""

    verdict: str
    text: str = ""
    good: int = 0


NOT_ASKED: Final = Cell("not asked")


def judge_values(
    outcome: Outcome,
    values: Mapping[str, Sequence[Any]],
    *others: Mapping[str, Sequence[Any]] | None,
) -> Cell:
    """`others` are the values as what they are stored as."""
    if outcome.kind is not Kind.READ:
        return judge_failure(outcome)
    wanted = plain_columns(values)
    if outcome.values == wanted:
        return Cell("right")
    for other in (values, *others):
        if other is not None and is_retyped(outcome.values, plain_columns(other)):
            return Cell("other type")
    nearest = max(
        [wanted, *(plain_columns(other) for other in others if other is not None)],
        key=lambda columns: _equal_values(bare(outcome.values), bare(columns)),
    )
    return Cell("wrong", shorten(_first_difference(outcome.values, nearest)))


def judge_failure(outcome: Outcome) -> Cell:
    if outcome.detail.startswith(NotAskedError.__name__):
        return NOT_ASKED
    return Cell(_WORD_OF[outcome.kind], shorten(_TASK.sub("Id(N)", outcome.detail)))


def judge_sought(honest: Outcome, lying: Outcome, values: Mapping[str, Sequence[Any]]) -> Cell:
    """`honest` is the same file without the lie: who does not find the row there is not asked about the lie."""
    before = judge_values(honest, values)
    if before.verdict != "right":
        return before
    after = judge_values(lying, values)
    if after.verdict == "right":
        return Cell("ignored")
    if after.verdict == "error":
        return Cell("noticed", after.text)
    if after.verdict in HURT:
        return after
    left_out = lying.kind is Kind.READ and not any(lying.values.values())
    return Cell("used", "the row is left out" if left_out else after.text)


def judge_several(outcomes: Mapping[str, Outcome]) -> Cell:
    """Of a row with many files, by what tells them apart: READ is as it must be. One file that hurts gives the row its word."""
    bad = {name: outcome for name, outcome in outcomes.items() if outcome.kind is not Kind.READ}
    if not outcomes:
        return NOT_ASKED
    if not bad:
        return Cell("right")
    name, first = min(bad.items(), key=lambda item: _GRAVEST.index(item[1].kind))
    word = _WORD_OF[first.kind]
    if len(bad) < len(outcomes) and word not in HURT:
        word = "some"
    count = f"{len(bad)} of {len(outcomes)} files" if len(outcomes) > 1 else "the file"
    said = f"{_WORD_OF[first.kind]} {first.detail}".strip()
    good = len(outcomes) - len(bad)
    return Cell(word, shorten(f"{count}, such as {name}: {said}"), good)


def shorten(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."


def _equal_values(seen: Mapping[str, Json], wanted: Mapping[str, Json]) -> int:
    return sum(
        value == other
        for name in seen.keys() & wanted.keys()
        for value, other in zip(_values(seen[name]), _values(wanted[name]), strict=False)
    )


def _values(column: Json) -> list[Json]:
    assert isinstance(column, list)
    return column


def _first_difference(seen: Mapping[str, Json], wanted: Mapping[str, Json]) -> str:
    if seen.keys() != wanted.keys():
        return f"columns {', '.join(seen) or 'none'} for {', '.join(wanted)}"
    for name, values in wanted.items():
        got, due = _values(seen[name]), _values(values)
        if len(got) != len(due):
            return f"{name}: {len(got)} values for {len(due)}"
        for at, (value, other) in enumerate(zip(got, due, strict=True)):
            if bare({name: [value]}) != bare({name: [other]}):
                return f"{name}[{at}] is {value!r}, and not {other!r}"
    return ""

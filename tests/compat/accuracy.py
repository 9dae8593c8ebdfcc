"""How often rules are right: each column of each file in each version is a prediction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from inlay.verbs.compat.features import FileFeatures
from inlay.verbs.compat.judge import Applied, judge
from inlay.verbs.compat.outcome import ReaderOutcome
from inlay.verbs.compat.record import AskedReader, record_from
from tests.compat.observed import NOT_ASKED, READS, Observed
from tests.compat.rules import OUTCOMES, document


class Wrong(NamedTuple):
    version: str
    file: str
    column: str
    seen: str
    predicted: str


class Accuracy(NamedTuple):
    """`stumbles` are the predictions where something was seen, or predicted; most columns are read by everybody."""

    predictions: int
    stumbles: int
    wrong: list[Wrong]


def judge_halves(reader: str, observed: Observed, features: Mapping[str, FileFeatures]) -> Accuracy:
    """Rules of the files that are `made`, held against those that are `judged`."""
    record = record_from(reader, document(observed, features, "made"))
    predictions = stumbles = 0
    wrong: list[Wrong] = []
    for version in observed.versions:
        asked = AskedReader(record, version, version)
        for file, rows in observed.files.items():
            if not file.startswith("judged"):
                continue
            applied = [it for it in judge(features[file], asked) if not it.is_possible]
            for column in rows:
                letter = observed.letter(file, column, version)
                if letter == NOT_ASKED:
                    continue
                seen = "" if letter == READS else OUTCOMES[letter].value
                predicted = _predict(applied, column)
                predictions += 1
                stumbles += bool(seen or predicted)
                if seen != predicted:
                    wrong.append(Wrong(version, file, column, seen, predicted))
    return Accuracy(predictions, stumbles, wrong)


def _predict(applied: list[Applied], column: str) -> str:
    name = column.removesuffix("?")
    outcomes = [
        it.rule.outcome
        for it in applied
        if it.column == name or not it.column or it.rule.outcome is ReaderOutcome.REFUSES_FILE
    ]
    if column.endswith("?"):
        return ReaderOutcome.LOSES_ROWS.value if ReaderOutcome.LOSES_ROWS in outcomes else ""
    others = [it for it in outcomes if it is not ReaderOutcome.LOSES_ROWS]
    return min(others, key=lambda it: it.rank).value if others else ""

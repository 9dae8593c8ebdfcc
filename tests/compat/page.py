"""The matrix by version, in Markdown: what every reader does with each feature that one of them stumbles over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.verbs.compat.outcome import ReaderOutcome
from inlay.verbs.compat.record import ReaderRecord, records

LETTERS: Final = {
    ReaderOutcome.REFUSES_FILE: "F",
    ReaderOutcome.REFUSES_COLUMN: "C",
    ReaderOutcome.MISREADS: "M",
    ReaderOutcome.LOSES_ROWS: "L",
    ReaderOutcome.IGNORES_TYPE: "t",
}
_READS: Final = "."


def render() -> str:
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    every = list(records().values())
    yield "# Readers by version"
    yield ""
    meanings = ", ".join(f"`{letter}` {outcome.value}" for outcome, letter in LETTERS.items())
    yield f"A sign for each version, the oldest first: `{_READS}` reads, {meanings}."
    yield ""
    for record in every:
        yield f"- {record.name}: {', '.join(record.versions)}"
    yield ""
    yield f"| features | {' | '.join(record.name for record in every)} |"
    yield f"|---|{'---|' * len(every)}"
    features = {rule.features for record in every for rule in record.rules}
    for each in sorted(features, key=sorted):
        cells = (_cell(record, each) for record in every)
        yield f"| {', '.join(sorted(each))} | {' | '.join(cells)} |"


def _cell(record: ReaderRecord, features: frozenset[str]) -> str:
    if not features <= record.known:
        return ""
    of = [rule for rule in record.rules if rule.features == features]
    signs = (
        next((LETTERS[rule.outcome] for rule in of if version in rule.versions), _READS)
        for version in record.versions
    )
    return f"`{''.join(signs)}`"

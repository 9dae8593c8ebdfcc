"""Which rules of a reader apply to a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from inlay.verbs.compat.features import Features, FileFeatures
from inlay.verbs.compat.outcome import ReaderOutcome
from inlay.verbs.compat.record import AskedReader, ReaderRule

HIDDEN: Final[Mapping[str, str]] = {
    "bounds: NaN not counted": "bounds: NaN",
    "bounds: a box": "bounds: a box beside NaN",
}
"""What no footer says, by what it says where that may be so: a NaN in the column, and a coordinate that is NaN."""


class Applied(NamedTuple):
    """A rule that applies to a column, empty for the file. `is_possible` if the footer does not say whether it does: there may be a
    NaN in the column, or another value that the reader stumbles over."""

    column: str
    rule: ReaderRule
    is_possible: bool = False


def judge(file: FileFeatures, reader: AskedReader) -> list[Applied]:
    """What happens, the gravest of each column first found; a file that is refused has that alone."""
    applied = [Applied("", rule) for rule in _of_file(reader, file.file)]
    for column, features in file.columns.items():
        applied += (
            Applied(column, rule, is_possible)
            for rule, is_possible in _of_column(reader, features, file.file)
        )
    refused = [
        it for it in applied if it.rule.outcome is ReaderOutcome.REFUSES_FILE and not it.is_possible
    ]
    if refused:
        return refused
    return applied


def list_unmeasured(file: FileFeatures, reader: AskedReader) -> list[str]:
    """Features that no evidence file has."""
    every = file.file.union(*file.columns.values())
    return sorted(every - reader.record.known)


@lru_cache(maxsize=4096)
def _of_file(reader: AskedReader, of_file: Features) -> tuple[ReaderRule, ...]:
    return tuple(_that_apply(reader.rules, of_file))


@lru_cache(maxsize=4096)
def _of_column(
    reader: AskedReader, features: Features, of_file: Features
) -> tuple[tuple[ReaderRule, bool], ...]:
    """Columns are often alike, and so are files."""
    rules, both = reader.rules, features | of_file
    there = [rule for rule in _that_apply(rules, both) if not rule.features <= of_file]
    gravest = _gravest(rule for rule in there if not rule.depends_on_values)
    worst = min((rule.outcome.rank for rule in gravest), default=len(ReaderOutcome))
    hidden = {hidden for shown, hidden in HIDDEN.items() if shown in features}
    more = [rule for rule in _that_apply(rules, both | hidden) if rule.features & hidden]
    more += [rule for rule in there if rule.depends_on_values and rule.outcome.rank < worst]
    return (*((rule, False) for rule in gravest), *((rule, True) for rule in more))


def _that_apply(rules: Iterable[ReaderRule], features: Features) -> Iterator[ReaderRule]:
    return (rule for rule in rules if rule.features <= features)


def _gravest(rules: Iterable[ReaderRule]) -> list[ReaderRule]:
    """A column that is not read loses no rows; one that is read may also lose some."""
    ordered = sorted(rules, key=lambda rule: rule.outcome.rank)
    if not ordered:
        return []
    first = ordered[0].outcome
    return [
        rule
        for rule in ordered
        if rule.outcome is first
        or (rule.outcome is ReaderOutcome.LOSES_ROWS and first.rank > ReaderOutcome.MISREADS.rank)
    ]

"""One piece of advice, and several of one rule in one file as one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from inlay.verbs.lint.rule import AnyRule, Remedy, Severity, Sighting

MOST_NAMED: Final = 3
"""Columns of a fold that are named before the number of the others."""


class Advice(NamedTuple):
    """What a rule says of a file, or of a column of it: the fields of `Sighting`, with the rule and the file."""

    rule: str
    severity: Severity
    path: str
    column: str
    place: str
    seen: str
    num_bytes: int | None
    reads: int | None
    remedy: Remedy

    @property
    def mend(self) -> str:
        """The command that mends this, or the option of a writer in words."""
        return self.remedy.for_columns([self.column])

    @property
    def cost(self) -> tuple[int, int]:
        """For sorting: bytes, then reads; what cannot be told is nothing."""
        return self.num_bytes or 0, self.reads or 0


class Fold(NamedTuple):
    """The advice of one rule on one file. `worst` costs most; `number` is that of all, `columns` are those that are named."""

    worst: Advice
    number: int
    columns: tuple[str, ...]
    num_bytes: int | None
    reads: int | None

    @property
    def mend(self) -> str:
        """What mends all that is named."""
        return self.worst.remedy.for_columns(self.columns)


def advice_of(rule: AnyRule, path: str, sighting: Sighting) -> Advice:
    return Advice(
        rule.id,
        rule.severity,
        sighting.path or path,
        sighting.column,
        sighting.place,
        sighting.seen,
        _bound(sighting.num_bytes),
        _bound(sighting.reads),
        sighting.remedy,
    )


def _bound(cost: int | None) -> int | None:
    """A footer may claim any number; these stay 64 bits, and are not negative."""
    return None if cost is None else min(max(cost, 0), 2**63 - 1)


def fold(advice: Iterable[Advice]) -> list[Fold]:
    """By rule and file: warnings before notes, then what costs most first."""
    by_rule: dict[tuple[str, str], list[Advice]] = {}
    for each in advice:
        by_rule.setdefault((each.path, each.rule), []).append(each)
    folds = [_fold_all(several) for several in by_rule.values()]
    return sorted(folds, key=rank)


def rank(it: Fold) -> tuple[bool, int, int, str]:
    """The key that sorts the worst first."""
    return it.worst.severity == "note", -(it.num_bytes or 0), -(it.reads or 0), it.worst.rule


def sum_known(costs: Iterable[int | None]) -> int | None:
    """None if nothing is known."""
    known = [cost for cost in costs if cost is not None]
    return sum(known) if known else None


def _fold_all(several: Sequence[Advice]) -> Fold:
    ordered = sorted(several, key=lambda each: each.cost, reverse=True)
    return Fold(
        ordered[0],
        len(several),
        tuple(each.column for each in ordered[:MOST_NAMED] if each.column),
        sum_known(each.num_bytes for each in several),
        sum_known(each.reads for each in several),
    )

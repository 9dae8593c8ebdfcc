"""Several pieces of advice of one rule in one file as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nlargest
from typing import Final, NamedTuple

from inlay.verbs.lint.advice import Advice, cost_of
from inlay.verbs.lint.estimate import Estimate, add_up
from inlay.verbs.lint.rule_advice import FileAdvice, RuleAdvice

MOST_NAMED: Final = 3
"""Columns of a fold that are named before the number of the others."""


class Fold(NamedTuple):
    """The advice of one rule on one file. `worst` costs most; `number` is that of all, `columns` are those that are named.

    `saved` is what all of it saves, and `adds` what that adds to what other folds of the file save.
    """

    worst: Advice
    number: int
    columns: tuple[str, ...]
    saved: Estimate | None
    reads: int | None
    adds: Estimate | None

    @property
    def num_bytes(self) -> int | None:
        """About how many bytes are saved."""
        return self.saved.likely if self.saved is not None else None

    @property
    def fix(self) -> str:
        """What fixes all that is named."""
        return self.worst.remedy.for_columns(self.columns)


def fold(advice: Iterable[Advice]) -> list[Fold]:
    """By rule and file: warnings before notes, then what costs most first."""
    by_rule = advice.by_rule if isinstance(advice, FileAdvice) else _group(advice)
    return sorted(map(_fold_all, by_rule), key=rank)


def _group(advice: Iterable[Advice]) -> Iterator[RuleAdvice]:
    by_rule: dict[tuple[str, str], list[Advice]] = {}
    for each in advice:
        by_rule.setdefault((each.path, each.rule), []).append(each)
    return map(RuleAdvice.of_advice, by_rule.values())


def rank(it: Fold) -> tuple[bool, int, int, str]:
    """The key that sorts the worst first."""
    return it.worst.severity == "note", -(it.num_bytes or 0), -(it.reads or 0), it.worst.rule


def sum_known(costs: Iterable[int | None]) -> int | None:
    """None if nothing is known."""
    known = [cost for cost in costs if cost is not None]
    return sum(known) if known else None


def _fold_all(several: RuleAdvice) -> Fold:
    costs = list(map(cost_of, several.saved, several.reads))
    worst = nlargest(MOST_NAMED, range(len(several)), key=costs.__getitem__)
    columns = (several.columns[at] for at in worst)
    return Fold(
        several[worst[0]],
        len(several),
        tuple(column for column in columns if column),
        add_up(several.saved),
        sum_known(several.reads),
        add_up(several.adds),
    )

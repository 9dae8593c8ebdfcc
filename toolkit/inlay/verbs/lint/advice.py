"""One piece of advice, and several of one rule in one file as one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest
from typing import Final, NamedTuple

from inlay.verbs.lint.estimate import Estimate, add_up
from inlay.verbs.lint.rule import AnyRule, Part, Remedy, Severity, Sighting

_LARGEST: Final = 2**63 - 1
MOST_NAMED: Final = 3
"""Columns of a fold that are named before the number of the others."""


class Advice(NamedTuple):
    """What a rule says of a file, or of a column of it: the fields of `Sighting`, with the rule and the file.

    `saved` are the bytes that doing it saves, with their range; None if that cannot be told. They lie in one `part` of the file. `adds`
    is what that adds to what all other advice on the file saves: the sum of these is the estimate for the file.
    """

    rule: str
    severity: Severity
    path: str
    column: str
    place: str
    seen: str
    saved: Estimate | None
    reads: int | None
    remedy: Remedy
    part: Part = "pages"
    adds: Estimate | None = None

    @property
    def num_bytes(self) -> int | None:
        """About how many bytes are saved."""
        return self.saved.likely if self.saved is not None else None

    @property
    def mend(self) -> str:
        """The command that mends this, or the option of a writer in words."""
        return self.remedy.for_columns([self.column])

    def with_remedy(self, remedy: Remedy) -> Advice:
        """The same with another one."""
        before, behind = self[:_REMEDY], self[_REMEDY + 1 :]
        return Advice._make((*before, remedy, *behind))

    @property
    def cost(self) -> tuple[int, int]:
        """For sorting: bytes, then reads; what cannot be told is nothing."""
        saved = self.saved
        return saved.likely if saved is not None else 0, self.reads or 0


_REMEDY: Final = Advice._fields.index("remedy")


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
    def mend(self) -> str:
        """What mends all that is named."""
        return self.worst.remedy.for_columns(self.columns)


def advice_of(rule: AnyRule, path: str, sighting: Sighting, file_size: int | None) -> Advice:
    """No cost is larger than the file, where it is one."""
    cost = sighting.num_bytes
    saved = Estimate.exact(cost) if isinstance(cost, int) else cost
    return Advice(
        rule.id,
        rule.severity,
        sighting.path or path,
        sighting.column,
        sighting.place,
        sighting.seen,
        saved.up_to(_LARGEST if file_size is None else file_size) if saved is not None else None,
        _bound(sighting.reads),
        sighting.remedy,
        rule.part,
    )


def settle(advice: Sequence[Advice], file_size: int) -> list[Advice]:
    """The advice on one file, each with what it adds: the larger of two that save the same bytes counts, and all of it together is
    no more than the file."""
    settled = list(advice)
    taken: dict[tuple[Part, str], Estimate] = {}
    left = Estimate.exact(min(file_size, _LARGEST))
    known = [(-saved.likely, at, saved) for at, each in enumerate(advice) if (saved := each.saved)]
    known.sort()
    for _, at, saved in known:
        each = advice[at]
        place = each.part, each.column
        before = taken.get(place)
        beyond = saved if before is None else saved.beyond(before)
        adds = beyond.within(left)
        taken[place] = saved if before is None else saved.larger(before)
        left = left.less(adds)
        settled[at] = Advice._make((*each[:-1], adds))  # `_replace` takes three times as long
    return settled


def _bound(cost: int | None) -> int | None:
    """A footer may claim any number; these stay 64 bits, and are not negative."""
    return None if cost is None else min(max(cost, 0), _LARGEST)


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
    worst = nlargest(MOST_NAMED, several, key=lambda each: each.cost)
    return Fold(
        worst[0],
        len(several),
        tuple(each.column for each in worst if each.column),
        add_up(each.saved for each in several),
        sum_known(each.reads for each in several),
        add_up(each.adds for each in several),
    )

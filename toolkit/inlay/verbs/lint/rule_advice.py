"""The advice of a rule on a file as columns, and that of all rules: of a wide file, an object for each piece would cost more than the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, overload

from inlay.verbs.lint.advice import Advice
from inlay.verbs.lint.estimate import Estimate
from inlay.verbs.lint.rule import WARNING, AnyRule, Part, Remedy, Severity, Sighting, Sightings

_LARGEST: Final = 2**63 - 1


class RuleAdvice(Sequence[Advice]):
    """Each list has a value for every piece of advice, by the names of `Advice`; `remedies` may be written when they are asked for."""

    def __init__(self, rule: str, severity: Severity, path: str, part: Part) -> None:
        self.rule = rule
        self.severity: Severity = severity
        self.path = path
        self.part: Part = part
        self.columns: list[str] = []
        self.places: list[str] = []
        self.seen: list[str] = []
        self.saved: list[Estimate | None] = []
        self.reads: list[int | None] = []
        self.remedies: Sequence[Remedy] = []
        self.adds: list[Estimate | None] = []

    @classmethod
    def of_sightings(
        cls,
        rule: AnyRule,
        path: str,
        sightings: Iterable[Sighting | Sightings],
        file_size: int | None,
    ) -> RuleAdvice:
        """What a rule saw. No cost is larger than the file, where it is one."""
        advice = cls(rule.id, rule.severity, path, rule.part)
        remedies: list[Remedy] = []
        for it in sightings:
            several = Sightings.of(it) if isinstance(it, Sighting) else it
            count = len(several.columns)
            advice.columns += several.columns
            advice.places += several.places
            advice.seen += several.seen
            remedies += several.remedies
            advice.saved += bound_sizes(several.num_bytes or [None] * count, file_size)
            advice.reads += map(bound_number, several.reads or [None] * count)
        advice.remedies = remedies
        advice.adds = [None] * len(remedies)
        return advice

    @classmethod
    def of_advice(cls, several: Sequence[Advice]) -> RuleAdvice:
        """Of one rule on one file, one at least."""
        first = several[0]
        advice = cls(first.rule, first.severity, first.path, first.part)
        for each in several:
            advice.columns.append(each.column)
            advice.places.append(each.place)
            advice.seen.append(each.seen)
            advice.saved.append(each.saved)
            advice.reads.append(each.reads)
            advice.adds.append(each.adds)
        advice.remedies = [each.remedy for each in several]
        return advice

    def __len__(self) -> int:
        return len(self.columns)

    @overload
    def __getitem__(self, at: int) -> Advice: ...
    @overload
    def __getitem__(self, at: slice) -> list[Advice]: ...
    def __getitem__(self, at: int | slice) -> Advice | list[Advice]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        return Advice(
            self.rule,
            self.severity,
            self.path,
            self.columns[at],
            self.places[at],
            self.seen[at],
            self.saved[at],
            self.reads[at],
            self.remedies[at],
            self.part,
            self.adds[at],
        )


class FileAdvice(Sequence[Advice]):
    """What all rules say of a file, in their order; a piece is made when it is asked for.

    `untried` are the bytes of which only a sample would tell whether ZSTD pays.
    """

    def __init__(self, by_rule: Iterable[RuleAdvice], untried: int = 0) -> None:
        self.by_rule = [each for each in by_rule if each]
        self.untried = untried

    @property
    def has_warnings(self) -> bool:
        return any(each.severity == WARNING for each in self.by_rule)

    def __len__(self) -> int:
        return sum(map(len, self.by_rule))

    def __iter__(self) -> Iterator[Advice]:
        return chain.from_iterable(self.by_rule)

    @overload
    def __getitem__(self, at: int) -> Advice: ...
    @overload
    def __getitem__(self, at: slice) -> list[Advice]: ...
    def __getitem__(self, at: int | slice) -> Advice | list[Advice]:
        return list(self)[at]


def bound_sizes(
    sizes: Iterable[int | Estimate | None], file_size: int | None
) -> list[Estimate | None]:
    """As estimates, none of them larger than the file, where it is one."""
    most = _LARGEST if file_size is None else file_size
    return [
        None
        if size is None
        else (Estimate.exact(size) if isinstance(size, int) else size).up_to(most)
        for size in sizes
    ]


def bound_number(cost: int | None) -> int | None:
    """A footer may claim any number; these stay 64 bits, and are not negative."""
    return None if cost is None else min(max(cost, 0), _LARGEST)

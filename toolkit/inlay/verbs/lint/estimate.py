"""What a change saves: an estimate, and the range that it lies in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

PAGE: Final = 4096
"""Bytes that a disk reads at once. What saves less than that in a file is not worth a word about size."""

_LARGEST: Final = 2**63 - 1


class Estimate(NamedTuple):
    """Bytes that are saved: about `likely`, at least `least`, at most `most`. Below 0 only of a part, before it is added to others that it
    makes up for."""

    likely: int
    least: int
    most: int

    @classmethod
    def between(cls, least: float, likely: float, most: float) -> Estimate:
        """Of numbers in any order, none of them below 0."""
        low = max(int(min(least, likely, most)), 0)
        high = max(int(max(least, likely, most)), 0)
        return cls(min(max(int(likely), 0), high), low, high)

    @classmethod
    def exact(cls, size: int) -> Estimate:
        """What is counted, and so has no range."""
        return cls(size, size, size)

    def up_to(self, most: int) -> Estimate:
        """The same where no more than `most` can be saved. A footer may claim any number: this stays 64 bits, in order, and not negative."""
        bound = min(max(most, 0), _LARGEST)
        if 0 <= self.least <= self.likely <= self.most <= bound:
            return self
        likely, least, most = (min(max(each, 0), bound) for each in self)
        return Estimate.between(least, likely, most)

    def times(self, factor: float) -> Estimate:
        return Estimate(*(int(each * factor) for each in self))

    def beyond(self, other: Estimate) -> Estimate:
        """What this saves where the other has been saved already, of the same bytes."""
        likely, least, most = self.less(other)
        return Estimate.between(least, likely, most)

    def less(self, other: Estimate) -> Estimate:
        """Number by number, and none below 0."""
        return Estimate(
            max(self.likely - other.likely, 0),
            max(self.least - other.least, 0),
            max(self.most - other.most, 0),
        )

    def within(self, likely: int, least: int, most: int) -> Estimate:
        """This, number by number no more than these."""
        if self.likely <= likely and self.least <= least and self.most <= most:
            return self
        return Estimate(min(self.likely, likely), min(self.least, least), min(self.most, most))

    def larger(self, other: Estimate) -> Estimate:
        return Estimate(
            max(self.likely, other.likely),
            max(self.least, other.least),
            max(self.most, other.most),
        )


NOTHING: Final = Estimate(0, 0, 0)


def add_up(estimates: Iterable[Estimate | None]) -> Estimate | None:
    """None if nothing is known."""
    likely = least = most = 0
    known = False
    for each in estimates:
        if each is not None:
            known = True
            likely += each.likely
            least += each.least
            most += each.most
    return Estimate(likely, least, most) if known else None

"""Labels in the order of the places that they name."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import Final

NOWHERE: Final = -1
"""In place of a place that a part does not have."""

_PARTS: Final = ("", ".body")


class LabelOrder:
    """Where parts begin and end, and where their bodies begin. Of one place, ends come first, and then the parts by number."""

    def __init__(
        self, labels: list[str], starts: array[int], ends: array[int], bodies: array[int]
    ) -> None:
        self._labels = labels
        self._count = len(labels)
        places = array("q", ends)
        for start, body in zip(starts, bodies, strict=True):
            places.append(start)
            places.append(body)
        total = len(places)
        # One number for the place and what is there: a list of keys beside it would take as much again.
        order = sorted(place * total + at for at, place in enumerate(places) if place != NOWHERE)
        self._order = array("i", (key % total for key in order))
        self._places = array("q", (key // total for key in order))
        self._next = 0
        self._next_place = self._places[0] if order else NOWHERE

    def take(self, place: int) -> list[str]:
        """The labels of a place, once, and only in the order of places."""
        if place < self._next_place or self._next_place == NOWHERE:
            return []
        first = bisect_left(self._places, place, self._next)
        end = first
        while end < len(self._places) and self._places[end] == place:
            end += 1
        self._next = end
        self._next_place = self._places[end] if end < len(self._places) else NOWHERE
        return [self._name(at) for at in self._order[first:end]]

    def _name(self, at: int) -> str:
        if at < self._count:
            return f"{self._labels[at]}.end"
        number, part = divmod(at - self._count, 2)
        return f"{self._labels[number]}{_PARTS[part]}"

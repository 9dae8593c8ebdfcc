"""Labels in the order of the places that they name."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import Final

NOWHERE: Final = -1
"""In place of a place that a part does not have."""


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
        places, order, count, labels = self._places, self._order, self._count, self._labels
        end = self._next if place == self._next_place else bisect_left(places, place, self._next)
        names: list[str] = []
        while end < len(places) and places[end] == place:
            at = order[end]
            if at < count:
                names.append(f"{labels[at]}.end")
            else:
                number, part = divmod(at - count, 2)
                names.append(f"{labels[number]}.body" if part else labels[number])
            end += 1
        self._next = end
        self._next_place = places[end] if end < len(places) else NOWHERE
        return names

    def find(self, place: int) -> str:
        """The first part that begins there; empty where none does."""
        places, order, count = self._places, self._order, self._count
        at = bisect_left(places, place)
        while at < len(places) and places[at] == place:
            number, part = divmod(order[at] - count, 2)
            if number >= 0 and not part:
                return self._labels[number]
            at += 1
        return ""

"""Where the bytes of a body have gone, run by run: chunks that stay side by side are one, and a wide file has very many of these."""

from __future__ import annotations

from array import array
from bisect import bisect_right


class MovedRuns:
    """Runs come in the order of the new file, and none over another."""

    def __init__(self) -> None:
        self._starts = array("q")
        self._ends = array("q")
        self._distances = array("q")
        self._in_order: int = 0
        """So many of the first lie in the order of the old file."""

    def add(self, start: int, end: int, new_start: int) -> None:
        """Bytes that were at `start` to `end`, and are from `new_start` on."""
        distance = new_start - start
        if self._ends and self._ends[-1] == start and self._distances[-1] == distance:
            self._ends[-1] = end
        else:
            self._starts.append(start)
            self._ends.append(end)
            self._distances.append(distance)

    def find(self, old: int) -> int | None:
        """Where the byte at `old` is now; None for one that has not moved, or not yet."""
        starts, ends, distances = self.columns()
        at = bisect_right(starts, old) - 1
        return old + distances[at] if at >= 0 and old < ends[at] else None

    def columns(self) -> tuple[array[int], array[int], array[int]]:
        """Where each begins and ends, and how far it moved, in the order of the old file."""
        known = self._starts, self._ends, self._distances
        if self._in_order < len(self._starts):
            first = self._in_order
            if first and min(self._starts[first:]) < self._starts[first - 1]:
                first = 0
            order = sorted(range(first, len(self._starts)), key=self._starts.__getitem__)
            for numbers in known:
                numbers[first:] = array("q", map(numbers.__getitem__, order))
            self._in_order = len(self._starts)
        return known

"""The chunks of a body in the order in which they lie, as columns: an object for each takes longer than all else that is done with them."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import le
from typing import NamedTuple

from inlay.pages.engine.piece import CHUNK, Piece


class ChunkOrder(NamedTuple):
    """Of each that has pages, where these begin and end, its row group and its column."""

    starts: array[int]
    ends: array[int]
    groups: Sequence[int]
    columns: array[int]

    @classmethod
    def of(cls, pieces: Iterable[Piece]) -> ChunkOrder:
        """Of pieces in that order, which may be others, too."""
        order = cls(array("q"), array("q"), array("q"), array("q"))
        groups = array("q")
        for piece in pieces:
            if piece.kind is CHUNK:
                assert piece.place is not None
                order.starts.append(piece.start)
                order.ends.append(piece.end)
                groups.append(piece.place[0])
                order.columns.append(piece.place[1])
        return order._replace(groups=groups)

    @property
    def is_apart(self) -> bool:
        """Whether each lies behind the one before it."""
        return all(map(le, self.ends, self.starts[1:]))

    def find(self, start: int) -> int:
        """The number of the first that begins there or behind it."""
        return bisect_left(self.starts, start)

    def stretches(self) -> Iterator[tuple[int, range]]:
        """Row groups, and the numbers of chunks of them that follow each other."""
        at = 0
        for group, those in groupby(self.groups):
            end = at + sum(1 for _ in those)
            yield group, range(at, end)
            at = end

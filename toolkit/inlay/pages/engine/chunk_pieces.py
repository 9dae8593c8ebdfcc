"""The pieces of the chunks of a row group, as columns: a wide file has so many that an object for each takes more than its footer."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import overload

from inlay.pages.engine.chunk_order import ChunkOrder
from inlay.pages.engine.piece import CHUNK, RUN, Piece


class ChunkPieces(Sequence[Piece]):
    """In the order of the file."""

    def __init__(self, group: int) -> None:
        self._group = group
        self._columns = array("q")
        self._starts = array("q")
        self._ends = array("q")
        self._pages_ends = array("q")

    def extend(self, order: ChunkOrder, numbers: range, end: int) -> None:
        """Of chunks of the row group that follow each other, by their numbers in an order. Each reaches to the next, and the last to `end`."""
        own = slice(numbers.start, numbers.stop)
        self._columns += order.columns[own]
        self._starts += order.starts[own]
        self._ends += order.starts[numbers.start + 1 : numbers.stop]
        self._ends.append(end)
        self._pages_ends += order.ends[own]

    def __len__(self) -> int:
        return len(self._columns)

    @overload
    def __getitem__(self, at: int) -> Piece: ...
    @overload
    def __getitem__(self, at: slice) -> list[Piece]: ...
    def __getitem__(self, at: int | slice) -> Piece | list[Piece]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        place = self._group, self._columns[at]
        return Piece(CHUNK, self._starts[at], self._ends[at], place, self._pages_ends[at])

    @property
    def end(self) -> int:
        """Where the last of them ends; 0 if there are none."""
        return max(self._ends, default=0)

    @property
    def start(self) -> int:
        """Where the first of them begins; 0 if there are none."""
        return min(self._starts, default=0)

    @property
    def pages_size(self) -> int:
        """Bytes of the pages of all of them."""
        return sum(self._pages_ends) - sum(self._starts)

    @property
    def columns(self) -> Sequence[int]:
        return self._columns

    def measure(self, at: range) -> int:
        """Bytes of those from the first to the last of a range."""
        own = slice(at.start, at.stop)
        return sum(self._ends[own]) - sum(self._starts[own])

    def runs(self, at: range) -> Iterator[Piece]:
        """Those from the first to the last of a range, cut where something else lies between them."""
        starts, ends = self._starts, self._ends
        first = at.start
        if ends[first : at.stop - 1] != starts[first + 1 : at.stop]:
            for number in range(first + 1, at.stop):
                if starts[number] != ends[number - 1]:
                    yield Piece(RUN, starts[first], ends[number - 1])
                    first = number
        if at:
            yield Piece(RUN, starts[first], ends[at.stop - 1])

    @property
    def extents(self) -> Iterator[tuple[int, int]]:
        """Where each begins and ends."""
        return zip(self._starts, self._ends, strict=True)

    def __iter__(self) -> Iterator[Piece]:
        columns = self._columns, self._starts, self._ends, self._pages_ends
        for column, start, end, pages_end in zip(*columns, strict=True):
            yield Piece(CHUNK, start, end, (self._group, column), pages_end)

"""Rows of a ledger that nobody looks at before all are there, compressed: a wide file has millions, and as numbers they are ten times its footer."""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

_FAST: Final = 1
"""A level of zlib: rows are much alike, and half of their columns nearly constant."""

LENGTH: Final = 1
OWN: Final = 2
"""Which of the columns are those whose numbers are not known before an owner is closed."""


class SealedRows:
    """What was taken out of `columns`, the arrays of a ledger in its order, and lies before what is still in them."""

    def __init__(self, columns: Sequence[array[int]]) -> None:
        self._columns: Final = columns
        self._blocks: list[list[bytes]] = []
        self._starts: list[int] = []
        self._sizes: dict[int, tuple[int, int]] = {}
        self.count = 0

    def seal(self) -> None:
        """All rows that the arrays have; these are empty then."""
        block = [zlib.compress(column, _FAST) for column in self._columns]
        self._starts.append(self.count)
        self.count += len(self._columns[0])
        self._blocks.append(block)
        for column in self._columns:
            del column[:]

    def unseal(self) -> int:
        """Puts the rows that were sealed last before those of the arrays. The number of the first of them."""
        start = self._starts[-1]
        for number, column in enumerate(self._columns):
            column[:0] = self._read(number, len(self._starts) - 1)
        self._sizes = {row: sizes for row, sizes in self._sizes.items() if row < start}
        self.count = start
        del self._blocks[-1], self._starts[-1]
        return start

    def set_sizes(self, row: int, length: int, own: int) -> None:
        """Of an owner that is closed when its row is sealed already: only those that were open then, which are few."""
        self._sizes[row] = length, own

    def list_pieces(self, number: int) -> Iterator[array[int]]:
        """All rows of a column, those in its array last."""
        for at in range(len(self._blocks)):
            yield self._read(number, at)
        yield self._columns[number]

    def _read(self, number: int, at: int) -> array[int]:
        column = self._columns[number][:0]
        column.frombytes(zlib.decompress(self._blocks[at][number]))
        if number in (LENGTH, OWN):
            start = self._starts[at]
            rows = sorted(self._sizes)
            for row in rows[bisect_left(rows, start) : bisect_left(rows, start + len(column))]:
                column[row - start] = self._sizes[row][number - LENGTH]
        return column

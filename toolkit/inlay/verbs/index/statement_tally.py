"""What is added to which columns, or taken out of them, while it is done. A wide file has so much of it that it is columns of numbers: an
object for each statement of a column takes more than the footer."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from inlay.verbs.index.indexed_file import IndexedStatement, LeftOutStatement


class AddedToChunks(NamedTuple):
    """A statement that some chunks have got, by their `places` among others, with the bytes that each has of it outside of the footer."""

    statement: str
    places: Sequence[int]
    sizes: Sequence[int]


class StatementTally:
    """Counts row groups, by what was done to which column, or why not."""

    def __init__(self) -> None:
        self._columns: dict[str, int] = {}
        self._done: dict[str, _DoneToColumns] = {}
        self._seen = 0
        """Statements of chunks."""
        self._left: dict[tuple[str, str, str], int] = {}

    def add(self, statement: str, column: str, size: int) -> None:
        number = self._columns.setdefault(column, len(self._columns))
        done = self._done.setdefault(statement, _DoneToColumns())
        done.make_room(len(self._columns))
        done.add((number,), (0,), (size,), self._seen, 1)
        self._seen += 1

    def add_all(self, columns: Sequence[str], added: Sequence[AddedToChunks]) -> None:
        """To chunks of these columns, each chunk after the other, in this order of statements."""
        known = self._columns
        numbers = [known.setdefault(column, len(known)) for column in columns]
        for rank, (statement, places, sizes) in enumerate(added):
            done = self._done.setdefault(statement, _DoneToColumns())
            done.make_room(len(known))
            done.add(numbers, places, sizes, self._seen + rank, len(added))
        self._seen += len(columns) * len(added)

    def leave_out(self, statement: str, column: str, reason: str) -> None:
        key = statement, column, reason
        self._left[key] = self._left.get(key, 0) + 1

    def take_back(self, statement: str, column: str, reason: str) -> None:
        """What was added to one row group is not, for this reason."""
        self._done[statement].row_groups[self._columns[column]] -= 1
        self.leave_out(statement, column, reason)

    @property
    def names(self) -> set[str]:
        """Of statements that some column has got, or lost."""
        return {statement for statement, it in self._done.items() if any(it.row_groups)}

    @property
    def statements(self) -> tuple[IndexedStatement, ...]:
        """In the order in which they were seen first."""
        rows: list[IndexedStatement] = []
        firsts: list[int] = []
        for statement, it in self._done.items():
            done = zip(self._columns, it.row_groups, it.sizes, it.firsts, strict=False)
            for column, groups, size, first in done:
                if groups:
                    rows.append(IndexedStatement(statement, column, groups, size))
                    firsts.append(first)
        return tuple([rows[at] for at in sorted(range(len(rows)), key=firsts.__getitem__)])

    @property
    def left_out(self) -> tuple[LeftOutStatement, ...]:
        """In the order in which they were seen first."""
        return tuple(
            LeftOutStatement(statement, column, groups, reason)
            for (statement, column, reason), groups in self._left.items()
        )


class _DoneToColumns:
    """By the number of the column: in how many row groups, the bytes of it, and when it was seen first."""

    __slots__ = ("firsts", "row_groups", "sizes")

    def __init__(self) -> None:
        self.row_groups, self.sizes, self.firsts = array("i"), array("q"), array("q")

    def add(
        self,
        numbers: Sequence[int],
        places: Sequence[int],
        sizes: Sequence[int],
        seen: int,
        step: int,
    ) -> None:
        """To those of the `numbers` that are at these places. The first of them is seen as `seen`, and the others each a `step` later."""
        row_groups, all_sizes, firsts = self.row_groups, self.sizes, self.firsts
        for place, size in zip(places, sizes, strict=True):
            number = numbers[place]
            if row_groups[number]:
                row_groups[number] += 1
                all_sizes[number] += size
            else:
                row_groups[number], all_sizes[number] = 1, size
                firsts[number] = seen + place * step

    def make_room(self, columns: int) -> None:
        if len(self.row_groups) == columns:
            return
        more = bytes(8 * (columns - len(self.row_groups)))
        self.row_groups.frombytes(more[: len(more) // 2])
        self.sizes.frombytes(more)
        self.firsts.frombytes(more)

"""What is added to which columns, or taken out of them, while it is done. A wide file has so much of it that it is columns of numbers: an
object for each statement of a column takes more than the footer."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Final

from inlay.verbs.index.indexed_file import IndexedStatement, LeftOutStatement

_NONE: Final = -1


class StatementTally:
    """Counts row groups, by what was done to which column, or why not."""

    def __init__(self) -> None:
        self._columns: dict[str, int] = {}
        self._places: dict[str, array[int]] = {}
        """Of the statements of this name: which number each column has below, by the number of the column."""
        self._statements: list[str] = []
        self._statement_of, self._column_of = array("i"), array("i")
        self._row_groups, self._sizes = array("i"), array("q")
        self._left: dict[tuple[str, str, str], int] = {}

    def add(self, statement: str, column: str, size: int) -> None:
        self.add_all((statement,), column, (size,))

    def add_all(self, statements: Iterable[str], column: str, sizes: Iterable[int]) -> None:
        """Of one chunk."""
        number = self._columns.setdefault(column, len(self._columns))
        for statement, size in zip(statements, sizes, strict=True):
            places = self._places.get(statement, ())
            at = places[number] if number < len(places) else _NONE
            if at == _NONE:
                at = self._begin(statement, number)
            self._row_groups[at] += 1
            if size:
                self._sizes[at] += size

    def leave_out(self, statement: str, column: str, reason: str) -> None:
        key = statement, column, reason
        self._left[key] = self._left.get(key, 0) + 1

    def take_back(self, statement: str, column: str, reason: str) -> None:
        """What was added to one row group is not, for this reason."""
        places, number = self._places[statement], self._columns[column]
        at = places[number]
        self._row_groups[at] -= 1
        if not self._row_groups[at]:
            places[number] = _NONE
        self.leave_out(statement, column, reason)

    @property
    def names(self) -> set[str]:
        """Of statements that some column has got, or lost."""
        rows = zip(self._statement_of, self._row_groups, strict=True)
        return {self._statements[at] for at in {at for at, groups in rows if groups}}

    @property
    def statements(self) -> tuple[IndexedStatement, ...]:
        """In the order in which they were seen first."""
        columns = list(self._columns)
        rows = zip(self._statement_of, self._column_of, self._row_groups, self._sizes, strict=True)
        return tuple(
            IndexedStatement(self._statements[statement], columns[column], groups, size)
            for statement, column, groups, size in rows
            if groups
        )

    @property
    def left_out(self) -> tuple[LeftOutStatement, ...]:
        """In the order in which they were seen first."""
        return tuple(
            LeftOutStatement(statement, column, groups, reason)
            for (statement, column, reason), groups in self._left.items()
        )

    def _begin(self, statement: str, number: int) -> int:
        """A row of the statement and the column of this number."""
        places = self._places.get(statement)
        if places is None:
            places = self._places[statement] = array("i")
            self._statements.append(statement)
        if number >= len(places):
            places.extend([_NONE] * (len(self._columns) - len(places)))
        at = places[number] = len(self._row_groups)
        self._statement_of.append(self._statements.index(statement))
        self._column_of.append(number)
        self._row_groups.append(0)
        self._sizes.append(0)
        return at

"""Statements that are added to all row groups of a column or to none.

DataFusion takes the bounds that some row groups have for those of the file: by them it passes over the others, and answers `max`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.verbs.index.chosen_columns import ChosenColumn
from inlay.verbs.index.statement import Statement
from inlay.verbs.index.statement_tally import StatementTally
from parquet_format.parquet import ColumnMetaData, FileMetaData

IN_ANOTHER_GROUP: Final = (
    "another row group has none, and DataFusion takes those of the others for all of the column"
)


class WholeColumn:
    """Which chunks of a column have `gained` a statement, and whether one with values has none of it."""

    __slots__ = ("_had", "_lacks_some", "gained", "gains", "statement")

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.gained: list[int] = []
        """From the chunks in these row groups it may have to be taken back."""
        self.gains = False
        """Whether the one that was looked at last is to be among them."""
        self._had = False
        self._lacks_some = False

    def is_in(self, meta: ColumnMetaData) -> bool:
        return self.statement.is_in_some is not None and self.statement.is_in_some(meta)

    def look_before(self, meta: ColumnMetaData) -> None:
        """At a row group to which nothing has been added yet."""
        self._had = self.is_in(meta)

    def look_after(self, meta: ColumnMetaData, *, has_values: bool) -> None:
        """At the same one, with all that can be added."""
        is_there = self.is_in(meta)
        self._lacks_some = self._lacks_some or (has_values and not is_there)
        self.gains = is_there and not self._had

    def take_back_loose(
        self, column: ChosenColumn, metadata: FileMetaData, tally: StatementTally
    ) -> None:
        """Takes out those that were added, if they would stand alone."""
        if self._lacks_some:
            for number in self.gained:
                chunk = metadata.row_groups[number].columns[column.at]
                self.statement.strip(chunk, metadata_of(chunk))
                tally.take_back(self.statement.name, column.name, IN_ANOTHER_GROUP)


class LackingColumns:
    """Those of the columns of which some chunk lacks a statement."""

    def __init__(self) -> None:
        self._known: dict[int, list[WholeColumn]] = {}

    def of(self, at: int, statement: Statement) -> WholeColumn:
        """Of the column at this place."""
        own = self._known.setdefault(at, [])
        for it in own:
            if it.statement is statement:
                return it
        own.append(WholeColumn(statement))
        return own[-1]

    def known(self, at: int) -> Sequence[WholeColumn]:
        return self._known.get(at, ())

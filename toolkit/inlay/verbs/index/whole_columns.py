"""Bounds that are added to all row groups of a column or to none.

DataFusion takes the bounds that some row groups have for those of the file: by them it passes over the others, and answers `max`.
"""

from __future__ import annotations

from typing import Final

from inlay.verbs.index.indexed_file import StatementTally
from inlay.verbs.index.statements.bounds import has_bounds, take_bounds
from parquet_format.parquet import ColumnMetaData

_REASON: Final = "another row group has none, and DataFusion takes those of some for all"


class ColumnBounds:
    """Which row groups of a column have gained bounds, and whether one with values has none."""

    def __init__(self) -> None:
        self._gained: list[ColumnMetaData] = []
        self._lacks_some = False

    def note(self, meta: ColumnMetaData, *, had: bool, lacks: bool) -> None:
        """A row group to which all has been added that can be. `had` bounds before; it `lacks` them where it has values and still none."""
        self._lacks_some = self._lacks_some or lacks
        if has_bounds(meta) and not had:
            self._gained.append(meta)

    def take_back_loose(self, column: str, tally: StatementTally) -> None:
        """Takes out those that were added, if they would stand alone."""
        if self._lacks_some:
            for meta in self._gained:
                take_bounds(meta)
                tally.take_back("bounds", column, _REASON)

"""What chunks of a packed body may have beside their pages, for those who know: the room itself knows of no such thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from inlay.pages.engine.plan import Move, Origin
from parquet_format.parquet import RowGroup


class Beside(Protocol):
    """Of one new file. Chunks have numbers, in the order of the new file, and those of a row group begin at `first`."""

    def list_moves(
        self, first: int, row_group: RowGroup, origins: Sequence[Origin], /
    ) -> Iterable[tuple[int, Move]]:
        """What stands before the chunks of the row group, each with the number of its chunk."""
        ...

    def note(self, chunk: int, start: int, /) -> None:
        """It begins there now."""
        ...

    def arrange(self, row_group: RowGroup, /) -> Sequence[int]:
        """The columns of the row group in the order in which their pages follow each other."""
        ...

    def describe(self, first: int, row_group: RowGroup, /) -> None:
        """Has the metadata of the chunks, which is that of the new file by now, say where it is."""
        ...

    def pass_over(self, size: int, /) -> None:
        """A row group with so many bytes of pages, and nothing beside them."""
        ...


class NothingBeside:
    """Chunks are pages, and follow each other in the order of the columns."""

    def list_moves(
        self, _first: int, _row_group: RowGroup, _origins: Sequence[Origin], /
    ) -> Iterable[tuple[int, Move]]:
        return ()

    def note(self, _chunk: int, _start: int, /) -> None: ...

    def arrange(self, row_group: RowGroup, /) -> Sequence[int]:
        return range(len(row_group.columns))

    def describe(self, _first: int, _row_group: RowGroup, /) -> None: ...

    def pass_over(self, _size: int, /) -> None: ...

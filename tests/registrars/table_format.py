"""What a table format is to this set: who registers files in it, and who reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

Count: TypeAlias = int | str
"""Of rows; or the name of an error."""


class Answer(NamedTuple):
    """How many rows a filter finds in a table, and in one of the same values whose files and catalog say nothing of them."""

    filter: str
    seen: Count
    plain: Count


class Question(NamedTuple):
    """Which filters are asked: of the column whether it is null, and each sign by each of its values; none where the path is empty.

    Without `every_sign` each sign is asked by the first value alone, and by all others only whether they are equal. A row that is lost to
    an order lies beyond a bound, and is lost to its own value as well.
    """

    column: Sequence[str]
    every_sign: bool = True

    def is_asked(self, sign: str, at: int) -> bool:
        """By the value at this place."""
        return self.every_sign or at == 0 or sign in ("=", "!=", "<>")


class Table(NamedTuple):
    """Files that are to be registered, or were. `place` is where what belongs to the table is kept."""

    place: Path
    paths: Sequence[Path]
    is_registered: bool = True
    """Otherwise DuckDB reads the files themselves, and other readers cannot be asked."""


class TableFormat(Protocol):
    """`peer` registers with the format's own library, and `readers` are by name."""

    name: str
    peer: str
    readers: Mapping[str, CompareTables]

    def register_by_peer(self, table: Table) -> None: ...

    def register_by_inlay(self, table: Table) -> None: ...

    def name_table(self, table: Table) -> dict[str, Any]:
        """As functions of Inlay take it."""
        ...

    def silence(self, table: Table) -> None:
        """Takes from a table all that it says of the values of its files."""
        ...


class CompareTables(Protocol):
    """Asks for all rows, and for those that each filter finds."""

    def __call__(self, seen: Table, plain: Table, question: Question, /) -> list[Answer]: ...

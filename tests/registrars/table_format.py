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


class Table(NamedTuple):
    """Files that are to be registered, or were. `place` is where what belongs to the table is kept."""

    place: Path
    paths: Sequence[Path]


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
    """Asks for all rows, and for those that each filter by a value of the column finds."""

    def __call__(self, seen: Table, plain: Table, column: Sequence[str], /) -> list[Answer]: ...

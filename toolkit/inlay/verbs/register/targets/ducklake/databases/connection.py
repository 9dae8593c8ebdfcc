"""What a registration needs of the database that a catalog of DuckLake is in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from inlay.ground.refusals import RefusedError

SECONDS: Final = 5
"""So long is another client waited for."""


class Connection(Protocol):
    """Statements have `?` where values go."""

    @property
    def name(self) -> str:
        """The catalog as messages show it: without a password."""
        ...

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """A table gets 16 rows for a file of 16 columns: each database has its own way to take many."""
        ...

    def begin(self) -> None:
        """Raises RefusedError if another client writes."""
        ...

    def commit(self) -> None:
        """Raises RefusedError if another client was faster."""
        ...

    def rollback(self) -> None: ...

    def close(self) -> None: ...


def refuse(name: str, error: Exception) -> RefusedError:
    said = str(error).partition("\n")[0]
    return RefusedError("catalog", f"the catalog says: {said}", path=name)


def write_insert(table: str, columns: Sequence[str], value: str) -> str:
    """`value` is what stands for one."""
    values = ", ".join([value] * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})"

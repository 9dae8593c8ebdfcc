"""What a registration needs of the database that a catalog of DuckLake is in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from inlay.ground.refusals import RefusedError

SECONDS: Final = 5
"""So long is another client waited for."""
_ROWS: Final = 200
"""Of one INSERT: SQLite takes 32,766 values."""


class Connection(Protocol):
    """Statements have `?` where values go."""

    @property
    def name(self) -> str:
        """The catalog as messages show it: without a password."""
        ...

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...

    def begin(self) -> None:
        """Raises RefusedError if another client writes."""
        ...

    def commit(self) -> None:
        """Raises RefusedError if another client was faster."""
        ...

    def rollback(self) -> None: ...

    def close(self) -> None: ...


def insert(
    connection: Connection, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]
) -> None:
    row = f"({', '.join('?' * len(columns))})"
    for first in range(0, len(rows), _ROWS):
        some = rows[first : first + _ROWS]
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * len(some))}"
        connection.query(sql, [value for values in some for value in values])


def refuse(name: str, error: Exception) -> RefusedError:
    said = str(error).partition("\n")[0]
    return RefusedError("catalog", f"the catalog says: {said}", path=name)

"""The database that a catalog of DuckLake is in: DuckDB or SQLite, behind what a registration needs of them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol

from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError

if TYPE_CHECKING:
    import duckdb

_ROWS: Final = 200
"""Of one INSERT: SQLite takes 32,766 values."""
_SECONDS: Final = 5
_FORMS: Final = "sqlite:FILE, duckdb:FILE or FILE.ducklake"


class Connection(Protocol):
    """Statements have `?` where values go."""

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...

    def begin(self) -> None:
        """Raises RefusedError if another client writes."""
        ...

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def close(self) -> None: ...


def connect(catalog: str) -> Connection:
    """Raises RequestError for a text that is no database, FileNotFoundError for one that is not there, RefusedError for one that cannot be
    opened, ModuleNotFoundError without DuckDB."""
    place = catalog.removeprefix("ducklake:")
    kind, separator, path = place.partition(":")
    if not separator and place.endswith((".ducklake", ".duckdb")):
        kind, path = "duckdb", place
    if kind not in ("sqlite", "duckdb") or not path:
        raise RequestError(f"catalog {catalog!r}: a catalog of DuckLake is {_FORMS}")
    if not os.path.isfile(path):
        raise FileNotFoundError(f"{path}: no such catalog; DuckLake makes it, with ATTACH")
    return _Sqlite(path) if kind == "sqlite" else _DuckDb(path)


def insert(
    connection: Connection, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]
) -> None:
    row = f"({', '.join('?' * len(columns))})"
    for first in range(0, len(rows), _ROWS):
        some = rows[first : first + _ROWS]
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * len(some))}"
        connection.query(sql, [value for values in some for value in values])


class _Sqlite:
    def __init__(self, path: str) -> None:
        self._path = path
        self._client = sqlite3.connect(path, timeout=_SECONDS, isolation_level=None)

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._client.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise _refuse(self._path, error) from error

    def begin(self) -> None:
        self.query("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self.query("COMMIT")

    def rollback(self) -> None:
        with suppress(RefusedError):
            self.query("ROLLBACK")

    def close(self) -> None:
        self._client.close()


class _DuckDb:
    def __init__(self, path: str) -> None:
        try:
            import duckdb
        except ModuleNotFoundError as error:
            what = "DuckDB is not installed: pip install 'inlay-parquet[ducklake]'"
            raise ModuleNotFoundError(what, name=error.name) from error
        self._path = path
        self._error = duckdb.Error
        try:
            self._client: duckdb.DuckDBPyConnection = duckdb.connect(path)
        except duckdb.Error as error:
            raise _refuse(path, error) from error

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._client.execute(sql, list(values)).fetchall()
        except self._error as error:
            raise _refuse(self._path, error) from error

    def begin(self) -> None:
        self.query("BEGIN TRANSACTION")

    def commit(self) -> None:
        self.query("COMMIT")

    def rollback(self) -> None:
        with suppress(RefusedError):
            self.query("ROLLBACK")

    def close(self) -> None:
        self._client.close()


def _refuse(path: str, error: Exception) -> RefusedError:
    said = str(error).partition("\n")[0]
    return RefusedError("catalog", f"the catalog says: {said}", path=path)

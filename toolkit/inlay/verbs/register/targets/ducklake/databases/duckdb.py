"""A catalog in a file of DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from inlay.ground.interrupted_queries import raise_interrupts
from inlay.ground.missing import explain_missing
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.ducklake.databases.connection import refuse

if TYPE_CHECKING:
    import duckdb

_ROWS: Final = "inlay_rows"


class DuckDbConnection:
    def __init__(self, path: str) -> None:
        with explain_missing("a catalog in DuckDB"):
            import duckdb
        self.name = path
        self._error = duckdb.Error
        try:
            with raise_interrupts():
                self._client: duckdb.DuckDBPyConnection = duckdb.connect(path)
        except duckdb.Error as error:
            raise refuse(path, error) from error

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            with raise_interrupts():
                return self._client.execute(sql, list(values)).fetchall()
        except self._error as error:
            raise refuse(self.name, error) from error

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        # Values given one by one take a hundred times as long.
        import pyarrow as pa

        arrays = [pa.array(values) for values in zip(*rows, strict=True)]
        if not arrays:
            return
        self._client.register(_ROWS, pa.table(arrays, [*columns]))
        self.query(f"INSERT INTO {table} ({', '.join(columns)}) FROM {_ROWS}")
        self._client.unregister(_ROWS)

    def begin(self) -> None:
        self.query("BEGIN TRANSACTION")

    def commit(self) -> None:
        self.query("COMMIT")

    def rollback(self) -> None:
        with suppress(RefusedError):
            self.query("ROLLBACK")

    def close(self) -> None:
        self._client.close()

"""A catalog in a file of SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.ducklake.databases.connection import SECONDS, refuse, write_insert


class SqliteConnection:
    def __init__(self, path: str) -> None:
        self.name = path
        self._client = sqlite3.connect(path, timeout=SECONDS, isolation_level=None)

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._client.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise refuse(self.name, error) from error

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        try:
            self._client.executemany(write_insert(table, columns, "?"), rows)
        except sqlite3.Error as error:
            raise refuse(self.name, error) from error

    def begin(self) -> None:
        self.query("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self.query("COMMIT")

    def rollback(self) -> None:
        with suppress(RefusedError):
            self.query("ROLLBACK")

    def close(self) -> None:
        self._client.close()

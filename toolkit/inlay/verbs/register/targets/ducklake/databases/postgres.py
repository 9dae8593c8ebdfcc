"""A catalog in PostgreSQL. Its connection string is libpq's, and so are passwords: `~/.pgpass`, `PGPASSWORD`, a service."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from inlay.ground.missing import explain_missing
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.ducklake.databases.connection import SECONDS, refuse, write_insert

if TYPE_CHECKING:
    import psycopg

_SECRETS: Final = frozenset({"password", "sslpassword"})


class PostgresConnection:
    """Tables are found by the `search_path` of the user, as DuckLake makes them in `public`."""

    def __init__(self, text: str) -> None:
        with explain_missing("a catalog in PostgreSQL"):
            import psycopg
            from psycopg import conninfo
        self._errors = psycopg.errors
        try:
            said = conninfo.conninfo_to_dict(text)
        except psycopg.Error:
            # Its message would show the password.
            what = (
                "this is not a connection string of PostgreSQL; one is postgres:dbname=lake host=db"
            )
            raise RequestError(what) from None
        shown = {key: value for key, value in said.items() if key not in _SECRETS}
        self.name = f"postgres:{conninfo.make_conninfo('', **shown)}"
        wait = {"connect_timeout": SECONDS, **said}
        try:
            self._client: psycopg.Connection[tuple[Any, ...]] = psycopg.connect(
                conninfo.make_conninfo("", **wait), autocommit=True
            )
        except psycopg.Error as error:
            raise refuse(self.name, error) from error
        self.query(f"SET lock_timeout = '{SECONDS}s'")

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._refusing():
            cursor = self._client.execute(sql.replace("?", "%s").encode(), values)
            return cursor.fetchall() if cursor.description is not None else []

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        with self._refusing(), self._client.cursor() as cursor:
            cursor.executemany(write_insert(table, columns, "%s").encode(), rows)

    def begin(self) -> None:
        self.query("BEGIN ISOLATION LEVEL REPEATABLE READ")

    def commit(self) -> None:
        self.query("COMMIT")

    def rollback(self) -> None:
        with suppress(RefusedError):
            self.query("ROLLBACK")

    def close(self) -> None:
        self._client.close()

    @contextmanager
    def _refusing(self) -> Generator[None]:
        try:
            yield
        except (self._errors.UniqueViolation, self._errors.SerializationFailure) as error:
            what = "another client wrote at the same time: run it again"
            raise RefusedError("concurrent", what, path=self.name) from error
        except self._errors.Error as error:
            raise refuse(self.name, error) from error

"""A catalog by its name."""

from __future__ import annotations

import os
from typing import Final

from inlay.ground.mistakes import RequestError
from inlay.verbs.register.targets.ducklake.databases.connection import Connection
from inlay.verbs.register.targets.ducklake.databases.duckdb import DuckDbConnection
from inlay.verbs.register.targets.ducklake.databases.postgres import PostgresConnection
from inlay.verbs.register.targets.ducklake.databases.sqlite import SqliteConnection

_FORMS: Final = "sqlite:FILE, duckdb:FILE, FILE.ducklake or postgres:dbname=NAME host=..."


def connect(catalog: str) -> Connection:
    """Raises RequestError for a text that is not a database, FileNotFoundError for one that is not there, RefusedError for one that cannot be
    opened, ModuleNotFoundError without its client library."""
    place = catalog.removeprefix("ducklake:")
    kind, separator, rest = place.partition(":")
    if not separator and place.endswith((".ducklake", ".duckdb")):
        kind, rest = "duckdb", place
    if kind == "postgres":
        return PostgresConnection(rest)
    if kind not in ("sqlite", "duckdb") or not rest:
        # What was given may hold a password.
        raise RequestError(f"this is not a catalog of DuckLake; allowed: {_FORMS}")
    if not os.path.isfile(rest):
        raise FileNotFoundError(f"{rest}: no such catalog; DuckLake makes it, with ATTACH")
    return SqliteConnection(rest) if kind == "sqlite" else DuckDbConnection(rest)

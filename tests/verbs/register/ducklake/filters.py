"""A process of its own, `python filters.py DB EXTENSION`: asks DuckLake for the rows of each column by each of its values, and prints those
filters that do not find what a scan without statistics finds, as JSON. It has another version of DuckDB than the tests.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import duckdb


def main() -> None:
    client = duckdb.connect()
    client.execute(f"LOAD '{sys.argv[2]}'")
    client.execute("SET timezone = 'UTC'")
    client.execute(f"ATTACH 'ducklake:{sys.argv[1]}' AS lake")
    tables = client.execute("SELECT table_name FROM duckdb_tables() WHERE database_name = 'lake'")
    print(json.dumps([wrong for (table,) in tables.fetchall() for wrong in check(client, table)]))


def check(client: duckdb.DuckDBPyConnection, table: str) -> list[str]:
    """Values are compared within DuckDB, in a table that has no statistics of any file."""
    client.execute(f"CREATE OR REPLACE TEMP TABLE all_rows AS SELECT * FROM lake.{table}")
    filters = ["x IS NULL", "x IS NOT NULL"]
    (values,) = client.execute(
        "SELECT list(DISTINCT x::VARCHAR) FILTER (x IS NOT NULL) FROM all_rows"
    ).fetchall()
    (kind,) = client.execute("SELECT any_value(typeof(x)) FROM all_rows").fetchall()
    for value in values[0] or []:
        if "\0" in value:  # no literal has it
            continue
        literal = "'" + value.replace("'", "''") + f"'::{kind[0]}"
        filters += [f"x {operator} {literal}" for operator in ("=", ">=", "<=", "<>", "<", ">")]
    pairs = zip(
        filters,
        _count(client, f"lake.{table}", filters),
        _count(client, "all_rows", filters),
        strict=True,
    )
    return [f"{table}: {text}: {some} of {all_}" for text, some, all_ in pairs if some != all_]


def _count(client: duckdb.DuckDBPyConnection, table: str, filters: list[str]) -> list[Any]:
    """In one statement: each has a transaction, which asks the catalog for everything."""
    counts = [f"SELECT count(*) FROM {table} WHERE {text}" for text in filters]
    columns = ", ".join(f"({text})" for text in counts)
    (row,) = client.execute(f"SELECT {columns}").fetchall()
    return [*row]


if __name__ == "__main__":
    main()

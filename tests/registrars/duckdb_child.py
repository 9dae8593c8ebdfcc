"""A process of its own, `python duckdb_child.py EXTENSION...`, with the DuckDB that DuckLake is built for. It answers a line of JSON with a
line of JSON, and is run as a file, for what else is in this folder is not there for it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isnan
from typing import Any

import duckdb

ENDS = ("min", "max")


def main() -> None:
    client = duckdb.connect()
    for extension in sys.argv[1:]:
        client.execute(f"LOAD '{extension}'")
    client.execute("SET timezone = 'UTC'")
    client.execute("SET threads = 1")  # of a few rows, threads only wait for each other
    verbs: dict[str, Callable[..., Any]] = {
        "create": create,
        "add": add,
        "silence": silence,
        "compare": compare,
        "ask": ask,
        "find_lost": find_lost,
        "write": write,
    }
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"answer": verbs[request.pop("verb")](client, **request)}
        except duckdb.Error as error:
            answer = {"error": type(error).__name__, "text": str(error)}
        print(json.dumps(answer, default=str), flush=True)


@contextmanager
def attach(client: duckdb.DuckDBPyConnection, catalog: str) -> Iterator[None]:
    options = f"DATA_PATH '{catalog}.data/', OVERRIDE_DATA_PATH true"  # of a copy
    client.execute(f"ATTACH 'ducklake:{catalog}' AS lake ({options})")
    try:
        yield
    finally:
        client.execute("DETACH lake")


def create(client: duckdb.DuckDBPyConnection, catalog: str) -> None:
    with attach(client, catalog):
        client.execute("SELECT 1")


def write(client: duckdb.DuckDBPyConnection, catalog: str, statements: list[str]) -> None:
    """By DuckLake itself, to files however few the rows are."""
    with attach(client, catalog):
        client.execute("CALL lake.set_option('data_inlining_row_limit', '0')")
        for statement in statements:
            client.execute(statement)


def add(client: duckdb.DuckDBPyConnection, catalog: str, paths: list[str], columns: str) -> None:
    """To a table `t` that has the columns of a query."""
    with attach(client, catalog):
        client.execute(f"CREATE TABLE lake.t AS {columns} LIMIT 0")
        for path in paths:
            client.execute(
                "CALL ducklake_add_data_files('lake', 't', ?, allow_missing => true, hive_partitioning => ?)",
                [path, "=" in path],
            )


def silence(client: duckdb.DuckDBPyConnection, catalog: str) -> None:
    """All that a catalog says of values is null, which its readers take for unknown."""
    client.execute(f"ATTACH '{catalog}' AS catalog")
    try:
        client.execute(
            "UPDATE catalog.ducklake_file_column_stats SET min_value = NULL, max_value = NULL, null_count = NULL, contains_nan = NULL"
        )
        client.execute(
            "UPDATE catalog.ducklake_table_column_stats SET min_value = NULL, max_value = NULL, contains_null = NULL, contains_nan = NULL"
        )
    finally:
        client.execute("DETACH catalog")


def compare(
    client: duckdb.DuckDBPyConnection,
    seen: str,
    plain: str | list[str],
    column: str,
    signs: list[list[str]],
) -> list[list[Any]]:
    """Filters by each value that is in `plain`, and the least and the largest value: how many rows each finds in `seen`, and in all rows
    of `plain`, which are read before they are compared: a name of an error where it cannot. A filter that is left to the reader of a file
    may be of its type and no more. `plain` is a table, or files whose columns get the types of `seen`. `signs` are those by the first
    value, and those by each other one."""
    if isinstance(plain, str):
        with opened(client, plain) as table:
            client.execute(f"CREATE OR REPLACE TEMP TABLE all_rows AS SELECT * FROM {table}")
    with opened(client, seen) as table:
        if not isinstance(plain, str):
            read_files(client, plain, table)
        filters = ["all rows"]
        if column:
            filters += list_filters(client, column, signs)
        sides = [count(client, one, filters) for one in (table, "all_rows")]
        ends = [find_ends(client, one, column) for one in (table, "all_rows") if column]
    rows = [list(row) for row in zip(filters, *sides, strict=True)]
    if column:
        rows += [
            [f"{end}({column})", int(one == other), 1]
            for end, one, other in zip(ENDS, *ends, strict=True)
        ]
    return rows


def read_files(client: duckdb.DuckDBPyConnection, paths: list[str], table: str) -> None:
    client.execute(f"CREATE OR REPLACE TEMP TABLE all_rows AS SELECT * FROM {table} LIMIT 0")
    files = "read_parquet(?, union_by_name => true)"
    client.execute(f"INSERT INTO all_rows BY NAME SELECT * FROM {files}", [paths])


def find_ends(client: duckdb.DuckDBPyConnection, table: str, column: str) -> list[Any]:
    """The least and the largest value, which a catalog may say. NaN is equal to itself; what cannot be read is equal to nothing else."""
    ends: list[Any] = []
    for end in ENDS:
        try:
            ((value,),) = client.execute(f"SELECT {end}({column}) FROM {table}").fetchall()
        except duckdb.Error as error:
            value = type(error).__name__
        ends.append("NaN" if isinstance(value, float) and isnan(value) else value)
    return ends


def list_filters(
    client: duckdb.DuckDBPyConnection, column: str, signs: list[list[str]]
) -> list[str]:
    rows = client.execute(
        f"SELECT DISTINCT {column}::VARCHAR, typeof({column}) FROM all_rows WHERE {column} IS NOT NULL ORDER BY 1"
    ).fetchall()
    filters = [f"{column} IS NULL", f"{column} IS NOT NULL"]
    known = [row for row in rows if "\0" not in row[0]]  # no literal has it
    for at, (value, kind) in enumerate(known):
        literal = "'" + value.replace("'", "''") + f"'::{kind}"
        filters += [f"{column} {sign} {literal}" for sign in signs[min(at, 1)]]
    return filters


def count(client: duckdb.DuckDBPyConnection, table: str, filters: list[str]) -> list[Any]:
    """In one statement, for each has a transaction; one by one where that fails."""
    counts = [
        f"SELECT count(*) FROM {table}" + (f" WHERE {text}" if text != "all rows" else "")
        for text in filters
    ]
    try:
        (row,) = client.execute(f"SELECT {', '.join(f'({text})' for text in counts)}").fetchall()
        return [*row]
    except duckdb.Error:
        return [count_one(client, text) for text in counts]


def count_one(client: duckdb.DuckDBPyConnection, sql: str) -> Any:
    try:
        (row,) = client.execute(sql).fetchall()
    except duckdb.Error as error:
        return type(error).__name__
    return row[0]


def find_lost(
    client: duckdb.DuckDBPyConnection,
    catalog: str,
    sizes: list[tuple[str, int, int]],
    column: str,
    filters: list[tuple[str, str | None]],
) -> list[str]:
    """Filters by which a file is passed over that has a row for them. The files were exchanged for such of other `sizes`: of all of it,
    and of the footer."""
    client.execute(f"ATTACH '{catalog}' AS catalog")
    for name, size, footer in sizes:
        client.execute(
            "UPDATE catalog.ducklake_data_file SET file_size_bytes = ?, footer_size = ? WHERE path LIKE ?",
            [size, footer, f"%{name}"],
        )
    client.execute("DETACH catalog")
    lost: list[str] = []
    with attach(client, catalog):
        client.execute(
            "CREATE OR REPLACE TEMP TABLE all_rows AS SELECT *, filename AS file FROM lake.t"
        )
        (kind,) = client.execute(
            "SELECT any_value(data_type) FROM duckdb_columns() WHERE table_name = 'all_rows' AND column_name = ?",
            [column],
        ).fetchall()
        for sign, text in filters:
            if text is None:
                condition = f"{column} IS {sign}"
            elif "\0" in text:  # no literal has it
                continue
            else:
                literal = text.replace("'", "''")
                condition = f"{column} {sign} '{literal}'::{kind[0]}"
            rows = client.execute(
                f"SELECT DISTINCT file FROM all_rows WHERE {condition}"
                f" EXCEPT SELECT DISTINCT filename FROM lake.t WHERE {condition}"
            ).fetchall()
            lost += [f"{condition}: {file}" for (file,) in rows]
    return lost


@contextmanager
def opened(client: duckdb.DuckDBPyConnection, source: str) -> Iterator[str]:
    """A function of a table, or `ducklake:CATALOG`, whose table is `t`."""
    if not source.startswith("ducklake:"):
        yield source
        return
    with attach(client, source.removeprefix("ducklake:")):
        yield "lake.t"


def ask(client: duckdb.DuckDBPyConnection, source: str, sql: str) -> list[Any]:
    """`TABLE` in the query is what is opened."""
    with opened(client, source) as table:
        return client.execute(sql.replace("TABLE", table)).fetchall()


if __name__ == "__main__":
    main()

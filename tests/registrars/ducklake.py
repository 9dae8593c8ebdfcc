"""DuckLake, by its extension of DuckDB: `ducklake_add_data_files`, and queries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import inlay
from tests.registrars.duckdb_process import DuckDBProcess, ask_duckdb
from tests.registrars.table_format import Answer, CompareTables, Question, Table


class DuckLake:
    name = "ducklake"
    peer = "DuckLake"

    def __init__(self, duckdb: DuckDBProcess) -> None:
        self._duckdb = duckdb
        self.readers: Mapping[str, CompareTables] = {"DuckLake": self._compare}

    def register_by_peer(self, table: Table) -> None:
        """The table has the columns of all files, by their names."""
        paths = [str(path) for path in table.paths]
        files = ", ".join(f"'{path}'" for path in paths)
        columns = f"SELECT * FROM read_parquet([{files}], union_by_name => true)"
        catalog = str(_catalog_of(table))
        self._duckdb.ask("add", catalog=catalog, paths=paths, columns=columns)

    def register_by_inlay(self, table: Table) -> None:
        _catalog_of(table).write_bytes(_make_empty(self._duckdb))
        inlay.register(
            [str(table.place / "files")],
            to="ducklake",
            create=True,
            allow={"ownership"},
            **self.name_table(table),
        )

    def name_table(self, table: Table) -> dict[str, Any]:
        return {"catalog": str(_catalog_of(table)), "table": "main.t"}

    def silence(self, table: Table) -> None:
        self._duckdb.ask("silence", catalog=str(_catalog_of(table)))

    def _compare(self, seen: Table, plain: Table, question: Question) -> list[Answer]:
        return ask_duckdb(
            self._duckdb, lambda it: f"ducklake:{_catalog_of(it)}", (seen, plain), question
        )


@cache
def _make_empty(duckdb: DuckDBProcess) -> bytes:
    """A catalog without tables, which takes DuckLake as long as what is asked of one with a table."""
    with TemporaryDirectory() as folder:
        catalog = Path(folder, "lake.ducklake")
        duckdb.ask("create", catalog=str(catalog))
        return catalog.read_bytes()


def _catalog_of(table: Table) -> Path:
    return table.place / "lake.ducklake"

"""A table of each format, as its own client sees it: which files are in it, each as often as it is there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
from deltalake import DeltaTable

from tests.verbs.register.ducklake.catalogs import make_catalog
from tests.verbs.register.iceberg.tables import NAME, open_catalog, properties_of


class Place(NamedTuple):
    """Where tables of a format are. `make` puts there what has to be there before a table is created, `options` name the table, and
    `list_files` gives the paths of its files, None where it is not there."""

    make: Callable[[Path], object]
    options: Callable[[Path], dict[str, Any]]
    list_files: Callable[[Path], list[str] | None]


def _options_of_iceberg(folder: Path) -> dict[str, Any]:
    return {"to": "iceberg", "table": NAME, "properties": properties_of(folder), "create": True}


def _list_iceberg(folder: Path) -> list[str] | None:
    with closing(open_catalog(folder)) as catalog:
        if not catalog.namespace_exists("lake") or not catalog.table_exists(NAME):
            return None
        tasks = catalog.load_table(NAME).scan().plan_files()
        return sorted(task.file.file_path.removeprefix("file://") for task in tasks)


def _options_of_delta(folder: Path) -> dict[str, Any]:
    table = str(folder / "delta")
    return {"to": "delta", "table": table, "create": True, "allow": {"outside"}}


def _list_delta(folder: Path) -> list[str] | None:
    if not DeltaTable.is_deltatable(str(folder / "delta")):
        return None
    actions = pa.table(DeltaTable(folder / "delta").get_add_actions())
    return sorted(map(str, actions.column("path").to_pylist()))


def _options_of_ducklake(folder: Path) -> dict[str, Any]:
    catalog = f"sqlite:{folder / 'lake.sqlite'}"
    options = {"catalog": catalog, "create": True, "allow": {"ownership"}}
    return {"to": "ducklake", "table": "main.t", **options}


def _list_ducklake(folder: Path) -> list[str] | None:
    with closing(sqlite3.connect(folder / "lake.sqlite")) as client:
        if not client.execute("SELECT * FROM ducklake_table").fetchall():
            return None
        return sorted(path for (path,) in client.execute("SELECT path FROM ducklake_data_file"))


def _options_of_records(folder: Path) -> dict[str, Any]:
    return {"to": "records", "output": folder / "records.parquet"}


def _list_records(folder: Path) -> list[str] | None:
    path = folder / "records.parquet"
    if not path.exists():
        return None
    return [*map(str, pq.read_table(path).column("location").to_pylist())]


PLACES: Final = {
    "iceberg": Place(lambda _: None, _options_of_iceberg, _list_iceberg),
    "delta": Place(lambda _: None, _options_of_delta, _list_delta),
    "ducklake": Place(make_catalog, _options_of_ducklake, _list_ducklake),
    "records": Place(lambda _: None, _options_of_records, _list_records),
}

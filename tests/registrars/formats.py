"""All table formats of the set, with the readers that are installed."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

from tests.readers.place import DUCKLAKE
from tests.registrars.delta import Delta
from tests.registrars.duckdb_process import DuckDBProcess
from tests.registrars.ducklake import DuckLake
from tests.registrars.iceberg import Iceberg
from tests.registrars.table_format import TableFormat

NAMES: Final = ("iceberg", "delta", "ducklake")


def open_format(name: str, duckdb: DuckDBProcess | None) -> TableFormat:
    """DuckLake cannot be without its DuckDB."""
    match name:
        case "iceberg":
            return Iceberg(duckdb)
        case "delta":
            return Delta(duckdb)
        case _:
            assert duckdb is not None
            return DuckLake(duckdb)


def list_versions() -> dict[str, str]:
    beside = dict(package.split("==") for package in DUCKLAKE)
    return {
        "pyiceberg": version("pyiceberg"),
        "deltalake": version("deltalake"),
        "DuckDB": f"{beside['duckdb']} with its extensions ducklake, iceberg, delta",
        "pyarrow": version("pyarrow"),
        "inlay-parquet": version("inlay-parquet"),
    }

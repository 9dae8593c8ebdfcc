"""Which readers there are, in which versions, and why one cannot be asked here. To add one: a class with the members of
`Reader`, its line in `READERS`, and what it fails on in `expected.py`."""

from __future__ import annotations

import importlib
import json
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, Final

from tests.readers.arrow_readers import (
    Arro3,
    ClickHouse,
    Daft,
    DataFusion,
    DuckDB,
    Inlay,
    Polars,
    PyArrow,
)
from tests.readers.other_readers import ApacheThrift, FastParquet, Hyparquet, ParquetTools
from tests.readers.place import BESIDE, PLACE
from tests.readers.reader import Reader
from tests.readers.spark_reader import Spark

SECONDS: Final = 10.0
"""How long one file may take."""

PATIENCE: Final = 300.0
"""The same where no reader is expected to hang: on a busy machine any of them may take its time, the first file above all."""

READERS: Final[dict[str, type[Reader]]] = {
    "pyarrow": PyArrow,
    "DuckDB": DuckDB,
    "Polars": Polars,
    "DataFusion": DataFusion,
    "arro3": Arro3,
    "fastparquet": FastParquet,
    "ClickHouse": ClickHouse,
    "Daft": Daft,
    "hyparquet": Hyparquet,
    "Apache Thrift (Python)": ApacheThrift,
    "parquet-tools": ParquetTools,
    "Spark": Spark,
    "Inlay": Inlay,
}
"""By the name that the tables show, in their order."""


def version_of(reader: str) -> str | None:
    """None where the reader is not installed."""
    name = READERS[reader].distribution
    if reader == "hyparquet":
        return node_version(name)
    paths = [str(PLACE / "python")] if reader in BESIDE else None
    return distribution_version(name, paths)


def distribution_version(name: str, paths: list[str] | None = None) -> str | None:
    if paths is None:
        return next((each.version for each in distributions(name=name)), None)
    return next((each.version for each in distributions(name=name, path=paths)), None)


def node_version(name: str) -> str | None:
    described = PLACE / "node_modules" / name / "package.json"
    if not described.exists():
        return None
    version: str = json.loads(described.read_text(encoding="utf-8"))["version"]
    return version


def full_version(reader: str) -> str:
    """With that of parquet-java, which Spark brings along. Raises LookupError where the reader is not installed."""
    version = version_of(reader)
    if version is None:
        raise LookupError(f"{reader} is not installed")
    if reader != "Spark":
        return version
    place = Path(str(importlib.import_module("pyspark").__file__)).parent
    (jar,) = place.glob("jars/parquet-hadoop-*.jar")
    return f"{version}, with parquet-java {jar.stem.removeprefix('parquet-hadoop-')}"


def lacking(reader: str) -> str | None:
    """Why a reader cannot be asked here; None if it can."""
    if reader in BESIDE:
        return None if version_of(reader) else f"not installed: python -m {__package__}.install"
    if version_of(reader) is None:
        return f"the package {READERS[reader].distribution} is not installed"
    if reader == "Spark":
        java: Any = importlib.import_module("inlay_spark.session.java")
        try:
            java.find_java()
        except java.JavaError as error:
            return str(error)
    return None

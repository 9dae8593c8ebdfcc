"""The readers. To add one: a class with the members of `Reader`, its line in `READERS`, and what it fails on
in `expected.py`.

The methods run in a child process (`child.py`) that serves many files; imports belong inside of them.
"""

from __future__ import annotations

import importlib
import re
import tempfile
from importlib.util import find_spec
from typing import Any, Final, Protocol

from tests.support.quick_spark import QUICK

SECONDS: Final = 10.0
"""How long one file may take."""


class Reader(Protocol):
    """`distribution` is the package whose version is shown. A reader that `spoils_memory` gets a fork of
    the child for every file, or it would fail on files because of those before."""

    distribution: str
    spoils_memory: bool

    def start(self) -> None:
        """Imports what takes long, starts what has to run."""

    def read(self, path: str) -> str:
        """Every value of the file, with names and types, as a text that is the same for the same data."""

    def open(self, path: str) -> object:
        """What this reader does to know the columns of a file."""


class PyArrow:
    distribution = "pyarrow"
    spoils_memory = False

    def start(self) -> None:
        self.parquet: Any = importlib.import_module("pyarrow.parquet")

    def read(self, path: str) -> str:
        with self.parquet.ParquetFile(path) as file:
            return arrow_text(file.read())

    def open(self, path: str) -> object:
        with self.parquet.ParquetFile(path) as file:
            return file.schema_arrow


class DuckDB:
    distribution = "duckdb"
    spoils_memory = False

    def start(self) -> None:
        self.database: Any = importlib.import_module("duckdb").connect()
        self.database.execute("set threads = 1; set enable_external_file_cache = false")

    def read(self, path: str) -> str:
        return arrow_text(self._ask("from read_parquet(?)", path).to_arrow_table())

    def open(self, path: str) -> object:
        return self._ask("describe from read_parquet(?)", path).fetchall()

    def _ask(self, query: str, path: str) -> Any:
        return self.database.execute(query, [path])


class Polars:
    distribution = "polars"
    spoils_memory = False

    def start(self) -> None:
        self.polars: Any = importlib.import_module("polars")

    def read(self, path: str) -> str:
        return arrow_text(self.polars.read_parquet(path, glob=False).to_arrow())

    def open(self, path: str) -> object:
        return self.polars.scan_parquet(path, glob=False).collect_schema()


class DataFusion:
    """A context of its own for every file: a context remembers the footers it has seen."""

    distribution = "datafusion"
    spoils_memory = False

    def start(self) -> None:
        self.datafusion: Any = importlib.import_module("datafusion")

    def read(self, path: str) -> str:
        return arrow_text(self._frame(path).to_arrow_table())

    def open(self, path: str) -> object:
        return self._frame(path).schema()

    def _frame(self, path: str) -> Any:
        config = self.datafusion.SessionConfig().with_target_partitions(1)
        return self.datafusion.SessionContext(config).read_parquet(path)


class FastParquet:
    distribution = "fastparquet"
    spoils_memory = True

    def start(self) -> None:
        self.fastparquet: Any = importlib.import_module("fastparquet")

    def read(self, path: str) -> str:
        frame = self.fastparquet.ParquetFile(path).to_pandas()
        return f"{frame.dtypes.to_dict()}\n{frame.to_dict(orient='list')}"

    def open(self, path: str) -> object:
        return self.fastparquet.ParquetFile(path)


class Spark:
    """parquet-java, by both of Spark's readers; they have to give the same."""

    distribution = "pyspark"
    spoils_memory = False

    def start(self) -> None:
        session: Any = importlib.import_module("inlay_spark.session").session
        settings = {
            **QUICK,
            "spark.sql.codegen.factoryMode": "NO_CODEGEN",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.memory": "1g",
            "spark.sql.catalogImplementation": "in-memory",
            "spark.sql.session.timeZone": "UTC",
        }
        self.spark: Any = session("local[1]", conf=settings)
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/warm"
            self.spark.range(1).write.parquet(path)
            self.read(path)

    def read(self, path: str) -> str:
        schema = self.open(path)
        texts = {self._text(path, schema, vectorized) for vectorized in ("true", "false")}
        if len(texts) > 1:
            raise ValueError("the vectorized reader and the row reader differ")
        return f"{schema}\n{texts.pop()}"

    def open(self, path: str) -> object:
        try:
            return self.spark.read.parquet(path).schema
        except Exception as error:
            if "PARQUET_TYPE_ILLEGAL" in str(error):
                return BENEATH
            raise OSError(cause_in(str(error))) from error

    def _text(self, path: str, schema: object, vectorized: str) -> str:
        self.spark.conf.set("spark.sql.parquet.enableVectorizedReader", vectorized)
        try:
            return repr(self.spark.read.schema(schema).parquet(path).collect())
        except Exception as error:
            raise OSError(cause_in(str(error))) from error


def cause_in(trace: str) -> str:
    """The innermost cause in a stack trace of Java, without the numbers that are other ones in every file."""
    lines = trace.splitlines()
    causes = [line.partition(": ")[2] for line in lines if line.startswith("Caused by: ")]
    return re.sub(r"\d{9,}", "N", causes[-1] if causes else " ".join(lines[:2]))


BENEATH: Final = (
    "id bigint, small tinyint, price decimal(9, 2), name string, ratio double, flag boolean, day date, time int,"
    "at timestamp, local bigint, uuid binary, half binary, json string, enum string, bson binary"
)
"""Columns of the sources with types that Spark has none for, as what they are stored as."""


class Inlay:
    distribution = "inlay"
    spoils_memory = False

    def start(self) -> None:
        self.inlay: Any = importlib.import_module("inlay")
        importlib.import_module("pyarrow.parquet")  # what `read_table` would import

    def read(self, path: str) -> str:
        return arrow_text(self.inlay.read_table(path))

    def open(self, path: str) -> object:
        return self.inlay.open(path).metadata


def arrow_text(table: Any) -> str:
    """The values of a `pyarrow.Table`; metadata of its schema says nothing about them."""
    columns = [f"{field.name}: {field.type}" for field in table.schema]
    return f"{columns}\n{table.to_pylist()!r}"


READERS: Final[dict[str, type[Reader]]] = {
    "pyarrow": PyArrow,
    "DuckDB": DuckDB,
    "Polars": Polars,
    "DataFusion": DataFusion,
    "fastparquet": FastParquet,
    "Spark": Spark,
    "Inlay": Inlay,
}
"""By the name that the tables show, in their order."""


def lacking(reader: str) -> str | None:
    """Why a reader cannot be asked here; None if it can."""
    if find_spec(READERS[reader].distribution) is None:
        return f"the package {READERS[reader].distribution} is not installed"
    if reader == "Spark":
        java: Any = importlib.import_module("inlay_spark.java")
        try:
            java.find_java()
        except java.JavaError as error:
            return str(error)
    return None

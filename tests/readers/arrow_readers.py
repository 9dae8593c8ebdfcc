"""The readers that give Arrow. Imports belong inside of methods: these run in a child process."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from tests.readers.place import imported
from tests.readers.reader import ArrowReader


class PyArrow(ArrowReader):
    distribution = "pyarrow"
    call = "pyarrow.parquet.ParquetFile(FILE).read(); read_table(FILE, filters=[('key', '=', 150)])"

    def start(self) -> None:
        self.parquet: Any = importlib.import_module("pyarrow.parquet")

    def table(self, path: str) -> Any:
        with self.parquet.ParquetFile(path) as file:
            return file.read()

    def sought(self, path: str, key: int) -> Any:
        return self.parquet.read_table(path, filters=[("key", "=", key)])

    def open(self, path: str) -> object:
        with self.parquet.ParquetFile(path) as file:
            return file.schema_arrow


class DuckDB(ArrowReader):
    distribution = "duckdb"
    call = "from read_parquet('FILE') [where key = 150]"

    def start(self) -> None:
        self.database: Any = importlib.import_module("duckdb").connect()
        self.database.execute("set threads = 1; set enable_external_file_cache = false")

    def table(self, path: str) -> Any:
        return self._ask("from read_parquet(?)", path).to_arrow_table()

    def sought(self, path: str, key: int) -> Any:
        return self._ask(f"from read_parquet(?) where key = {key}", path).to_arrow_table()

    def open(self, path: str) -> object:
        return self._ask("describe from read_parquet(?)", path).fetchall()

    def _ask(self, query: str, path: str) -> Any:
        return self.database.execute(query, [path])


class Polars(ArrowReader):
    distribution = "polars"
    call = "polars.read_parquet(FILE); scan_parquet(FILE).filter(col('key') == 150).collect()"

    def start(self) -> None:
        self.polars: Any = importlib.import_module("polars")

    def table(self, path: str) -> Any:
        return self.polars.read_parquet(path, glob=False).to_arrow()

    def sought(self, path: str, key: int) -> Any:
        scan = self.polars.scan_parquet(path, glob=False)
        return scan.filter(self.polars.col("key") == key).collect().to_arrow()

    def open(self, path: str) -> object:
        return self.polars.scan_parquet(path, glob=False).collect_schema()


class DataFusion(ArrowReader):
    """A context of its own for every file: a context remembers the footers it has seen."""

    distribution = "datafusion"
    call = "SessionContext().read_parquet(FILE)[.filter(col('key') == lit(150))].to_arrow_table()"

    def start(self) -> None:
        self.datafusion: Any = importlib.import_module("datafusion")

    def table(self, path: str) -> Any:
        return self._frame(path).to_arrow_table()

    def sought(self, path: str, key: int) -> Any:
        condition = self.datafusion.col("key") == self.datafusion.lit(key)
        return self._frame(path).filter(condition).to_arrow_table()

    def open(self, path: str) -> object:
        return self._frame(path).schema()

    def _frame(self, path: str) -> Any:
        config = self.datafusion.SessionConfig().with_target_partitions(1)
        return self.datafusion.SessionContext(config).read_parquet(path)


class Arro3(ArrowReader):
    """parquet-rs as it is."""

    distribution = "arro3-io"
    call = "arro3.io.read_parquet(FILE).read_all()"

    def start(self) -> None:
        self.io: Any = imported("arro3.io")

    def table(self, path: str) -> Any:
        table: Any = importlib.import_module("pyarrow").table
        return table(self.io.read_parquet(path).read_all())

    def open(self, path: str) -> object:
        return self.io.read_parquet(path).schema


class ClickHouse(ArrowReader):
    distribution = "chdb"
    call = "select * from file('FILE', Parquet) [where key = 150] settings max_threads = 1"

    more = ""
    """Settings."""

    def start(self) -> None:
        """Connected once: `chdb.query` starts a database for each query, and ends it."""
        self.database: Any = imported("chdb").connect(":memory:")

    def table(self, path: str) -> Any:
        return self._ask("select *", path, "ArrowTable")

    def sought(self, path: str, key: int) -> Any:
        return self._ask("select *", path, "ArrowTable", f"where key = {key}")

    def values(self, path: str) -> dict[str, Sequence[Any]]:
        """Its strings may be any bytes."""
        try:
            return super().values(path)
        except UnicodeDecodeError:
            self.more = ", output_format_arrow_string_as_string = 0"
            try:
                return super().values(path)
            finally:
                self.more = ""

    def open(self, path: str) -> object:
        return self._ask("describe table", path, "CSV")

    def _ask(self, verb: str, path: str, format: str, where: str = "") -> Any:
        source = "" if verb.startswith("describe") else "from "
        literal = path.replace("\\", "\\\\").replace("'", "\\'")
        settings = "settings max_threads = 1, input_format_parquet_preserve_order = 1" + self.more
        query = f"{verb} {source}file('{literal}', Parquet) {where} {settings}"
        return self.database.query(query, format)


class Daft(ArrowReader):
    distribution = "daft"
    call = "daft.read_parquet(FILE)[.where(col('key') == 150)].to_pydict()"

    def start(self) -> None:
        self.daft: Any = imported("daft")

    def table(self, path: str) -> Any:
        return self.daft.read_parquet(path).to_arrow()

    def values(self, path: str) -> dict[str, Sequence[Any]]:
        """`to_arrow` fails on Variants."""
        columns: dict[str, Sequence[Any]] = self.daft.read_parquet(path).to_pydict()
        return columns

    def sought(self, path: str, key: int) -> Any:
        return self.daft.read_parquet(path).where(self.daft.col("key") == key).to_arrow()

    def open(self, path: str) -> object:
        return self.daft.read_parquet(path).schema()


class Inlay(ArrowReader):
    distribution = "inlay-parquet"
    call = "inlay.read_table(FILE[, filters=[('key', '=', 150)]])"

    def start(self) -> None:
        self.inlay: Any = importlib.import_module("inlay")
        importlib.import_module("pyarrow.parquet")  # what `read_table` would import

    def table(self, path: str) -> Any:
        return self.inlay.read_table(path)

    def sought(self, path: str, key: int) -> Any:
        return self.inlay.read_table(path, filters=[("key", "=", key)])

    def open(self, path: str) -> object:
        return self.inlay.open(path).metadata

"""The readers that can be asked, and what each is asked. The functions run in a child process alone; libraries are imported by
`load`, before limits hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple, TypeAlias

Read: TypeAlias = Callable[[str], Any]
"""The path of a file in, the `pyarrow.Table` of all its values out."""


class VettedReader(NamedTuple):
    """`needs` are the packages without which it cannot be asked; `load`, as `module:function`, imports them and gives its `Read`."""

    needs: tuple[str, ...]
    load: str


def load_inlay() -> Read:
    read: Read = import_module("inlay.rows.read").read_table
    import_module("pyarrow.parquet")
    return read


def load_pyarrow() -> Read:
    parquet = import_module("pyarrow.parquet")

    def read(path: str) -> Any:
        with parquet.ParquetFile(path) as file:
            return file.read()

    return read


def load_duckdb() -> Read:
    import_module("pyarrow")
    duckdb = import_module("duckdb")

    def read(path: str) -> Any:
        connection = duckdb.connect(config={"threads": 1})
        connection.execute("set temp_directory = ''; set enable_external_file_cache = false")
        query = "from read_parquet(?, hive_partitioning = false)"
        return connection.execute(query, [path]).to_arrow_table()

    return read


def load_polars() -> Read:
    import_module("pyarrow")
    polars = import_module("polars")
    return lambda path: polars.read_parquet(path, glob=False, hive_partitioning=False).to_arrow()


def load_datafusion() -> Read:
    import_module("pyarrow")
    datafusion = import_module("datafusion")

    def read(path: str) -> Any:
        config = datafusion.SessionConfig().with_target_partitions(1)
        return datafusion.SessionContext(config).read_parquet(path).to_arrow_table()

    return read


READERS: Final[Mapping[str, VettedReader]] = {
    "Inlay": VettedReader(("pyarrow",), f"{__name__}:load_inlay"),
    "pyarrow": VettedReader(("pyarrow",), f"{__name__}:load_pyarrow"),
    "DuckDB": VettedReader(("duckdb", "pyarrow"), f"{__name__}:load_duckdb"),
    "Polars": VettedReader(("polars", "pyarrow"), f"{__name__}:load_polars"),
    "DataFusion": VettedReader(("datafusion", "pyarrow"), f"{__name__}:load_datafusion"),
}
"""By the name that is shown, in that order."""

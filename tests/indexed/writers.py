"""Writers, each asked for small row groups and pages, so that there is something to leave out. Imports belong inside of methods: these
run in a child process. To add one: a class with the members of `Writer`, and its line in `WRITERS`."""

from __future__ import annotations

import importlib
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol

from tests.readers.place import PLACE, imported, node
from tests.readers.writers import take_only_file

GROUP: Final = 1000
"""Rows of a row group."""

PAGE: Final = 100
"""Rows of a page."""


class Writer(Protocol):
    """`without` are the columns that it does not write, or not as they are."""

    without: ClassVar[Sequence[str]]

    def write(self, given: str, out: str) -> None:
        """The rows of `given` into the file `out`."""


class PyArrow:
    without: ClassVar[Sequence[str]] = ()

    def write(self, given: str, out: str) -> None:
        parquet: Any = importlib.import_module("pyarrow.parquet")
        parquet.write_table(
            parquet.read_table(given), out, row_group_size=GROUP, max_rows_per_page=PAGE
        )


class PyArrowWithoutDictionaries:
    without: ClassVar[Sequence[str]] = ()

    def write(self, given: str, out: str) -> None:
        parquet: Any = importlib.import_module("pyarrow.parquet")
        parquet.write_table(
            parquet.read_table(given),
            out,
            row_group_size=GROUP,
            max_rows_per_page=PAGE,
            use_dictionary=False,
            data_page_version="2.0",
            compression="zstd",
            store_decimal_as_integer=True,
        )


class DuckDB:
    without: ClassVar[Sequence[str]] = ()

    def write(self, given: str, out: str) -> None:
        execute = importlib.import_module("duckdb").connect().execute
        execute(
            f"copy (from read_parquet('{given}')) to '{out}' (format parquet, row_group_size 2048)"
        )


class Polars:
    without: ClassVar[Sequence[str]] = ()

    def write(self, given: str, out: str) -> None:
        frame = importlib.import_module("polars").read_parquet(given)
        frame.write_parquet(out, row_group_size=GROUP, data_page_size=PAGE * 8)


class DataFusion:
    without: ClassVar[Sequence[str]] = ()

    def write(self, given: str, out: str) -> None:
        datafusion: Any = importlib.import_module("datafusion")
        config = datafusion.SessionConfig().with_target_partitions(1)
        options = datafusion.ParquetWriterOptions(
            max_row_group_size=GROUP, data_page_row_count_limit=PAGE, write_batch_size=PAGE
        )
        frame = datafusion.SessionContext(config).read_parquet(given)
        frame.write_parquet_with_options(out, options)


class Arro3:
    without: ClassVar[Sequence[str]] = ()

    def write(self, given: str, out: str) -> None:
        io: Any = imported("arro3.io")
        io.write_parquet(
            io.read_parquet(given).read_all(),
            out,
            max_row_group_size=GROUP,
            data_page_row_count_limit=PAGE,
            write_batch_size=PAGE,
            writer_version="parquet_2_0",
        )


class FastParquet:
    """Its times are of nanoseconds, and its decimals are floats."""

    without: ClassVar[Sequence[str]] = (
        "s",
        "date",
        "timestamp",
        "moment",
        "decimal",
        "decimal_of_18",
        "fixed",
        "text",
    )

    def write(self, given: str, out: str) -> None:
        frame = importlib.import_module("pyarrow.parquet").read_table(given).to_pandas()
        offsets = [*range(0, len(frame), GROUP)]
        importlib.import_module("fastparquet").write(out, frame, row_group_offsets=offsets)


class ClickHouse:
    """Its bytes are text."""

    without: ClassVar[Sequence[str]] = ("bytes",)

    def write(self, given: str, out: str) -> None:
        settings = {
            "row_group_size": GROUP,
            "batch_size": PAGE,
            "data_page_size": PAGE * 4,
            "parallel_encoding": 0,
        }
        told = ", ".join(f"output_format_parquet_{name} = {it}" for name, it in settings.items())
        query = f"select * from file('{given}', Parquet) into outfile '{out}' format Parquet"
        imported("chdb").query(f"{query} settings {told}, max_threads = 1")


class Daft:
    without: ClassVar[Sequence[str]] = ()

    def write(self, given: str, out: str) -> None:
        daft: Any = imported("daft")
        daft.set_execution_config(parquet_target_row_group_size=1 << 16)
        daft.read_parquet(given).write_parquet(f"{out}.parts")
        take_only_file(out)


class HyparquetWriter:
    """It has one type for all times and decimals, and takes the first 1,000 numbers for all."""

    without: ClassVar[Sequence[str]] = (
        *("s", "uint32", "double", "float", "decimal", "decimal_of_18"),
        *("date", "timestamp", "moment"),
    )

    def write(self, given: str, out: str) -> None:
        script = str(Path(__file__).parents[1] / "readers" / "hyparquet_writer.mjs")
        command = [str(node()), script, str(PLACE), given, out, str(GROUP), str(PAGE * 8)]
        subprocess.run(command, check=True)


class Spark:
    without: ClassVar[Sequence[str]] = ()

    def __init__(self) -> None:
        reader: Any = importlib.import_module("tests.readers.spark_reader").Spark()
        reader.start()
        self._spark = reader.spark
        self._spark.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")

    def write(self, given: str, out: str) -> None:
        options = {
            "parquet.block.size": 1 << 16,
            "parquet.block.row.count.limit": GROUP,
            "parquet.page.row.count.limit": PAGE,
        }
        frame = self._spark.read.parquet(given).coalesce(1)
        frame.write.options(**options).parquet(f"{out}.parts")
        take_only_file(out)


WRITERS: Final[dict[str, type[Writer]]] = {
    "pyarrow": PyArrow,
    "pyarrow, no dictionary": PyArrowWithoutDictionaries,
    "DuckDB": DuckDB,
    "Polars": Polars,
    "DataFusion": DataFusion,
    "arro3": Arro3,
    "fastparquet": FastParquet,
    "ClickHouse": ClickHouse,
    "Daft": Daft,
    "hyparquet-writer": HyparquetWriter,
    "Spark": Spark,
}

"""Writers, each as it is without options. To add one: a class with the members of `Writer`, and its line in `WRITERS`.

Each is given `given.parquet` and writes the same rows. It runs in a child process of its own:

    python -m tests.readers.writers NAME GIVEN OUT
"""

from __future__ import annotations

import importlib
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, Protocol

from tests.readers.child import MEMORY
from tests.readers.place import PLACE, imported, node
from tests.readers.registry import distribution_version, full_version, node_version, version_of

ROWS: Final = 300_000


class Writer(Protocol):
    """A class whose instances write; `call` is how it is asked, for people."""

    call: str

    def version(self) -> str | None:
        """None where it is not installed."""

    def write(self, given: str, out: str) -> None:
        """The rows of `given` into the file `out`."""


class PyArrow:
    call = "pyarrow.parquet.write_table(TABLE, OUT)"

    def version(self) -> str | None:
        return version_of("pyarrow")

    def write(self, given: str, out: str) -> None:
        parquet: Any = importlib.import_module("pyarrow.parquet")
        parquet.write_table(parquet.read_table(given), out)


class DuckDB:
    call = "copy (from 'GIVEN') to 'OUT' (format parquet)"

    def version(self) -> str | None:
        return version_of("DuckDB")

    def write(self, given: str, out: str) -> None:
        execute = importlib.import_module("duckdb").connect().execute
        execute(f"copy (from read_parquet('{given}')) to '{out}' (format parquet)")


class Polars:
    call = "FRAME.write_parquet(OUT)"

    def version(self) -> str | None:
        return version_of("Polars")

    def write(self, given: str, out: str) -> None:
        importlib.import_module("polars").read_parquet(given).write_parquet(out)


class DataFusion:
    call = "SessionContext().read_parquet(GIVEN).write_parquet(OUT)"

    def version(self) -> str | None:
        return version_of("DataFusion")

    def write(self, given: str, out: str) -> None:
        datafusion: Any = importlib.import_module("datafusion")
        config = datafusion.SessionConfig().with_target_partitions(1)
        datafusion.SessionContext(config).read_parquet(given).write_parquet(out)


class Arro3:
    call = "arro3.io.write_parquet(TABLE, OUT)"

    def version(self) -> str | None:
        return version_of("arro3")

    def write(self, given: str, out: str) -> None:
        io: Any = imported("arro3.io")
        io.write_parquet(io.read_parquet(given).read_all(), out)


class FastParquet:
    """Without lists and dates, which it does not write, and with prices as doubles."""

    call = "fastparquet.write(OUT, FRAME)"

    def version(self) -> str | None:
        return version_of("fastparquet")

    def write(self, given: str, out: str) -> None:
        frame = importlib.import_module("pyarrow.parquet").read_table(given).to_pandas()
        frame["price"] = frame["price"].astype(float)
        importlib.import_module("fastparquet").write(out, frame.drop(columns=["tags", "day"]))


class ClickHouse:
    call = "select * from file('GIVEN') into outfile 'OUT' format Parquet"

    def version(self) -> str | None:
        return version_of("ClickHouse")

    def write(self, given: str, out: str) -> None:
        query = f"select * from file('{given}', Parquet) into outfile '{out}' format Parquet"
        imported("chdb").query(query)


class Daft:
    call = "daft.read_parquet(GIVEN).write_parquet(FOLDER)"

    def version(self) -> str | None:
        return version_of("Daft")

    def write(self, given: str, out: str) -> None:
        imported("daft").read_parquet(given).write_parquet(f"{out}.parts")
        take_only_file(out)


class HyparquetWriter:
    call = "parquetWriteFile({filename: OUT, columnData})"

    def version(self) -> str | None:
        return node_version("hyparquet-writer")

    def write(self, given: str, out: str) -> None:
        script = str(Path(__file__).with_name("hyparquet_writer.mjs"))
        subprocess.run([str(node()), script, str(PLACE), given, out], check=True)


class Spark:
    call = "spark.read.parquet(GIVEN).write.parquet(FOLDER)"

    def version(self) -> str | None:
        return full_version("Spark") if distribution_version("pyspark") else None

    def write(self, given: str, out: str) -> None:
        session: Any = importlib.import_module("inlay_spark.session").session
        spark = session("local[1]", conf={"spark.ui.enabled": "false"})
        spark.read.parquet(given).coalesce(1).write.parquet(f"{out}.parts")
        take_only_file(out)


def take_only_file(out: str) -> None:
    """A writer of folders has put its file below `OUT.parts`."""
    (path,) = Path(f"{out}.parts").rglob("*.parquet")
    path.rename(out)
    shutil.rmtree(f"{out}.parts")


WRITERS: Final[dict[str, type[Writer]]] = {
    "pyarrow": PyArrow,
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


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    WRITERS[sys.argv[1]]().write(*sys.argv[2:4])

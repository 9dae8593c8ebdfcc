"""Writers, by name. To add one: a class with the members of `AskedWriter`, and its line in `WRITERS`."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, ClassVar, Final

from tests.compat.asked_java_writers import ParquetJava, Spark
from tests.compat.asked_node_writers import HyparquetWriter, ParquetWasm
from tests.compat.asked_writer import DEFAULTS, SECOND, AskedWriter, Fixed
from tests.readers.place import PLACE, imported
from tests.readers.registry import distribution_version, version_of
from tests.readers.writers import take_only_file


class PyArrow(AskedWriter):
    unasked: ClassVar[Mapping[str, str]] = {
        DEFAULTS: "",
        SECOND: "data_page_version='2.0', use_dictionary=False",
    }

    def version(self) -> str | None:
        return version_of("pyarrow")

    def option(self, encoding: str) -> str | None:
        return f"column_encoding={{NAME: '{encoding}'}}, use_dictionary=False"

    def write(self, given: str, out: str, asked: str) -> None:
        parquet: Any = importlib.import_module("pyarrow.parquet")
        options: dict[str, Any] = {}
        if asked == SECOND:
            options = {"data_page_version": "2.0", "use_dictionary": False}
        elif asked != DEFAULTS:
            options = {"column_encoding": {"c": asked}, "use_dictionary": False}
        parquet.write_table(parquet.read_table(given), out, **options)


class DuckDB(AskedWriter):
    unasked: ClassVar[Mapping[str, str]] = {DEFAULTS: "", SECOND: "parquet_version v2"}

    def version(self) -> str | None:
        return version_of("DuckDB")

    def write(self, given: str, out: str, asked: str) -> None:
        execute = importlib.import_module("duckdb").connect().execute
        options = ", parquet_version v2" if asked == SECOND else ""
        execute(f"copy (from read_parquet('{given}')) to '{out}' (format parquet{options})")


class Polars(AskedWriter):
    def version(self) -> str | None:
        return version_of("Polars")

    def write(self, given: str, out: str, asked: str) -> None:
        importlib.import_module("polars").read_parquet(given).write_parquet(out)


class DataFusion(AskedWriter):
    unasked: ClassVar[Mapping[str, str]] = {
        DEFAULTS: "",
        SECOND: "writer_version='2.0', dictionary_enabled=False",
    }

    def version(self) -> str | None:
        return version_of("DataFusion")

    def option(self, encoding: str) -> str | None:
        return f"encoding='{encoding.lower()}', dictionary_enabled=False"

    def write(self, given: str, out: str, asked: str) -> None:
        datafusion: Any = importlib.import_module("datafusion")
        options: dict[str, Any] = {}
        if asked == SECOND:
            options = {"writer_version": "2.0", "dictionary_enabled": False}
        elif asked != DEFAULTS:
            options = {"encoding": asked.lower(), "dictionary_enabled": False}
        config = datafusion.SessionConfig().with_target_partitions(1)
        frame = datafusion.SessionContext(config).read_parquet(given)
        frame.write_parquet_with_options(out, datafusion.ParquetWriterOptions(**options))


class Arro3(AskedWriter):
    unasked: ClassVar[Mapping[str, str]] = {
        DEFAULTS: "",
        SECOND: "writer_version='parquet_2_0', dictionary_enabled=False",
    }

    def version(self) -> str | None:
        return version_of("arro3")

    def option(self, encoding: str) -> str | None:
        return f"encoding='{encoding.lower()}', dictionary_enabled=False"

    def write(self, given: str, out: str, asked: str) -> None:
        io: Any = imported("arro3.io")
        options: dict[str, Any] = {}
        if asked == SECOND:
            options = {"writer_version": "parquet_2_0", "dictionary_enabled": False}
        elif asked != DEFAULTS:
            options = {"encoding": asked.lower(), "dictionary_enabled": False}
        io.write_parquet(io.read_parquet(given).read_all(), out, **options)


class FastParquet(AskedWriter):
    fixed: ClassVar[Fixed] = "bytes"
    unasked: ClassVar[Mapping[str, str]] = {DEFAULTS: "fixed_text={NAME: BYTES}"}

    def version(self) -> str | None:
        return version_of("fastparquet")

    def write(self, given: str, out: str, asked: str) -> None:
        frame = importlib.import_module("pyarrow.parquet").read_table(given).to_pandas()
        first = frame["c"][0]
        widths = {"c": len(first)} if isinstance(first, bytes) else None
        importlib.import_module("fastparquet").write(out, frame, fixed_text=widths)


class ClickHouse(AskedWriter):
    """Its `output_format_parquet_version` is obsolete, and does nothing."""

    unasked: ClassVar[Mapping[str, str]] = {
        DEFAULTS: "",
        "without dictionaries": "output_format_parquet_max_dictionary_size = 0",
    }

    def version(self) -> str | None:
        return version_of("ClickHouse")

    def write(self, given: str, out: str, asked: str) -> None:
        query = f"select * from file('{given}', Parquet) into outfile '{out}' format Parquet"
        settings = "" if asked == DEFAULTS else f" settings {self.unasked[asked]}"
        imported("chdb").query(query + settings)


class Daft(AskedWriter):
    def version(self) -> str | None:
        return version_of("Daft")

    def write(self, given: str, out: str, asked: str) -> None:
        imported("daft").read_parquet(given).write_parquet(f"{out}.parts")
        take_only_file(out)


class Carquet(AskedWriter):
    fixed: ClassVar[Fixed] = "bytes"
    unasked: ClassVar[Mapping[str, str]] = {DEFAULTS: "", SECOND: "data_page_version=2"}

    def version(self) -> str | None:
        return distribution_version("carquet", [str(PLACE / "python")])

    def write(self, given: str, out: str, asked: str) -> None:
        table = importlib.import_module("pyarrow.parquet").read_table(given)
        imported("carquet").write_table(table, out, data_page_version=2 if asked == SECOND else 1)


class Inlay(AskedWriter):
    """By its commands. Those that are not in Parquet's enum stand beside the old pages."""

    unasked: ClassVar[Mapping[str, str]] = {}

    def version(self) -> str | None:
        return version_of("Inlay")

    def option(self, encoding: str) -> str | None:
        name = encoding.lower()
        if encoding == "ALP":
            return "inlay encoding add --encoding alp, then inlay encoding ratify"
        if encoding in ("FSST", "PFOR"):
            return f"inlay encoding add --encoding {name}, with [encodings] use = ['{name}']"
        return f"inlay rewrite --encode NAME={name}"

    def write(self, given: str, out: str, asked: str) -> None:
        name = asked.lower()
        if asked in ("ALP", "FSST", "PFOR"):
            self._run("encoding", "add", given, "--columns", "c", "--encoding", name, "-o", out)
            if asked == "ALP":
                self._run("encoding", "ratify", out)
        else:
            self._run("rewrite", given, "--encode", f"c={name}", "-o", out)

    def _run(self, *words: str) -> None:
        """With all encodings in use. Raises OSError with what it says."""
        configuration = Path(words[-1]).with_name("inlay.toml")
        configuration.write_text('[encodings]\nuse = ["alp", "fsst", "pfor"]\n', encoding="utf-8")
        os.environ["INLAY_CONFIG"] = str(configuration)
        said = StringIO()
        with redirect_stderr(said), redirect_stdout(StringIO()):
            code = importlib.import_module("inlay.__main__").run([*words])
        if code:
            raise OSError(said.getvalue())


WRITERS: Final[dict[str, type[AskedWriter]]] = {
    "pyarrow": PyArrow,
    "duckdb": DuckDB,
    "polars": Polars,
    "datafusion": DataFusion,
    "arro3": Arro3,
    "fastparquet": FastParquet,
    "clickhouse": ClickHouse,
    "daft": Daft,
    "carquet": Carquet,
    "hyparquet-writer": HyparquetWriter,
    "parquet-wasm": ParquetWasm,
    "spark": Spark,
    "parquet-java": ParquetJava,
    "inlay": Inlay,
}

INSTALLED: Final = ("parquet-wasm",)
"""Those that are brought for the question, as readers are."""

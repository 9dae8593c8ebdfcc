"""Writers, each asked for small row groups and pages. To add one: a class with the members of `Writer`, and its line in `WRITERS`."""

from __future__ import annotations

import importlib
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, Protocol, cast

import pyarrow as pa

from inlay import variant
from tests.readers.place import PLACE, imported, node
from tests.readers.writers import take_only_file
from tests.rebuilt.tables import VARIANT

ROWS: Final = 240

_CODECS: Final = ("none", "snappy", "zstd", "gzip", "brotli", "lz4")


class Writer(Protocol):
    """`rows` of a file make several row groups. `without` are the kinds of columns that it does not write."""

    rows: ClassVar[int]
    without: ClassVar[tuple[str, ...]]

    def write(self, table: pa.Table, out: Path, seed: int) -> None:
        """Into the file `out`, with settings by the seed: two files of one seed are alike."""


class PyArrow:
    rows: ClassVar[int] = ROWS
    without: ClassVar[tuple[str, ...]] = ()
    settings: ClassVar[dict[str, Any]] = {}

    def write(self, table: pa.Table, out: Path, seed: int) -> None:
        random = Random(seed)
        rows = random.choice((60, 100))
        with variant.VariantWriter(
            out,
            with_variants(table).schema,
            max_rows_per_page=random.choice((25, 100)),
            compression=random.choice(_CODECS),
            use_dictionary=random.random() < 0.6,
            write_page_index=random.random() < 0.5,
            store_decimal_as_integer=random.random() < 0.5,
            **self.settings,
        ) as writer:
            for first in range(0, table.num_rows, rows):
                writer.write(with_variants(table.slice(first, rows)))


class PyArrowV2(PyArrow):
    settings: ClassVar[dict[str, Any]] = {"data_page_version": "2.0"}


class PyArrowChecksums(PyArrow):
    settings: ClassVar[dict[str, Any]] = {"write_page_checksum": True}


class DuckDB:
    """Its row groups are of 2,048 rows or more."""

    rows: ClassVar[int] = 4_500
    without: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._execute = importlib.import_module("duckdb").connect().execute

    def write(self, table: pa.Table, out: Path, seed: int) -> None:
        random = Random(seed)
        given = _hand_over(with_variants(table), out)
        codec = random.choice(("uncompressed", "snappy", "zstd", "gzip", "brotli", "lz4_raw"))
        version = random.choice(("v1", "v2"))
        self._execute(
            f"copy (from read_parquet('{given}')) to '{out}' (format parquet, row_group_size 2048, "
            f"compression {codec}, parquet_version {version})"
        )


class Polars:
    rows: ClassVar[int] = ROWS
    without: ClassVar[tuple[str, ...]] = ()

    def write(self, table: pa.Table, out: Path, seed: int) -> None:
        random = Random(seed)
        frame = importlib.import_module("polars").read_parquet(_hand_over(table, out))
        codec = random.choice(("uncompressed", "snappy", "zstd", "gzip", "brotli", "lz4"))
        frame.write_parquet(out, compression=codec, row_group_size=80, data_page_size=600)


class DataFusion:
    rows: ClassVar[int] = ROWS
    without: ClassVar[tuple[str, ...]] = ()

    def write(self, table: pa.Table, out: Path, seed: int) -> None:
        random = Random(seed)
        datafusion: Any = importlib.import_module("datafusion")
        config = datafusion.SessionConfig().with_target_partitions(1)
        options = datafusion.ParquetWriterOptions(
            max_row_group_size=80,
            data_page_row_count_limit=30,
            write_batch_size=30,
            compression=random.choice(("uncompressed", "snappy", "zstd(3)", "gzip(6)", "lz4_raw")),
            writer_version=random.choice(("1.0", "2.0")),
            dictionary_enabled=random.random() < 0.6,
            bloom_filter_on_write=random.random() < 0.3,
        )
        frame = datafusion.SessionContext(config).read_parquet(str(_hand_over(table, out)))
        frame.write_parquet_with_options(str(out), options)


class ClickHouse:
    rows: ClassVar[int] = ROWS
    without: ClassVar[tuple[str, ...]] = ()

    def write(self, table: pa.Table, out: Path, seed: int) -> None:
        random = Random(seed)
        given = _hand_over(table, out)
        settings = {
            "row_group_size": 80,
            "batch_size": 30,
            "data_page_size": 300,
            "parallel_encoding": 0,
            "compression_method": repr(random.choice(("none", "snappy", "zstd", "gzip", "lz4"))),
        }
        told = ", ".join(f"output_format_parquet_{name} = {it}" for name, it in settings.items())
        query = f"select * from file('{given}', Parquet) into outfile '{out}' format Parquet"
        imported("chdb").query(f"{query} settings {told}, max_threads = 1")


class Carquet:
    rows: ClassVar[int] = ROWS
    without: ClassVar[tuple[str, ...]] = ()

    def write(self, table: pa.Table, out: Path, seed: int) -> None:
        random = Random(seed)
        imported("carquet").write_table(
            table,
            out,
            compression=random.choice(("none", "snappy", "zstd", "gzip", "lz4", "brotli")),
            row_group_size=80,
            data_page_version=random.choice((1, 2)),
            write_page_index=random.random() < 0.5,
            write_crc=random.random() < 0.5,
            store_schema=False,
        )


class HyparquetWriter:
    """It has one type for all times and decimals."""

    rows: ClassVar[int] = ROWS
    without: ClassVar[tuple[str, ...]] = (
        *("struct", "list", "list of structs", "list of lists", "map", VARIANT),
        *("uint32", "double", "float", "decimal", "decimal of 18", "decimal of 38"),
        *("date", "timestamp", "moment"),
    )

    def write(self, table: pa.Table, out: Path, seed: int) -> None:
        script = str(Path(__file__).parents[1] / "readers" / "hyparquet_writer.mjs")
        given = str(_hand_over(table, out))
        page = str(Random(seed).choice((300, 2_000)))
        command = [str(node()), script, str(PLACE), given, str(out), "80", page]
        subprocess.run(command, check=True)


class Spark:
    rows: ClassVar[int] = ROWS
    without: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        reader: Any = importlib.import_module("tests.readers.spark_reader").Spark()
        reader.start()
        self._spark = reader.spark

    def write(self, table: pa.Table, out: Path, seed: int) -> None:
        random = Random(seed)
        given = _hand_over(with_variants(table), out)
        options = {
            "compression": random.choice(("none", "snappy", "zstd", "gzip", "lz4_raw")),
            "parquet.block.row.count.limit": 80,
            "parquet.page.row.count.limit": 30,
            "parquet.writer.version": random.choice(("v1", "v2")),
            "parquet.enable.dictionary": random.random() < 0.6,
        }
        frame = self._spark.read.parquet(str(given)).coalesce(1)
        frame.write.options(**options).parquet(f"{out}.parts")
        take_only_file(str(out))


WRITERS: Final[dict[str, type[Writer]]] = {
    "pyarrow, pages of version 1": PyArrow,
    "pyarrow, pages of version 2": PyArrowV2,
    "pyarrow, checksums": PyArrowChecksums,
    "DuckDB": DuckDB,
    "Polars": Polars,
    "DataFusion": DataFusion,
    "ClickHouse": ClickHouse,
    "carquet": Carquet,
    "hyparquet-writer": HyparquetWriter,
    "Spark": Spark,
}


@cache
def _start(name: str) -> Writer:
    return WRITERS[name]()


def write(name: str, tables: Sequence[tuple[pa.Table, Path]], seed: int) -> None:
    """In a process that has no other writer: some do not go together."""
    for table, out in tables:
        _start(name).write(table, out, seed)


def with_variants(table: pa.Table) -> pa.Table:
    """With the column of Variants as such, where there is one."""
    if VARIANT not in table.column_names:
        return table
    at = table.column_names.index(VARIANT)
    pairs = cast("list[dict[str, bytes]]", table.column(at).to_pylist())
    array = variant.from_pairs(variant.Variant(**pair) for pair in pairs)
    changed: pa.Table = cast("Any", table).set_column(at, VARIANT, array)
    return changed


def _hand_over(table: pa.Table, out: Path) -> Path:
    given = out.with_stem(f"{out.stem}, given")
    variant.write_table(table, given, store_schema=False)
    return given

"""A lake of small files of six writers, a tenth of them with a statement that does not hold, and of the corpus of lies."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from parquet_format.parquet import FileMetaData
from tests.lies.kinds import KINDS
from tests.support.footers import edit_footer
from tests.support.loose_bounds import edit_statistics

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS: Final = 60
"""Of a file."""

LIE_IN: Final = 10
"""Files, of which one lies."""


def write_lake(spark: SparkSession, lake: Path, files: int) -> list[Path]:
    """So many files in folders named after their writers; up to a tenth of them are kinds of lies."""
    kinds = list(KINDS)[: files // LIE_IN]
    paths = [lake / "lies" / f"{number}.parquet" for number in range(len(kinds))]
    (lake / "lies").mkdir(parents=True)
    for path, name in zip(paths, kinds, strict=True):
        path.write_bytes(KINDS[name].file)
    counts = [(files - len(kinds) + at) // (len(WRITERS) + 1) for at in range(len(WRITERS) + 1)]
    written: list[list[Path]] = []
    for (name, write), count in zip(WRITERS.items(), counts, strict=False):
        (lake / name).mkdir()
        written.append([lake / name / f"{number}.parquet" for number in range(count)])
        for number, path in enumerate(written[-1]):
            write(build_rows(number), path)
    written.append(write_by_spark(spark, lake / "spark", counts[-1]))
    for of_writer in written:
        for path, edit in zip(of_writer[::LIE_IN], cycle(EDITS), strict=False):
            path.write_bytes(edit_footer(path.read_bytes(), edit))
        paths += of_writer
    return paths


def build_rows(number: int) -> pa.Table:
    """The numbers of a file are those of no other."""
    numbers = range(number * ROWS, (number + 1) * ROWS)
    return pa.table(
        {
            "a": pa.array([None if it % 7 == 0 else it for it in numbers], pa.int64()),
            "d": [it / 3 for it in numbers],
            "t": [f"name {it % 11}" for it in numbers],
        }
    )


def write_by_pyarrow(table: pa.Table, path: Path) -> None:
    """Each row group is sorted, and they are not in order, of which an audit advises."""
    options: Any = {"write_page_index": True, "sorting_columns": [pq.SortingColumn(1)]}
    with pq.ParquetWriter(path, table.schema, **options) as writer:
        for first in (ROWS // 2, 0):
            writer.write_table(table.slice(first, ROWS // 2))


def write_by_duckdb(table: pa.Table, path: Path) -> None:
    with importlib.import_module("duckdb").connect() as connection:
        connection.register("given", table)
        connection.execute(f"COPY given TO '{path}' (FORMAT PARQUET)")


def write_by_polars(table: pa.Table, path: Path) -> None:
    importlib.import_module("polars").from_arrow(table).write_parquet(path)


def write_by_fastparquet(table: pa.Table, path: Path) -> None:
    nullable = importlib.import_module("pandas").Int64Dtype()
    frame = table.to_pandas(types_mapper=lambda kind: nullable if kind == pa.int64() else None)
    importlib.import_module("fastparquet").write(str(path), frame)


def write_by_datafusion(table: pa.Table, path: Path) -> None:
    datafusion: Any = importlib.import_module("datafusion")
    config = datafusion.SessionConfig().with_target_partitions(1)
    datafusion.SessionContext(config).from_arrow(table).write_parquet(str(path))


def write_by_spark(spark: SparkSession, folder: Path, count: int) -> list[Path]:
    """All of its files in one job, the rows of `build_rows`."""
    frame = spark.range(0, count * ROWS, 1, count).selectExpr(
        "if(id % 7 = 0, null, id) as a", "id / 3 as d", "concat('name ', id % 11) as t"
    )
    frame.write.parquet(f"{folder}.parts")
    folder.mkdir()
    paths = [folder / f"{number}.parquet" for number in range(count)]
    parts = sorted(Path(f"{folder}.parts").glob("*.parquet"))
    for part, path in zip(parts, paths, strict=True):
        part.rename(path)
    shutil.rmtree(f"{folder}.parts")
    return paths


def _say_more_nulls(metadata: FileMetaData) -> None:
    edit_statistics(metadata, 0).null_count = ROWS // 2


def _say_less_maximum(metadata: FileMetaData) -> None:
    statistics = edit_statistics(metadata, 0)
    statistics.max_value = statistics.max = statistics.min_value or statistics.min


def _say_more_minimum(metadata: FileMetaData) -> None:
    statistics = edit_statistics(metadata, 1)
    statistics.min_value = statistics.min = pack("<d", 1e9)
    statistics.max_value = statistics.max = pack("<d", 2e9)


WRITERS: Final[dict[str, Callable[[pa.Table, Path], None]]] = {
    "pyarrow": write_by_pyarrow,
    "duckdb": write_by_duckdb,
    "polars": write_by_polars,
    "fastparquet": write_by_fastparquet,
    "datafusion": write_by_datafusion,
}
"""Those that write a file at a time; Spark is the sixth."""

EDITS: Final = (_say_more_nulls, _say_less_maximum, _say_more_minimum)
"""Of the footer, so that a statement about values does not hold."""

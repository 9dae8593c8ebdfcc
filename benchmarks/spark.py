"""How fast footers are scanned on Spark, against what else one would do there; two cores at most."""

from __future__ import annotations

import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.footers import file

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

COLUMNS = (
    "path string, row_group int, column int, column_path string, physical_type string, codec string, "
    "num_values bigint, total_compressed_size bigint, total_uncompressed_size bigint, null_count bigint"
)
NAMES = [column.split()[0] for column in COLUMNS.split(", ")]
ROUNDS = 3


class Shape(NamedTuple):
    """A lake of `files` copies of one file."""

    name: str
    files: int
    columns: int
    groups: int


SHAPES = (Shape("small", 10_000, 20, 2), Shape("wide", 300, 1_000, 1))


def run() -> str:
    with tempfile.TemporaryDirectory() as folder:
        parts = ["## Footers on Spark", ""]
        parts.append(
            f"`column_chunks`, ten columns, summed; {ROUNDS} rounds in turn after one that does not count, medians; "
            f"{platform.machine()}, local[1] and local[2]. Footers per second per core."
        )
        for shape in SHAPES:
            lake = lake_of(Path(folder) / shape.name, shape)
            parts += ["", _table(shape, lake)]
            shutil.rmtree(lake)
    return "\n".join(parts)


def lake_of(root: Path, shape: Shape) -> Path:
    data = file(shape.columns, shape.groups)
    for at in range(shape.files):
        path = root / f"part={at % 20}" / f"{at:06}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def _table(shape: Shape, lake: Path) -> str:
    chunks = shape.files * shape.columns * shape.groups
    one = _measured(1, lake, shape, chunks, _contenders(lake, shape, 1))
    two = _measured(2, lake, shape, chunks, _contenders(lake, shape, 2))
    base = one["pyarrow read_metadata and a loop, mapInArrow"]
    lines = [
        f"{shape.files:,} {shape.name} footers: {shape.columns:,} columns x {shape.groups} row groups",
        "",
        "| contender | 1 core, s | footers/s/core | times the pyarrow loop | 2 cores, s | from 1 to 2 |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, seconds in one.items():
        both = two.get(name)
        scaled = f"{both:.2f} | {seconds / both:.2f}" if both is not None else " | "
        lines.append(
            f"| {name} | {seconds:.2f} | {shape.files / seconds:,.0f} | {base / seconds:.2f} | {scaled} |"
        )
    return "\n".join(lines)


def _contenders(lake: Path, shape: Shape, cores: int) -> dict[str, Callable[[SparkSession], int]]:
    tasks = 4 * cores
    each = -(-shape.files // tasks)
    paths = sorted(str(path) for path in lake.rglob("*.parquet"))

    def count(frame: DataFrame) -> int:
        row = frame.selectExpr("count(*) AS n", "sum(total_compressed_size) AS bytes").collect()[0]
        return int(row.n)

    def data_source(spark: SparkSession) -> int:
        reader = spark.read.format("parquet_footer").option("table", "column_chunks")
        return count(reader.option("filesPerPartition", each).schema(COLUMNS).load(str(lake)))

    def data_source_default(spark: SparkSession) -> int:
        reader = spark.read.format("parquet_footer").option("table", "column_chunks")
        return count(reader.schema(COLUMNS).load(str(lake)))

    def pyarrow_loop(spark: SparkSession) -> int:
        listed = spark.createDataFrame([(path,) for path in paths], "path string")
        return count(listed.repartition(tasks).mapInArrow(with_pyarrow, COLUMNS))

    def binary_file(spark: SparkSession) -> int:
        files = spark.read.format("binaryFile").option("recursiveFileLookup", "true")
        content = files.load(str(lake)).select("path", "content").repartition(tasks)
        return count(content.mapInArrow(with_pyarrow_bytes, COLUMNS))

    def duckdb(_: SparkSession) -> int:
        return _with_duckdb(lake, cores)

    return {
        "`parquet_footer`, 4 tasks a core": data_source,
        "`parquet_footer`, its own tasks": data_source_default,
        "pyarrow read_metadata and a loop, mapInArrow": pyarrow_loop,
        "binaryFile with its content, pyarrow, mapInArrow": binary_file,
        "DuckDB parquet_metadata, without Spark": duckdb,
    }


def _with_duckdb(lake: Path, cores: int) -> int:
    import duckdb

    connection: Any = duckdb.connect(config={"threads": cores})
    row = connection.execute(
        "SELECT count(*), sum(total_compressed_size), max(compression), max(path_in_schema), max(type), "
        f"sum(num_values), sum(stats_null_count) FROM parquet_metadata('{lake}/*/*.parquet')"
    ).fetchone()
    return int(row[0])


def with_pyarrow(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    from pyarrow.parquet import read_metadata

    for batch in batches:
        for path in map(str, batch.column(0).to_pylist()):
            yield _looped(path, read_metadata(path))


def with_pyarrow_bytes(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow
    from pyarrow.parquet import read_metadata

    for batch in batches:
        for path, content in zip(
            batch.column(0).to_pylist(), batch.column(1).to_pylist(), strict=True
        ):
            yield _looped(str(path), read_metadata(pyarrow.BufferReader(content)))


def _looped(path: str, metadata: Any) -> pa.RecordBatch:
    import pyarrow

    rows: list[list[Any]] = [[] for _ in NAMES]
    for group in range(metadata.num_row_groups):
        row_group = metadata.row_group(group)
        for at in range(row_group.num_columns):
            chunk = row_group.column(at)
            statistics = chunk.statistics
            values = (
                path,
                group,
                at,
                chunk.path_in_schema,
                chunk.physical_type,
                chunk.compression,
                chunk.num_values,
                chunk.total_compressed_size,
                chunk.total_uncompressed_size,
                statistics.null_count if statistics is not None else None,
            )
            for column, value in zip(rows, values, strict=True):
                column.append(value)
    text, number, small = pyarrow.string(), pyarrow.int64(), pyarrow.int32()
    types = [text, small, small, text, text, text, number, number, number, number]
    arrays = [pyarrow.array(row, type_) for row, type_ in zip(rows, types, strict=True)]
    return pyarrow.RecordBatch.from_arrays(arrays, names=NAMES)


def _measured(
    cores: int,
    lake: Path,
    shape: Shape,
    chunks: int,
    contenders: dict[str, Callable[[SparkSession], int]],
) -> dict[str, float]:
    from pyspark import cloudpickle

    from inlay_spark.session import session

    pickle: Any = cloudpickle
    pickle.register_pickle_by_value(
        sys.modules[__name__]
    )  # workers do not have this folder on their path
    warehouse = tempfile.mkdtemp()
    spark = session(
        f"local[{cores}]",
        conf={
            "spark.ui.enabled": "false",
            "spark.log.level": "OFF",
            "spark.sql.warehouse.dir": warehouse,
            "spark.sql.shuffle.partitions": str(cores),
        },
    )
    samples: dict[str, list[float]] = {name: [] for name in contenders}
    try:
        for at in range(ROUNDS + 1):
            for name, contender in contenders.items():
                start = time.perf_counter()
                assert contender(spark) == chunks, name
                if at:
                    samples[name].append(time.perf_counter() - start)
    finally:
        spark.stop()
        shutil.rmtree(warehouse, ignore_errors=True)
    return {name: median(times) for name, times in samples.items()}


if __name__ == "__main__":
    print(run())

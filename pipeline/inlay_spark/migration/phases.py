"""The phases as jobs of Spark: a function over batches of rows, from one folder of the journal to the next.

Only DataFrames: what is here runs on Spark Connect as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow as pa

from inlay_spark.migration.journal import Journal
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import (
    CHANGE,
    DONE,
    PROBLEM,
    Planned,
    Published,
    Row,
    Staged,
    Verified,
    batches_of,
    rows_of,
    spark_schema,
)
from inlay_spark.migration.staging import stage_file, stage_undo
from inlay_spark.migration.verifying import verify_file, verify_undone

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Batches = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

FILES_PER_TASK: Final = 200
BYTES_PER_TASK: Final = 4 << 30
"""A task is repeated as a whole, and has one core."""

_WORTH_A_TASK: Final = 16
"""Files; another task of Python costs as much."""

_SAMPLES: Final = 1 << 32

_ROWS: Final[dict[str, type[Any]]] = {
    "plan": Planned,
    "staged": Staged,
    "published": Published,
    "undo_staged": Staged,
    "undone": Published,
}


class Load(NamedTuple):
    """What a phase has before it."""

    files: int
    size: int


class Found(NamedTuple):
    """A file that was listed; `error` says why it could not be."""

    path: str
    error: str


def plan_frame(spark: SparkSession, found: list[Found], operation: Operation) -> DataFrame:
    """A row of `Planned` for each path."""

    def plan(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        rows = (Found(**row) for batch in batches for row in batch.to_pylist())
        yield from batches_of(
            Planned,
            (
                (
                    Planned(row.path, PROBLEM, row.error)
                    if row.error
                    else plan_file(row.path, operation)
                )
                for row in rows
            ),
        )

    columns = {
        "path": pa.array([one.path for one in found], pa.string()),
        "error": pa.array([one.error for one in found], pa.string()),
    }
    frame = spark.createDataFrame(pa.table(columns))
    return _mapped(_spread(spark, frame, Load(len(found), 0)), plan, Planned)


def load_of(spark: SparkSession, journal: Journal) -> Load:
    """What the plan says is to be changed."""
    from pyspark.sql.functions import count
    from pyspark.sql.functions import sum as total

    rows = read_phase(spark, journal, "plan").where(f"action = '{CHANGE}'")
    sums = rows.agg(count("*").alias("files"), total("size").alias("size")).first()
    assert sums is not None
    return Load(sums["files"], sums["size"] or 0)


def stage(spark: SparkSession, journal: Journal, load: Load) -> None:
    job = journal.job
    planned = read_phase(spark, journal, "plan").where(f"action = '{CHANGE}'")
    one = partial(stage_file, operation=job.operation, job=job.name, new_name=job.new_names)
    write_phase(
        _each(spark, planned, load, Planned, Staged, one, journal, "staged"), journal, "staged"
    )


def stage_back(spark: SparkSession, journal: Journal, load: Load) -> None:
    job = journal.job
    staged = read_phase(spark, journal, "staged").where(f"state = '{DONE}'")
    one = partial(stage_undo, operation=job.operation, job=job.name)
    name = "undo_staged"
    write_phase(_each(spark, staged, load, Staged, Staged, one, journal, name), journal, name)


def publish(spark: SparkSession, journal: Journal, source: str, target: str, load: Load) -> None:
    staged = read_phase(spark, journal, source).drop("old_tail", "old_sha256")
    rows = _each(spark, staged, load, Staged, Published, publish_file, journal, target)
    write_phase(rows, journal, target)


def verified_frame(spark: SparkSession, journal: Journal, sample: float, load: Load) -> DataFrame:
    """A row of `Verified` for each file that was staged; a share of `sample` is read."""
    operation = journal.job.operation
    below = int(sample * _SAMPLES)
    is_undone = journal.is_over("undone")

    def one(row: Staged) -> Verified:
        is_sampled = _lot(row.path) < below
        if is_undone:
            return verify_undone(row, sample=is_sampled)
        return verify_file(row, operation, sample=is_sampled)

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from batches_of(Verified, map(one, rows_of(Staged, batches)))

    staged = read_phase(spark, journal, "staged").drop("new_tail")
    return _mapped(_spread(spark, staged, load), work, Verified)


def read_phase(spark: SparkSession, journal: Journal, name: str) -> DataFrame:
    """With the schema said, and no file of the journal ever left out, whatever the session is set to."""
    reader = spark.read.schema(spark_schema(_ROWS[name]))
    reader = reader.option("ignoreCorruptFiles", "false").option("ignoreMissingFiles", "false")
    return reader.parquet(journal.phase(name))


def write_phase(frame: DataFrame, journal: Journal, name: str) -> None:
    frame.write.mode("overwrite").parquet(journal.phase(name))
    journal.finish(name)


def _each(
    spark: SparkSession,
    frame: DataFrame,
    load: Load,
    source: type[Row],
    target: type[Any],
    one: Callable[[Row], Any],
    journal: Journal,
    phase: str,
) -> DataFrame:
    """`one` of each row, for as long as the phase is not over without this attempt."""

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from batches_of(target, map(one, _wanted(rows_of(source, batches))))

    def _wanted(rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            if not journal.wants(phase):
                return
            yield row

    return _mapped(_spread(spark, frame, load), work, target)


def _lot(path: str) -> int:
    """The same for the same path wherever it is drawn."""
    return int.from_bytes(sha256(path.encode()).digest()[:4], "big")


def _mapped(frame: DataFrame, work: Batches, cls: type[Any]) -> DataFrame:
    return frame.mapInArrow(work, spark_schema(cls))


def _spread(spark: SparkSession, frame: DataFrame, load: Load) -> DataFrame:
    """Over as many tasks as it is worth: by files, by bytes, and one for each core where that is little."""
    tasks = max(1, -(-load.files // FILES_PER_TASK), -(-load.size // BYTES_PER_TASK))
    if load.files > tasks * _WORTH_A_TASK:
        tasks = max(tasks, min(-(-load.files // _WORTH_A_TASK), _cores(spark)))
    return frame.repartition(tasks)


def _cores(spark: SparkSession) -> int:
    """How many parts Spark makes of anything; there is no `sparkContext` to ask on Connect."""
    from pyspark.sql.functions import spark_partition_id

    return spark.range(10_000).select(spark_partition_id().alias("part")).distinct().count()

"""The phases as jobs of Spark: a function over batches of rows, from one folder of the journal to the next.

Only DataFrames: what is here runs on Spark Connect as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from inlay_spark.migration.journal import Job, Journal
from inlay_spark.migration.plan import plan_file
from inlay_spark.migration.publish import publish_file
from inlay_spark.migration.rows import (
    CHANGE,
    DONE,
    Planned,
    Published,
    Staged,
    Verified,
    batches_of,
    rows_of,
    spark_schema,
)
from inlay_spark.migration.stage import stage_file, stage_undo
from inlay_spark.migration.verify import verify_file

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Batches = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

_FILES_PER_TASK: Final = 200
_SAMPLES: Final = 1 << 32


def plan_frame(spark: SparkSession, paths: Sequence[str], job: Job) -> DataFrame:
    """A row of `Planned` for each path."""
    operation = job.operation

    def plan(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        paths = (row["path"] for batch in batches for row in batch.to_pylist())
        yield from batches_of(Planned, (plan_file(path, operation) for path in paths))

    frame = spark.createDataFrame(pa.table({"path": pa.array(paths, pa.string())}))
    return _mapped(_spread(spark, frame, len(paths)), plan, Planned)


def stage(spark: SparkSession, journal: Journal) -> None:
    job = journal.job

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        staged = (
            stage_file(row, job.operation, job.name, new_name=job.new_names)
            for row in rows_of(Planned, batches)
        )
        yield from batches_of(Staged, staged)

    planned = _read(spark, journal, "plan").where(f"action = '{CHANGE}'")
    _write(_mapped(planned, work, Staged), journal, "staged")


def publish(spark: SparkSession, journal: Journal, source: str, target: str) -> None:
    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from batches_of(Published, map(publish_file, rows_of(Staged, batches)))

    _write(_mapped(_read(spark, journal, source), work, Published), journal, target)


def stage_back(spark: SparkSession, journal: Journal) -> None:
    job = journal.job

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        pairs = _pairs(batches)
        undone = (stage_undo(planned, staged, job.operation, job.name) for planned, staged in pairs)
        yield from batches_of(Staged, undone)

    _write(_mapped(_joined(spark, journal), work, Staged), journal, "undo_staged")


def verified_frame(spark: SparkSession, journal: Journal, sample: float) -> DataFrame:
    """A row of `Verified` for each file that was staged; a share of `sample` is read."""
    operation = journal.job.operation
    below = int(sample * _SAMPLES)

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        verified = (
            verify_file(planned, staged, operation, sample=_lot(planned.path) < below)
            for planned, staged in _pairs(batches)
        )
        yield from batches_of(Verified, verified)

    return _mapped(_joined(spark, journal), work, Verified)


def write_plan(frame: DataFrame, journal: Journal) -> None:
    _write(frame, journal, "plan")


def read_phase(spark: SparkSession, journal: Journal, name: str) -> DataFrame:
    return _read(spark, journal, name)


def _lot(path: str) -> int:
    """The same for the same path wherever it is drawn."""
    return int.from_bytes(sha256(path.encode()).digest()[:4], "big")


def _joined(spark: SparkSession, journal: Journal) -> DataFrame:
    """Every staged row with what was planned, as two structs."""
    from pyspark.sql.functions import col, struct

    planned = _read(spark, journal, "plan").select(struct("*").alias("planned"))
    staged = _read(spark, journal, "staged").where(f"state = '{DONE}'")
    staged = staged.select(struct("*").alias("staged"))
    return staged.join(planned, col("planned.path") == col("staged.path"))


def _pairs(batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[Planned, Staged]]:
    for batch in batches:
        for row in batch.to_pylist():
            yield Planned(**row["planned"]), Staged(**row["staged"])


def _mapped(frame: DataFrame, work: Batches, cls: type[Any]) -> DataFrame:
    return frame.mapInArrow(work, spark_schema(cls))


def _spread(spark: SparkSession, frame: DataFrame, files: int) -> DataFrame:
    return frame.repartition(
        max(1, -(-files // _FILES_PER_TASK), _cores(spark) if files > 16 else 1)
    )


def _cores(spark: SparkSession) -> int:
    """Tasks that are worth having for a few files; Connect has no `sparkContext` to ask."""
    return int(spark.conf.get("spark.sql.leafNodeDefaultParallelism", None) or 4)


def _read(spark: SparkSession, journal: Journal, name: str) -> DataFrame:
    return spark.read.parquet(journal.phase(name))


def _write(frame: DataFrame, journal: Journal, name: str) -> None:
    frame.write.mode("overwrite").parquet(journal.phase(name))

"""The phases as jobs of Spark: a function over batches of rows, from one folder of the journal to the next.

Only DataFrames: what is here runs on Spark Connect as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from inlay_spark.jobs.progress import Load, Progress
from inlay_spark.jobs.read_literal_paths import as_url, read_literal_paths
from inlay_spark.migration.journal import MigrationJournal
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.printing import VERBS
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import (
    DONE,
    PROBLEM,
    REMOVE,
    ListedFile,
    PlannedFile,
    PublishedFile,
    Row,
    Staged,
    VerifiedFile,
    batches_of,
    build_arrow_schema,
    build_spark_schema,
    rows_of,
)
from inlay_spark.migration.staging import discard, stage_file, stage_undo
from inlay_spark.migration.verifying import verify_file, verify_problem, verify_undone

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Batches = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

FILES_PER_TASK: Final = 200
BYTES_PER_TASK: Final = 4 << 30
"""A task is repeated as a whole, and has one core."""

_WORTH_A_TASK: Final = 16
"""Files; another task of Python costs as much."""

_SAMPLES: Final = 1 << 32

IS_STAGED: Final = f"state IN ('{DONE}', '{REMOVE}')"
"""Of a row of `Staged`: whether there is something to publish."""

_ROWS: Final[dict[str, type[Any]]] = {
    "plan": ListedFile,
    "staged": Staged,
    "published": PublishedFile,
    "undo_staged": Staged,
    "undone": PublishedFile,
}


def plan_frame(spark: SparkSession, listed: list[ListedFile], operation: Operation) -> DataFrame:
    """A row of `PlannedFile` for each path."""

    def plan_row(row: ListedFile) -> PlannedFile:
        if row.error:
            return PlannedFile(row.path, PROBLEM, row.error)
        return plan_file(row.path, operation)

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from batches_of(PlannedFile, map(plan_row, rows_of(ListedFile, batches)))

    columns = {
        "path": pa.array([row.path for row in listed], pa.string()),
        "size": pa.array([row.size for row in listed], pa.int64()),
        "error": pa.array([row.error for row in listed], pa.string()),
    }
    frame = spark.createDataFrame(pa.table(columns))
    # By files alone: of each, the end is read.
    return _map_rows(_spread(spark, frame, Load(len(listed), 0)), work, PlannedFile)


def write_plan(journal: MigrationJournal, listed: Iterable[ListedFile], progress: Progress) -> None:
    """Without Spark: what a listing finds is on its way to the disk before the listing is over."""
    directory = journal.directory
    directory.make("plan")
    target = directory.at("plan", "part-00000.parquet")
    progress.start(VERBS["plan"], Load(0, 0))
    try:
        with pq.ParquetWriter(
            target, build_arrow_schema(ListedFile), filesystem=directory.filesystem
        ) as writer:
            for batch in batches_of(ListedFile, listed):
                writer.write_batch(batch)
                rows = list(rows_of(ListedFile, [batch]))
                size, errors = sum(row.size for row in rows), sum(bool(row.error) for row in rows)
                progress.advance(len(rows), size, errors)
    finally:
        progress.end()
    journal.finish("plan")


def load_of(
    spark: SparkSession, journal: MigrationJournal, phase: str, where: str = "true"
) -> Load:
    """What is in the rows of a phase."""
    from pyspark.sql.functions import count
    from pyspark.sql.functions import sum as total

    rows = read_phase(spark, journal, phase).where(where)
    sums = rows.agg(count("*").alias("files"), total("size").alias("size")).first()
    assert sums is not None
    return Load(sums["files"], sums["size"] or 0)


def stage(spark: SparkSession, journal: MigrationJournal, load: Load) -> None:
    job = journal.job
    listed = read_phase(spark, journal, "plan")
    work = partial(stage_file, operation=job.operation, job=job.name, new_name=job.new_names)
    _stage_each(spark, listed, load, ListedFile, work, journal, "staged")


def stage_back(spark: SparkSession, journal: MigrationJournal, load: Load) -> None:
    job = journal.job
    staged = read_phase(spark, journal, "staged").where(IS_STAGED)
    work = partial(stage_undo, operation=job.operation, job=job.name)
    _stage_each(spark, staged, load, Staged, work, journal, "undo_staged")


def publish(
    spark: SparkSession, journal: MigrationJournal, source: str, target: str, load: Load
) -> None:
    """Of the rows of `source`, those that want it; the others have said already what became of them."""
    staged = read_phase(spark, journal, source).where(IS_STAGED)
    rows = _spread(spark, staged.drop("old_tail"), load)

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        wanted = takewhile(lambda _: journal.wants(target), rows_of(Staged, batches))
        yield from batches_of(PublishedFile, map(publish_file, wanted))

    write_phase(_map_rows(rows, work, PublishedFile), journal, target)


def verify_all(spark: SparkSession, journal: MigrationJournal, sample: float) -> DataFrame:
    """A row of `VerifiedFile` for each file that was to be published, and for each problem; a share of `sample` is read."""
    operation = journal.job.operation
    below = int(sample * _SAMPLES)
    is_undone = journal.is_over("undone")

    def verify_row(row: Staged) -> VerifiedFile | None:
        if row.state == PROBLEM:
            return verify_problem(row)
        is_sampled = _sample_hash(row.path) < below
        if is_undone:
            return verify_undone(row, sample=is_sampled)
        return verify_file(row, operation, sample=is_sampled)

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from batches_of(VerifiedFile, filter(None, map(verify_row, rows_of(Staged, batches))))

    wanted = IS_STAGED if is_undone else f"{IS_STAGED} OR state = '{PROBLEM}'"
    staged = read_phase(spark, journal, "staged").where(wanted).drop("new_tail")
    load = load_of(spark, journal, "staged", wanted)
    return _map_rows(_spread(spark, staged, load), work, VerifiedFile)


def read_phase(spark: SparkSession, journal: MigrationJournal, name: str) -> DataFrame:
    return read_literal_paths(spark, build_spark_schema(_ROWS[name]), [journal.phase(name)])


def write_phase(frame: DataFrame, journal: MigrationJournal, name: str) -> None:
    frame.write.mode("overwrite").parquet(as_url(journal.phase(name)))
    journal.finish(name)


def _stage_each(
    spark: SparkSession,
    frame: DataFrame,
    load: Load,
    source: type[Row],
    stage_row: Callable[[Row], Staged],
    journal: MigrationJournal,
    phase: str,
) -> None:
    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        rows = stage_while_wanted(journal, phase, rows_of(source, batches), stage_row)
        yield from batches_of(Staged, rows)

    write_phase(_map_rows(_spread(spark, frame, load), work, Staged), journal, phase)


def stage_while_wanted(
    journal: MigrationJournal, phase: str, rows: Iterable[Row], stage_row: Callable[[Row], Staged]
) -> Iterator[Staged]:
    """`stage_row` of each row, for as long as the phase is not over without this attempt. What comes out of it after that
    is thrown away: no sweep would find it."""
    for row in takewhile(lambda _: journal.wants(phase), rows):
        staged = stage_row(row)
        if staged.hidden and not journal.wants(phase):
            discard(staged)
            return
        yield staged


def _sample_hash(path: str) -> int:
    """The same for the same path wherever it is drawn."""
    return int.from_bytes(sha256(path.encode()).digest()[:4], "big")


def _map_rows(frame: DataFrame, work: Batches, cls: type[Any]) -> DataFrame:
    return frame.mapInArrow(work, build_spark_schema(cls))


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

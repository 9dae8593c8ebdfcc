"""The phases as jobs of Spark: a function over batches of rows, from one folder of the journal to the next.

Only DataFrames: what is here runs on Spark Connect as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from hashlib import sha256
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, TypeVar

import pyarrow as pa

from inlay_spark.jobs.progress import Load, Progress
from inlay_spark.jobs.read_literal_paths import as_url, read_literal_paths
from inlay_spark.migration.group_staging import plan_group
from inlay_spark.migration.journal import MigrationJournal
from inlay_spark.migration.journal_rows import (
    COLUMNS,
    STAGED,
    is_in,
    load_of,
    read_columns,
    write_rows,
)
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.outcomes import has_problems
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.printing import VERBS
from inlay_spark.migration.rows import (
    PROBLEM,
    FileGroup,
    ListedFile,
    PlannedFile,
    PublishedFile,
    Row,
    Staged,
    StagedGroup,
    VerifiedFile,
    batches_of,
    build_arrow_schema,
    build_spark_schema,
    rows_of,
)
from inlay_spark.migration.staging import discard
from inlay_spark.migration.verifying import verify_problem
from inlay_spark.migration.work import work_of
from inlay_spark.session.connect import count_local_cores, is_local

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

AnyStaged = TypeVar("AnyStaged", Staged, StagedGroup)
Batches = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

FILES_PER_TASK: Final = 200
BYTES_PER_TASK: Final = 4 << 30
"""A task is repeated as a whole, and has one core."""

_WORTH_A_TASK: Final = 16
"""Files; another task of Python costs as much."""

_FEW: Final = 64
"""Rows that are published faster without a job of Spark, where its tasks would run on this machine as well."""

_SAMPLES: Final = 1 << 32

IS_STAGED: Final = f"state IN {tuple(sorted(STAGED))}"
"""Of a row of `Staged`: whether there is something to publish."""


def plan_frame(spark: SparkSession, listed: list[ListedFile], operation: Operation) -> DataFrame:
    """A row of `PlannedFile` for each path."""

    def plan_row(row: ListedFile) -> PlannedFile:
        if row.error:
            return PlannedFile(row.path, PROBLEM, row.error)
        return plan_file(row.path, operation)

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from batches_of(PlannedFile, map(plan_row, rows_of(ListedFile, batches)))

    frame = spark.createDataFrame(_table_of(ListedFile, listed))
    # By files alone: of each, the end is read.
    return _map_rows(_spread(spark, frame, Load(len(listed), 0)), work, PlannedFile)


def plan_groups_frame(
    spark: SparkSession, groups: list[FileGroup], operation: Operation
) -> DataFrame:
    """A row of `StagedGroup` for each file that there would be."""

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for group in rows_of(FileGroup, batches):
            yield from batches_of(StagedGroup, plan_group(group, operation))

    frame = spark.createDataFrame(_table_of(FileGroup, groups))
    return _map_rows(
        _spread(spark, frame, Load(len(groups), 0), is_of_groups=True), work, StagedGroup
    )


def _table_of(cls: type[Row], rows: Iterable[Row]) -> pa.Table:
    return pa.Table.from_batches(batches_of(cls, rows), build_arrow_schema(cls))


def write_plan(journal: MigrationJournal, listed: Iterable[ListedFile], progress: Progress) -> None:
    """Without Spark: what a listing finds is on its way to the disk before the listing is over."""
    progress.start(VERBS["plan"], Load(0, 0))
    work = work_of(journal)
    try:
        for rows in write_rows(journal, "plan", work.listed, work.arrange(listed)):
            size, errors = sum(row.size for row in rows), sum(bool(row.error) for row in rows)
            progress.advance(len(rows), size, errors)
    finally:
        progress.end()
    journal.finish("plan")


def stage(spark: SparkSession, journal: MigrationJournal, load: Load) -> None:
    work = work_of(journal)
    listed = read_phase(spark, journal, "plan")
    _stage_each(spark, listed, load, work.listed, work.stage, journal, "staged")


def stage_back(spark: SparkSession, journal: MigrationJournal, load: Load) -> None:
    work = work_of(journal)
    wanted = read_phase(spark, journal, "staged").where(IS_STAGED)
    staged = _mark_left_alone(spark, journal, wanted)

    def stage_row(row: Any) -> Iterable[Any]:
        yield work.stage_back(row)

    _stage_each(spark, staged, load, work.staged, stage_row, journal, "undo_staged")


def _mark_left_alone(
    spark: SparkSession, journal: MigrationJournal, staged: DataFrame
) -> DataFrame:
    """The files that the job found changed, and did not publish, are problems: even if somebody has by now put there, byte for
    byte, what it would have published, that is theirs. A group may have been published in part: all are looked at.
    """
    is_known = journal.is_over("published") and work_of(journal).staged is Staged
    if not is_known or not has_problems(read_columns(journal, "published", COLUMNS)):
        return staged
    from pyspark.sql.functions import broadcast, expr

    published = read_phase(spark, journal, "published").where(f"state = '{PROBLEM}'")
    left_alone = broadcast(published.selectExpr("path", "reason AS left_alone"))
    return (
        staged.join(left_alone, "path", "left")
        .withColumn("state", expr(f"if(left_alone IS NULL, state, '{PROBLEM}')"))
        .withColumn("reason", expr("coalesce(left_alone, reason)"))
        .drop("left_alone")
    )


def publish(
    spark: SparkSession, journal: MigrationJournal, source: str, target: str, load: Load
) -> None:
    """Of the rows of `source`, those that want it; the others have said already what became of them."""
    if is_local(spark) and load.files <= _FEW:
        _publish_here(journal, source, target)
        return
    staged = read_phase(spark, journal, source).where(IS_STAGED)
    rows = _spread(spark, staged.drop("old_tail"), load)
    how = work_of(journal)

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        wanted = takewhile(lambda _: journal.wants(target), rows_of(how.staged, batches))
        yield from batches_of(PublishedFile, map(how.publish, wanted))

    write_phase(_map_rows(rows, work, PublishedFile), journal, target)


def _publish_here(journal: MigrationJournal, source: str, target: str) -> None:
    how = work_of(journal)
    names = [field.name for field in fields(how.staged) if field.name != "old_tail"]
    batches = (batch.filter(is_in(batch, STAGED)) for batch in read_columns(journal, source, names))
    wanted = rows_of(how.staged, batches)
    for _ in write_rows(journal, target, PublishedFile, map(how.publish, wanted)):
        pass
    journal.finish(target)


def verify_all(
    spark: SparkSession, journal: MigrationJournal, sample: float, *, discard: bool = False
) -> DataFrame:
    """A row of `VerifiedFile` for each file that was to be published, and for each problem; a share of `sample` is read.
    `discard`: what was kept of old files that are verified is removed."""
    how = work_of(journal, discard=discard)
    below = int(sample * _SAMPLES)
    is_undone = journal.is_over("undone")

    def verify_row(row: Any) -> VerifiedFile | None:
        if row.state == PROBLEM:
            return verify_problem(row)
        is_sampled = _sample_hash(row.path) < below
        if is_undone:
            return how.verify_undone(row, is_sampled)
        return how.verify(row, is_sampled)

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from batches_of(
            VerifiedFile, filter(None, map(verify_row, rows_of(how.staged, batches)))
        )

    wanted = STAGED if is_undone else STAGED | {PROBLEM}
    rows = read_phase(spark, journal, "staged").where(f"state IN {tuple(sorted(wanted))}")
    staged, load = rows.drop("new_tail"), load_of(journal, "staged", wanted)
    return _map_rows(_spread(spark, staged, load), work, VerifiedFile)


def read_phase(spark: SparkSession, journal: MigrationJournal, name: str) -> DataFrame:
    return read_literal_paths(
        spark, build_spark_schema(work_of(journal).rows_of_phase(name)), [journal.phase(name)]
    )


def write_phase(frame: DataFrame, journal: MigrationJournal, name: str) -> None:
    frame.write.mode("overwrite").parquet(as_url(journal.phase(name)))
    journal.finish(name)


def _stage_each(
    spark: SparkSession,
    frame: DataFrame,
    load: Load,
    source: type[Any],
    stage_row: Callable[[Any], Iterable[Any]],
    journal: MigrationJournal,
    phase: str,
) -> None:
    staged = work_of(journal).rows_of_phase(phase)

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        wanted = stage_while_wanted(journal, phase, rows_of(source, batches), stage_row)
        yield from batches_of(staged, wanted)

    rows = _spread(spark, frame, load, is_of_groups=staged is StagedGroup)
    write_phase(_map_rows(rows, work, staged), journal, phase)


def stage_while_wanted(
    journal: MigrationJournal,
    phase: str,
    rows: Iterable[Row],
    stage_row: Callable[[Row], Iterable[AnyStaged]],
) -> Iterator[AnyStaged]:
    """`stage_row` of each row, for as long as the phase is not over without this attempt. What comes out of it after that
    is thrown away: no sweep would find it."""
    for row in takewhile(lambda _: journal.wants(phase), rows):
        for staged in stage_row(row):
            if staged.hidden and not journal.wants(phase):
                discard(staged)
                return
            yield staged


def _sample_hash(path: str) -> int:
    """The same for the same path wherever it is drawn."""
    return int.from_bytes(sha256(path.encode()).digest()[:4], "big")


def _map_rows(frame: DataFrame, work: Batches, cls: type[Any]) -> DataFrame:
    return frame.mapInArrow(work, build_spark_schema(cls))


def _spread(
    spark: SparkSession, frame: DataFrame, load: Load, *, is_of_groups: bool = False
) -> DataFrame:
    """Over as many tasks as it is worth: by files, by bytes, and one for each core where that is little. A group of files is
    worth a task."""
    worth = 1 if is_of_groups else _WORTH_A_TASK
    tasks = max(1, -(-load.files // FILES_PER_TASK), -(-load.size // BYTES_PER_TASK))
    if load.files > tasks * worth:
        tasks = max(tasks, min(-(-load.files // worth), _cores(spark)))
    return frame.repartition(tasks)


def _cores(spark: SparkSession) -> int:
    """How many tasks run at a time. What a cluster has, Spark says only by how many parts it makes of anything: there is no
    `sparkContext` to ask on Connect."""
    from pyspark.sql.functions import spark_partition_id

    parts = spark.range(10_000).select(spark_partition_id().alias("part")).distinct()
    return count_local_cores(spark) or parts.count()

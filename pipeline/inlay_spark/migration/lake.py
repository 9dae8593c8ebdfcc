"""Migration, rollback and verification of a lake: the phases in their order, resumed where they were cut off."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inlay_spark.migration import phases
from inlay_spark.migration.changes import Changed, changes_of
from inlay_spark.migration.journal import Job, Journal, JournalError
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.rows import CHANGE, PROBLEM, REFUSED
from inlay_spark.migration.sweep import folders_of, sweep

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Progress = Callable[[str], None]
"""Is told when a phase begins."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a plan would do. `bytes_copied` are read and written once each; `footers` are bytes."""

    files: int
    actions: dict[str, int]
    reasons: list[tuple[str, str]]
    bytes_copied: int
    footers_before: int
    growth: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """`states` counts files by what became of them: `done`, `same` (nothing had to be), `refused`,
    `problem`; `reasons` has the first hundred of the last two, as (path, reason)."""

    states: dict[str, int]
    reasons: list[tuple[str, str]]
    swept: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing is left that somebody should look at."""
        return not self.states.get(PROBLEM)


def plan(spark: SparkSession, paths: Sequence[str], operation: Operation) -> Cost:
    """What a migration would do and cost. Nothing is written."""
    frame = phases.plan_frame(spark, paths, Job("plan", operation)).drop("old_tail").cache()
    try:
        return _cost(frame)
    finally:
        frame.unpersist()


def migrate(
    spark: SparkSession,
    paths: Sequence[str],
    operation: Operation,
    journal_path: str,
    *,
    new_names: bool = False,
    progress: Progress = lambda _: None,
) -> Outcome:
    """Plans, stages, publishes, sweeps; what an earlier run with this journal finished is not repeated.

    Raises RefusedError where the journal is another job's.
    """
    job = Job(f"inlay-{os.urandom(6).hex()}", operation, new_names)
    journal = Journal.begin(journal_path, job)
    if journal.is_over("undone"):
        raise JournalError(journal_path, "the job was rolled back; begin a new journal")
    if not journal.is_over("plan"):
        progress("plan")
        phases.write_plan(phases.plan_frame(spark, paths, journal.job), journal)
    if not journal.is_over("staged"):
        _sweep(spark, journal)
        progress("stage")
        phases.stage(spark, journal)
    if not journal.is_over("published"):
        progress("publish")
        phases.publish(spark, journal, "staged", "published")
    progress("sweep")
    return _outcome(spark, journal, "published", _sweep(spark, journal))


def rollback(
    spark: SparkSession, journal_path: str, *, progress: Progress = lambda _: None
) -> Outcome:
    """Every file that the job published is again, byte for byte, what it was before."""
    journal = Journal.open(journal_path)
    if not journal.is_over("staged"):
        # Nothing was published, so there is nothing to undo but the hidden files.
        return Outcome({}, [], tuple(_sweep(spark, journal)))
    if not journal.is_over("undo_staged"):
        _sweep(spark, journal)
        progress("stage")
        phases.stage_back(spark, journal)
    if not journal.is_over("undone"):
        progress("publish")
        phases.publish(spark, journal, "undo_staged", "undone")
    progress("sweep")
    return _outcome(spark, journal, "undone", _sweep(spark, journal))


def verify(spark: SparkSession, journal_path: str, *, sample: float = 0.01) -> Outcome:
    """Compares every published file with what the journal knows of the old one."""
    journal = Journal.open(journal_path)
    if not journal.is_over("published"):
        raise JournalError(journal_path, "the job is not finished: run it again")
    frame = phases.verified_frame(spark, journal, sample).cache()
    try:
        return _outcome_of(frame, ())
    finally:
        frame.unpersist()


def changes(spark: SparkSession, journal_path: str) -> list[Changed]:
    """What a table's catalogue has to commit."""
    return changes_of(phases.read_phase(spark, Journal.open(journal_path), "staged"))


def _cost(frame: DataFrame) -> Cost:
    from pyspark.sql.functions import col, count, expr
    from pyspark.sql.functions import sum as total

    actions = {
        row["action"]: row["n"]
        for row in frame.groupBy("action").agg(count("*").alias("n")).collect()
    }
    change = frame.where(col("action") == CHANGE)
    sums = change.agg(
        total("size").alias("size"),
        total(expr("size - keep")).alias("footers"),
        total(expr("new_size - size")).alias("growth"),
    ).first()
    assert sums is not None
    reasons = frame.where("reason <> ''").select("path", "reason").orderBy("path").limit(100)
    return Cost(
        sum(actions.values()),
        actions,
        [(row["path"], row["reason"]) for row in reasons.collect()],
        sums["size"] or 0,
        sums["footers"] or 0,
        sums["growth"] or 0,
    )


def _sweep(spark: SparkSession, journal: Journal) -> list[str]:
    rows = phases.read_phase(spark, journal, "plan").select("path").toLocalIterator()
    return sweep(folders_of(row["path"] for row in rows), journal.job.name)


def _outcome(spark: SparkSession, journal: Journal, phase: str, swept: Sequence[str]) -> Outcome:
    """Of the files that the plan left alone, and of those that the phase did something about."""
    planned = phases.read_phase(spark, journal, "plan").where(f"action <> '{CHANGE}'")
    left = planned.selectExpr("path", "action AS state", "reason")
    return _outcome_of(left.unionByName(phases.read_phase(spark, journal, phase)), swept)


def _outcome_of(frame: DataFrame, swept: Sequence[str]) -> Outcome:
    from pyspark.sql.functions import count

    rows = frame.groupBy("state").agg(count("*").alias("n")).collect()
    worth_reading = frame.where(f"state IN ('{PROBLEM}', '{REFUSED}')").orderBy("path").limit(100)
    return Outcome(
        {row["state"]: row["n"] for row in rows},
        [(row["path"], row["reason"]) for row in worth_reading.collect()],
        tuple(swept),
    )

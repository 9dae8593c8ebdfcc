"""Migration, rollback and verification of a lake: the phases in their order, resumed where they were cut off."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from inlay.rewrite.errors import RefusedError
from inlay.scan.entries import is_hidden
from inlay.scan.listing import covers, list_files
from inlay.scan.stores import normalized, store_of
from inlay_spark.migration import phases
from inlay_spark.migration.change_list import Changed, changes_of
from inlay_spark.migration.journal import Job, Journal, JournalError
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.rows import CHANGE, PROBLEM, REFUSED, Listed, reason_of
from inlay_spark.migration.sweeping import Swept, sweep
from inlay_spark.migration.watching import QUIET, Progress, watching

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_SHOWN: Final = 100
"""Reasons that are worth reading at once; the journal has all of them."""

_WARNINGS: Final = 10

_FOLDER: Final = "substring(path, 1, length(path) - length(substring_index(path, '/', -1)) - 1)"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a migration would do. `reasons` has the first hundred files that it would not change, as (path, reason);
    `warnings` what is to be known of those that it would, each with the number of files. `bytes_copied` are read
    and written once each; `footers_before` and `growth` are bytes of the files that would change.
    """

    files: int
    actions: dict[str, int]
    forms: dict[str, int]
    reasons: list[tuple[str, str]]
    warnings: list[tuple[str, int]]
    bytes_copied: int
    footers_before: int
    growth: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """`states` counts files by what became of them: `done`, `same` (nothing had to be), `refused`,
    `problem`; `reasons` has the first hundred of the last two, as (path, reason). `swept` counts the files that were
    left behind by attempts, and removed; `unswept` are folders where that could not be done, with the reason.
    """

    states: dict[str, int]
    reasons: list[tuple[str, str]]
    swept: int = 0
    unswept: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    @property
    def whole(self) -> bool:
        """Whether nothing is left that somebody should look at."""
        return not self.states.get(PROBLEM) and not self.unswept


def plan(
    spark: SparkSession, paths: Sequence[str], operation: Operation, *, pattern: str = "*"
) -> Cost:
    """What a migration of these paths (files, folders, globs) would do and cost. Nothing is written."""
    listed = list(_listed([normalized(path) for path in paths], pattern))
    frame = phases.plan_frame(spark, listed, operation).cache()
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
    pattern: str = "*",
    new_names: bool = False,
    progress: Progress = QUIET,
) -> Outcome:
    """Lists, stages, publishes, sweeps; what an earlier run with this journal finished is not repeated.

    Raises RefusedError where the journal is another job's or lies in the lake, JournalError where the job was
    taken back, FileNotFoundError for a path that leads to nothing.
    """
    asked = tuple(normalized(path) for path in paths)
    _refuse_in_lake(asked, normalized(journal_path))
    name = f"inlay-{os.urandom(6).hex()}"
    with Journal.begun(journal_path, Job(name, asked, operation, new_names, pattern)) as journal:
        if journal.is_undone:
            how = (
                "" if journal.is_over("undone") else ", if only in part: finish that by `rollback`"
            )
            raise JournalError(
                journal.path, f"the job was rolled back{how}; a new one has a new journal"
            )
        if not journal.is_over("plan"):
            phases.write_plan(journal, _listed(asked, pattern), progress)
        if not journal.is_over("staged"):
            if journal.has_begun("staged"):
                _sweep(spark, journal)
            load = phases.load_of(spark, journal, "plan")
            with watching(journal, "staged", load, progress):
                phases.stage(spark, journal, load)
        if not journal.is_over("published"):
            _publish(spark, journal, "staged", "published", progress)
        return _outcome_of(spark, journal, "staged", "published")


def rollback(spark: SparkSession, journal_path: str, *, progress: Progress = QUIET) -> Outcome:
    """Every file that the job published is again, byte for byte, what it was before.

    The job may have been cut off anywhere, and so may the rollback. Raises JournalError where there is no journal,
    or a part of it is missing.
    """
    journal = Journal.open(journal_path)
    with journal.locked():
        journal.begin_undo()
        if not journal.is_over("plan"):
            return Outcome({}, [])  # nothing was done yet
        if not journal.is_over("staged"):
            # Nothing was published, so there is nothing to undo but the hidden files.
            swept = _sweep(spark, journal)
            return Outcome({}, [], swept.files, swept.failures)
        if not journal.is_over("undo_staged"):
            # From here on no attempt of `publish` that is still under way finds what it was to publish.
            _sweep(spark, journal)
            load = phases.load_of(spark, journal, "staged", phases.IS_STAGED)
            with watching(journal, "undo_staged", load, progress):
                phases.stage_back(spark, journal, load)
        if not journal.is_over("undone"):
            _publish(spark, journal, "undo_staged", "undone", progress)
        return _outcome_of(spark, journal, "undo_staged", "undone")


def verify(spark: SparkSession, journal_path: str, *, sample: float = 0.01) -> Outcome:
    """Compares every published file with what the journal knows of the old one; after a rollback, every file with
    what it was.

    Raises JournalError where there is no journal, or its job is not finished.
    """
    journal = Journal.open(journal_path)
    if journal.is_undone and not journal.is_over("undone") and journal.is_over("staged"):
        raise JournalError(journal.path, "the rollback is not finished: run it again")
    if not journal.is_over("published") and not journal.is_over("undone"):
        what = "was rolled back before it began" if journal.is_undone else "is not finished"
        raise JournalError(journal.path, f"the job {what}: there is nothing to verify")
    load = phases.load_of(spark, journal, "staged", phases.IS_STAGED)
    frame = phases.verified_frame(spark, journal, sample, load).cache()
    try:
        return Outcome(_counts(frame, "state"), _reasons(_worth_reading(frame)))
    finally:
        frame.unpersist()


def changes(spark: SparkSession, journal_path: str) -> Iterator[Changed]:
    """What a table's catalogue has to commit. JournalError before it is there."""
    journal = Journal.open(journal_path)
    if not journal.is_over("published"):
        raise JournalError(journal.path, "the job is not finished: run it again")
    staged = phases.read_phase(spark, journal, "staged")
    return changes_of(staged, phases.read_phase(spark, journal, "published"))


def _listed(paths: Sequence[str], pattern: str) -> Iterator[Listed]:
    try:
        store = store_of(paths)
    except ValueError as error:
        raise RefusedError("paths", str(error)) from None
    for entry in list_files(store, paths, name=pattern):
        try:
            entry.path.encode()
        except UnicodeEncodeError:
            shown = entry.path.encode(errors="surrogateescape").decode(errors="replace")
            yield Listed(shown, 0, "its name is not UTF-8, which a journal could not say")
            continue
        why = reason_of(entry.error, entry.path) if entry.error is not None else ""
        yield Listed(entry.path, entry.size, why)


def _refuse_in_lake(paths: Sequence[str], journal: str) -> None:
    """A journal that a listing of the lake would find takes itself for a file of the lake."""
    parts = journal.split("/")
    for path in paths:
        same = takewhile(lambda both: both[0] == both[1], zip(path.split("/"), parts, strict=False))
        below = parts[len(list(same)) :]
        if covers([path], f"{journal}/job.json") and not any(map(is_hidden, below)):
            reason = "it lies in the lake, and would be listed with it: begin its name with _ or ."
            raise RefusedError("journal", reason, path=journal)


def _cost(frame: DataFrame) -> Cost:
    from pyspark.sql.functions import col, expr
    from pyspark.sql.functions import sum as total

    actions = _counts(frame, "action")
    change = frame.where(col("action") == CHANGE)
    sums = change.agg(
        total("size").alias("size"),
        total(expr("size - keep")).alias("footers"),
        total(expr("new_size - size")).alias("growth"),
    ).first()
    assert sums is not None
    return Cost(
        sum(actions.values()),
        actions,
        _counts(frame.where("form <> ''"), "form"),
        _reasons(frame.where(col("action") != CHANGE)),
        _warnings(change),
        sums["size"] or 0,
        sums["footers"] or 0,
        sums["growth"] or 0,
    )


def _publish(
    spark: SparkSession, journal: Journal, source: str, target: str, progress: Progress
) -> None:
    load = phases.load_of(spark, journal, source, phases.IS_STAGED)
    with watching(journal, target, load, progress):
        phases.publish(spark, journal, source, target, load)


def _sweep(spark: SparkSession, journal: Journal) -> Swept:
    """The folders are all that is collected: there are far fewer of them than files."""
    rows = phases.read_phase(spark, journal, "plan").where("error = ''")
    folders = rows.selectExpr(f"{_FOLDER} AS folder").distinct().toLocalIterator()
    return sweep((row["folder"] for row in folders), journal.job.name)


def _outcome_of(spark: SparkSession, journal: Journal, source: str, target: str) -> Outcome:
    """Of what was published, and of what was not to be; when all is over that could leave something behind."""
    swept = _sweep(spark, journal)
    columns = ["path", "state", "reason"]
    left = phases.read_phase(spark, journal, source).where(f"NOT {phases.IS_STAGED}")
    rows = phases.read_phase(spark, journal, target).select(columns).union(left.select(columns))
    reasons = _reasons(_worth_reading(rows))
    return Outcome(_counts(rows, "state"), reasons, swept.files, swept.failures)


def _worth_reading(frame: DataFrame) -> DataFrame:
    return frame.where(f"state IN ('{PROBLEM}', '{REFUSED}')")


def _counts(frame: DataFrame, column: str) -> dict[str, int]:
    from pyspark.sql.functions import count

    rows = frame.groupBy(column).agg(count("*").alias("n")).collect()
    return dict(sorted((row[column], row["n"]) for row in rows))


def _warnings(frame: DataFrame) -> list[tuple[str, int]]:
    """The commonest."""
    counts = frame.where("reason <> ''").groupBy("reason").count()
    rows = counts.orderBy("count", "reason", ascending=[False, True]).limit(_WARNINGS).collect()
    return [(row["reason"], row["count"]) for row in rows]


def _reasons(frame: DataFrame) -> list[tuple[str, str]]:
    rows = frame.where("reason <> ''").select("path", "reason").orderBy("path").limit(_SHOWN)
    return [(row["path"], row["reason"]) for row in rows.collect()]

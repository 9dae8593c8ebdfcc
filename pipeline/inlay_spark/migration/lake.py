"""Migration, rollback and verification of a lake: the phases in their order, resumed where they were cut off."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from inlay_spark.jobs.listing import list_with_text_names, normalize_all, refuse_in_lake
from inlay_spark.jobs.progress import QUIET, Load, Progress
from inlay_spark.jobs.reasons import reason_of
from inlay_spark.jobs.watching import watch
from inlay_spark.migration import phases
from inlay_spark.migration.change_list import Changed, Compacted, changes_of, compacted_of
from inlay_spark.migration.compaction import Compaction, compaction_of
from inlay_spark.migration.count_rows import count_rows
from inlay_spark.migration.grouping import group_listed
from inlay_spark.migration.journal import Job, JournalError, MigrationJournal
from inlay_spark.migration.journal_rows import STAGED, list_folders, load_of, read_ends
from inlay_spark.migration.operations import COMPACT, Operation
from inlay_spark.migration.outcomes import (
    Cost,
    MigrationOutcome,
    cost_of,
    has_problems,
    outcome_of,
    outcome_of_batches,
)
from inlay_spark.migration.printing import VERBS
from inlay_spark.migration.rows import ListedFile
from inlay_spark.migration.sweeping import Swept, sweep

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_FORWARD: Final = ("staged", "published")
_BACK: Final = ("undo_staged", "undone")
"""The phases that say what became of files: of those that were not to be published the first, of the others the
second."""


def plan(
    spark: SparkSession, paths: Sequence[str], operation: Operation, *, pattern: str = "*"
) -> Cost:
    """What a migration of these paths (files, folders, globs) would do and cost. Nothing is written."""
    listed = list(_list(normalize_all(paths), pattern))
    frame = phases.plan_frame(spark, listed, operation).cache()
    try:
        return cost_of(frame)
    finally:
        frame.unpersist()


def plan_compaction(
    spark: SparkSession, paths: Sequence[str], operation: Operation, *, pattern: str = "*"
) -> Compaction:
    """The same of a compaction."""
    listed = _list(normalize_all(paths), pattern)
    groups = list(group_listed(listed, operation.target_size))
    frame = phases.plan_groups_frame(spark, groups, operation).cache()
    try:
        return compaction_of(frame)
    finally:
        frame.unpersist()


def read_compaction(spark: SparkSession, journal_path: str) -> Compaction:
    """What the job of a journal staged. JournalError before it has."""
    journal = MigrationJournal.open(journal_path)
    if not journal.is_over("staged") or journal.job.operation.name != COMPACT:
        raise JournalError(journal.path, "this is not the journal of a compaction that was staged")
    return compaction_of(phases.read_phase(spark, journal, "staged"))


def migrate(
    spark: SparkSession,
    paths: Sequence[str],
    operation: Operation,
    journal_path: str,
    *,
    pattern: str = "*",
    new_names: bool = False,
    progress: Progress = QUIET,
) -> MigrationOutcome:
    """Lists, stages, publishes, sweeps; what an earlier run with this journal finished is not repeated.

    Raises RefusedError where the journal is another job's or lies in the lake, JournalError where the job was
    taken back, FileNotFoundError for a path that leads to nothing.
    """
    asked = tuple(normalize_all(paths))
    refuse_in_lake(asked, normalize_all(journal_path)[0], "journal")
    name = f"inlay-{os.urandom(6).hex()}"
    with MigrationJournal.begin(
        journal_path, Job(name, asked, operation, new_names, pattern)
    ) as journal:
        if journal.is_undone:
            how = (
                "" if journal.is_over("undone") else ", if only in part: finish that by `rollback`"
            )
            raise JournalError(
                journal.path,
                f"the job was rolled back{how}; start a new one with another --journal DIR",
            )
        if not journal.is_over("plan"):
            phases.write_plan(journal, _list(asked, pattern), progress)
        if not journal.is_over("staged"):
            if journal.has_begun("staged"):
                _sweep(journal)
            load = load_of(journal, "plan")
            with _swept_if_it_fails(journal), _phase(journal, "staged", load, progress):
                phases.stage(spark, journal, load)
        if not journal.is_over("published"):
            _publish(spark, journal, *_FORWARD, progress)
        return _outcome_of(journal, *_FORWARD)


def rollback(
    spark: SparkSession, journal_path: str, *, progress: Progress = QUIET
) -> MigrationOutcome:
    """Every file that the job published is again, byte for byte, what it was before.

    The job may have been cut off anywhere, and so may the rollback. Where one ended with problems, it is done again:
    what was in its way may be gone. Raises JournalError where there is no journal, or a part of it is missing.
    """
    journal = MigrationJournal.open(journal_path)
    with journal.lock():
        if journal.is_discarding:
            raise JournalError(journal.path, "the old files were removed: there is no way back")
        journal.begin_undo()
        if not journal.is_over("plan"):
            return MigrationOutcome({}, [])  # nothing was done yet
        if not journal.is_over("staged"):
            # Nothing was published, so there is nothing to undo but the hidden files.
            swept = _sweep(journal)
            return MigrationOutcome({}, [], swept.files, swept.failures)
        if journal.is_over("undone") and has_problems(read_ends(journal, *_BACK)):
            journal.forget_undo()
        if not journal.is_over("undo_staged"):
            # From here on no attempt of `publish` that is still under way finds what it was to publish.
            _sweep(journal)
            load = load_of(journal, "staged", STAGED)
            with (
                _swept_if_it_fails(journal),
                _phase(journal, "undo_staged", load, progress),
            ):
                phases.stage_back(spark, journal, load)
        if not journal.is_over("undone"):
            _publish(spark, journal, *_BACK, progress)
        return _outcome_of(journal, *_BACK)


def verify(
    spark: SparkSession, journal_path: str, *, sample: float = 0.01, discard: bool = False
) -> MigrationOutcome:
    """Compares every published file with what the journal knows of the old one; after a rollback, every file with
    what it was. Of problems, which were left as they were, it says whether others can read them. `discard` removes the
    old files that a compaction kept, of each new file that is as it should be; then there is no way back.

    Raises JournalError where there is no journal, or its job is not finished.
    """
    journal = MigrationJournal.open(journal_path)
    if discard and (journal.is_undone or journal.job.operation.name != COMPACT):
        what = "was rolled back" if journal.is_undone else "kept no old files"
        raise JournalError(journal.path, f"the job {what}: there is nothing to discard")
    if journal.is_undone and not journal.is_over("undone") and journal.is_over("staged"):
        raise JournalError(journal.path, "the rollback is not finished: run it again")
    if not journal.is_over("published") and not journal.is_over("undone"):
        what = "was rolled back before it began" if journal.is_undone else "is not finished"
        raise JournalError(journal.path, f"the job {what}: there is nothing to verify")
    if discard:
        journal.begin_discard()
    frame = phases.verify_all(spark, journal, sample, discard=discard).cache()
    try:
        return outcome_of(frame)
    finally:
        frame.unpersist()


def changes(spark: SparkSession, journal_path: str) -> Iterator[Changed]:
    """What a table's catalog has to commit. JournalError before it is there."""
    return changes_of(*_staged_and_published(spark, journal_path))


def list_compacted(spark: SparkSession, journal_path: str) -> Iterator[Compacted]:
    """The same of a compaction."""
    return compacted_of(*_staged_and_published(spark, journal_path))


def _staged_and_published(spark: SparkSession, journal_path: str) -> tuple[DataFrame, DataFrame]:
    journal = MigrationJournal.open(journal_path)
    if not journal.is_over("published"):
        raise JournalError(journal.path, "the job is not finished: run it again")
    staged = phases.read_phase(spark, journal, "staged")
    return staged, phases.read_phase(spark, journal, "published")


def _list(paths: Sequence[str], pattern: str) -> Iterator[ListedFile]:
    for entry in list_with_text_names(paths, pattern):
        if entry.error is None:
            yield ListedFile(entry.path, entry.size)
        else:
            yield ListedFile(entry.path, entry.size, reason_of(entry.error, entry.path))


@contextmanager
def _phase(journal: MigrationJournal, name: str, load: Load, progress: Progress) -> Generator[None]:
    progress.start(VERBS[name], load)
    try:
        with watch(progress, count_rows(journal.directory, name)):
            yield
    finally:
        progress.end()


def _publish(
    spark: SparkSession, journal: MigrationJournal, source: str, target: str, progress: Progress
) -> None:
    load = load_of(journal, source, STAGED)
    with _phase(journal, target, load, progress):
        phases.publish(spark, journal, source, target, load)


def _sweep(journal: MigrationJournal) -> Swept:
    return sweep(list_folders(journal), journal.job.name)


@contextmanager
def _swept_if_it_fails(journal: MigrationJournal) -> Generator[None]:
    """Each attempt of a task that fails leaves copies of its files, perhaps on the disk that was full."""
    try:
        yield
    except Exception:
        with suppress(Exception):
            _sweep(journal)
        raise


def _outcome_of(journal: MigrationJournal, source: str, target: str) -> MigrationOutcome:
    """When all is over that could leave something behind."""
    swept = _sweep(journal)
    return outcome_of_batches(read_ends(journal, source, target), swept)

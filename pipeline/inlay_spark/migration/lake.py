"""Migration, rollback and verification of a lake: the phases in their order, resumed where they were cut off."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from inlay.refusals import RefusedError

from inlay.scan.listing import list_files, lists
from inlay.scan.stores import normalized, store_of
from inlay_spark.migration import phases
from inlay_spark.migration.change_list import Changed, changes_of
from inlay_spark.migration.journal import Job, Journal, JournalError
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.outcomes import Cost, Outcome, cost_of, has_problems, outcome_of
from inlay_spark.migration.rows import Listed, reason_of
from inlay_spark.migration.sweeping import Swept, sweep
from inlay_spark.migration.watching import QUIET, Progress, watching

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_FORWARD: Final = ("staged", "published")
_BACK: Final = ("undo_staged", "undone")
"""The phases that say what became of files: of those that were not to be published the first, of the others the
second."""

_FOLDER: Final = "substring(path, 1, length(path) - length(substring_index(path, '/', -1)) - 1)"


def plan(
    spark: SparkSession, paths: Sequence[str], operation: Operation, *, pattern: str = "*"
) -> Cost:
    """What a migration of these paths (files, folders, globs) would do and cost. Nothing is written."""
    listed = list(_listed([normalized(path) for path in paths], pattern))
    frame = phases.plan_frame(spark, listed, operation).cache()
    try:
        return cost_of(frame)
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
            with _swept_if_it_fails(spark, journal), watching(journal, "staged", load, progress):
                phases.stage(spark, journal, load)
        if not journal.is_over("published"):
            _publish(spark, journal, *_FORWARD, progress)
        return _outcome_of(spark, journal, *_FORWARD)


def rollback(spark: SparkSession, journal_path: str, *, progress: Progress = QUIET) -> Outcome:
    """Every file that the job published is again, byte for byte, what it was before.

    The job may have been cut off anywhere, and so may the rollback. Where one ended with problems, it is done again:
    what was in its way may be gone. Raises JournalError where there is no journal, or a part of it is missing.
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
        if journal.is_over("undone") and has_problems(_ends(spark, journal, *_BACK)):
            journal.forget_undo()
        if not journal.is_over("undo_staged"):
            # From here on no attempt of `publish` that is still under way finds what it was to publish.
            _sweep(spark, journal)
            load = phases.load_of(spark, journal, "staged", phases.IS_STAGED)
            with (
                _swept_if_it_fails(spark, journal),
                watching(journal, "undo_staged", load, progress),
            ):
                phases.stage_back(spark, journal, load)
        if not journal.is_over("undone"):
            _publish(spark, journal, *_BACK, progress)
        return _outcome_of(spark, journal, *_BACK)


def verify(spark: SparkSession, journal_path: str, *, sample: float = 0.01) -> Outcome:
    """Compares every published file with what the journal knows of the old one; after a rollback, every file with
    what it was. Of problems, which were left as they were, it says whether others can read them.

    Raises JournalError where there is no journal, or its job is not finished.
    """
    journal = Journal.open(journal_path)
    if journal.is_undone and not journal.is_over("undone") and journal.is_over("staged"):
        raise JournalError(journal.path, "the rollback is not finished: run it again")
    if not journal.is_over("published") and not journal.is_over("undone"):
        what = "was rolled back before it began" if journal.is_undone else "is not finished"
        raise JournalError(journal.path, f"the job {what}: there is nothing to verify")
    frame = phases.verified_frame(spark, journal, sample).cache()
    try:
        return outcome_of(frame)
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
    for entry in list_files(store_of(paths), paths, name=pattern):
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
    if lists(paths, journal):
        reason = "it lies in the lake, and would be listed with it: begin its name with _ or ."
        raise RefusedError("journal", reason, path=journal)


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


@contextmanager
def _swept_if_it_fails(spark: SparkSession, journal: Journal) -> Generator[None]:
    """Each attempt of a task that fails leaves copies of its files, perhaps on the disk that was full."""
    try:
        yield
    except Exception:
        with suppress(Exception):
            _sweep(spark, journal)
        raise


def _outcome_of(spark: SparkSession, journal: Journal, source: str, target: str) -> Outcome:
    """When all is over that could leave something behind."""
    swept = _sweep(spark, journal)
    return outcome_of(_ends(spark, journal, source, target), swept)


def _ends(spark: SparkSession, journal: Journal, source: str, target: str) -> DataFrame:
    """What became of each file, whether it was to be published or not."""
    columns = ["path", "state", "reason"]
    left = phases.read_phase(spark, journal, source).where(f"NOT {phases.IS_STAGED}")
    return phases.read_phase(spark, journal, target).select(columns).union(left.select(columns))

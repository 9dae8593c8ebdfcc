"""What a job does to its rows, phase by phase: to files one by one, or to groups of them that become one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from inlay_spark.migration.group_publishing import publish_group
from inlay_spark.migration.group_staging import stage_group
from inlay_spark.migration.group_undoing import stage_group_back, verify_group_undone
from inlay_spark.migration.group_verifying import discard_old_files, verify_group
from inlay_spark.migration.grouping import group_listed
from inlay_spark.migration.journal import MigrationJournal
from inlay_spark.migration.operations import COMPACT, Operation
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import (
    DONE,
    FileGroup,
    ListedFile,
    PublishedFile,
    Staged,
    StagedGroup,
    VerifiedFile,
)
from inlay_spark.migration.staging import stage_file, stage_undo
from inlay_spark.migration.verifying import verify_file, verify_undone


@dataclass(frozen=True, slots=True)
class Work:
    """The classes of rows, and what makes one of another. `verify` is told whether the row is of the sample, and
    `discard` gets what was verified. All of it travels to tasks."""

    listed: type[Any]
    staged: type[Any]
    arrange: Callable[[Iterable[ListedFile]], Iterable[Any]]
    stage: Callable[[Any], Iterable[Any]]
    stage_back: Callable[[Any], Any]
    publish: Callable[[Any], PublishedFile]
    verify: Callable[[Any, bool], VerifiedFile]
    verify_undone: Callable[[Any, bool], VerifiedFile]

    def rows_of_phase(self, name: str) -> type[Any]:
        known = {"plan": self.listed, "published": PublishedFile, "undone": PublishedFile}
        return known.get(name, self.staged)


def work_of(journal: MigrationJournal, *, discard: bool = False) -> Work:
    """`discard`: old files that are kept are removed when their group was verified."""
    job = journal.job
    if job.operation.name == COMPACT:
        return Work(
            FileGroup,
            StagedGroup,
            partial(group_listed, target_size=job.operation.target_size),
            partial(stage_group, operation=job.operation, job=job.name, new_name=job.new_names),
            stage_group_back,
            publish_group,
            _VerifyGroup(journal.is_discarding, discard),
            _verify_group_undone,
        )
    return Work(
        ListedFile,
        Staged,
        iter,
        _StageFile(job.operation, job.name, job.new_names),
        partial(stage_undo, operation=job.operation, job=job.name),
        publish_file,
        _VerifyFile(job.operation),
        _verify_file_undone,
    )


@dataclass(frozen=True, slots=True)
class _StageFile:
    operation: Operation
    job: str
    new_names: bool

    def __call__(self, row: ListedFile) -> Iterable[Staged]:
        yield stage_file(row, self.operation, self.job, new_name=self.new_names)


@dataclass(frozen=True, slots=True)
class _VerifyFile:
    operation: Operation

    def __call__(self, row: Staged, is_sampled: bool) -> VerifiedFile:
        return verify_file(row, self.operation, sample=is_sampled)


@dataclass(frozen=True, slots=True)
class _VerifyGroup:
    is_discarding: bool
    discard: bool

    def __call__(self, row: StagedGroup, is_sampled: bool) -> VerifiedFile:
        verified = verify_group(row, sample=is_sampled, is_discarding=self.is_discarding)
        if self.discard and verified.state == DONE:
            discard_old_files(row)
        return verified


def _verify_file_undone(row: Staged, is_sampled: bool) -> VerifiedFile:
    return verify_undone(row, sample=is_sampled)


def _verify_group_undone(row: StagedGroup, _: bool) -> VerifiedFile:
    return verify_group_undone(row)

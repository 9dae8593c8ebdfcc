"""The second phase: what is to become of a file, and that finished, under a hidden name beside it. Of an object, only
what its new tail will be: nothing is put beside it."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Final, TypeAlias

from inlay.changes.rewrite import Change, Outcome, Target
from inlay.changes.rewrite.store import StaleError, StoreFile
from inlay.changes.rewrite.urls import open_object_store
from inlay.ground.files.paths import is_url
from inlay.ground.files.source import open_source, read_at
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay.tables.scan.claims import claims_parquet
from inlay_spark.jobs.reasons import reason_of
from inlay_spark.migration.file_state import (
    State,
    choose_hidden_name,
    compute_crc32,
    compute_sha256,
    ends_with,
    state_of,
    tail_of,
)
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.permission import require_replaceable
from inlay_spark.migration.rows import (
    DONE,
    OTHER,
    PROBLEM,
    REFUSED,
    REMOVE,
    SAME,
    ListedFile,
    Staged,
    StagedGroup,
)

Write: TypeAlias = Callable[[str], int | None]
"""Writes a file of this name, and returns how many bytes of the old one stay in front; None if there is nothing to write."""


_MOST_IN_ROW: Final = 128 << 20
"""Bytes of the new end of an object."""


class _ProblemError(Exception):
    """Why a file is left as it is."""


def stage_file(
    row: ListedFile, operation: Operation, job: str, *, new_name: bool = False
) -> Staged:
    """Whatever happens, the old file is as it was; without success there is no hidden file. Nothing is raised."""
    path = row.path
    publish_as = choose_new_path(path, job) if new_name else path
    try:
        if row.error:
            raise _ProblemError(row.error)
        require_replaceable(path)
        if is_url(path):
            target = Target(stands_in=True, dry_run=True, allow=frozenset(operation.allow))
            return _stage_object(path, publish_as, lambda: operation.apply(path, target))
        staged = _stage(path, publish_as, job, partial(operation.write, path))
        return (
            replace(staged, new_crc32=compute_crc32(staged.hidden))
            if new_name and staged.hidden
            else staged
        )
    except FileNotFoundError:
        return Staged(path, PROBLEM, "the file was removed since it was listed")
    except Exception as error:
        if not claims_parquet(path):
            return Staged(path, OTHER)
        if isinstance(error, RefusedError):
            return Staged(path, REFUSED, reason_of(error, path))
        return _report_problem(path, error)


def stage_undo(row: Staged, operation: Operation, job: str) -> Staged:
    """The old file again, proved by its SHA-256; only where the file is what the job published, and not where the job
    left it alone (`state` is `problem`)."""
    try:
        require_replaceable(row.path)
        if row.state == PROBLEM or not ends_with(
            row.publish_as, row.new_size, row.tail_length, row.tail_sha256
        ):
            if _is_the_old_one(row):
                return Staged(row.path, SAME, "it is the old one")
            if row.state == PROBLEM:
                raise _ProblemError(f"the job left it alone: {row.reason}")
            raise _ProblemError("the file changed since it was published")
        if row.publish_as != row.path:
            return replace(row, state=REMOVE, old_tail=b"", new_tail=b"")
        if is_url(row.path):
            change = Change(row.keep, row.old_tail)
            staged = _stage_object(row.path, row.path, lambda: _report_undone(row, change))
        else:
            staged = _stage(row.path, row.path, job, partial(operation.undo, row))
            _prove(staged, row)
        return replace(staged, old_tail=b"")
    except Exception as error:
        if isinstance(error, FileNotFoundError) and row.publish_as != row.path:
            return Staged(row.path, SAME, "it is not there")
        return _report_problem(row.path, error)


def choose_new_path(path: str, job: str) -> str:
    """Where a table format wants a new file and keeps the old one."""
    stem, extension = os.path.splitext(path)
    return f"{stem}-{job}{extension}"


def _is_the_old_one(row: Staged) -> bool:
    """As if it had never been published, or again; a new name that somebody else uses is a problem."""
    if row.publish_as != row.path:
        return False
    return ends_with(row.path, row.size, len(row.old_tail), sha256(row.old_tail).digest())


def _prove(staged: Staged, row: Staged) -> None:
    if compute_sha256(staged.hidden) != row.old_sha256:
        os.unlink(staged.hidden)
        raise _ProblemError("the result is not the original file: SHA-256 differs")


def discard(staged: Staged | StagedGroup) -> None:
    """What nobody will ever hear of."""
    if staged.hidden:
        with suppress(FileNotFoundError):
            os.unlink(staged.hidden)


def _stage(path: str, publish_as: str, job: str, write: Write) -> Staged:
    hidden = choose_hidden_name(path, job)
    try:
        with _require_unchanged(path) as before:
            keep = write(hidden)
            if keep is None:
                return Staged(path, SAME)
            return _describe_staged(path, publish_as, hidden, before, keep)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(hidden)
        raise


@contextmanager
def _require_unchanged(path: str) -> Generator[State]:
    """Whatever went wrong with a file that somebody changed meanwhile, went wrong for that."""
    before = state_of(path)
    failed: Exception | None = None
    try:
        yield before
    except Exception as error:
        failed = error
    if state_of(path) != before:
        raise _ProblemError("the file changed while it was being staged") from failed
    if failed is not None:
        raise failed


def _describe_staged(path: str, publish_as: str, hidden: str, before: State, keep: int) -> Staged:
    """The old tail begins where the files differ, be it with parts before the footer; the new one is what the file is known by."""
    with open_source(path) as file:
        old_tail = read_at(file, keep, before.size - keep)
    new_keep, new_tail = tail_of(hidden)
    return Staged(
        path,
        DONE,
        hidden=hidden,
        publish_as=publish_as,
        size=before.size,
        mtime_ns=before.mtime_ns,
        ctime_ns=before.ctime_ns,
        inode=before.inode,
        keep=keep,
        old_tail=old_tail,
        old_sha256=compute_sha256(path),
        new_size=new_keep + len(new_tail),
        tail_length=len(new_tail),
        tail_sha256=sha256(new_tail).digest(),
    )


def _stage_object(url: str, publish_as: str, tried: Callable[[], Outcome]) -> Staged:
    """What its store will be asked to put together, if the object still has the ETag that it has now."""
    store, key = open_object_store(url)
    version = store.head(key)
    outcome = tried()
    if not outcome.changed:
        return Staged(url, SAME)
    change = outcome.change
    if change is None:
        raise _ProblemError("the data of an object is not rearranged")
    new_tail = _new_tail_of(change)
    try:
        file = StoreFile(store, key, version)
        old_tail = read_at(file, change.keep, version.size - change.keep)
    except StaleError:
        raise _ProblemError("the object changed while it was being staged") from None
    return Staged(
        url,
        DONE,
        publish_as=publish_as,
        size=version.size,
        etag=version.etag,
        keep=change.keep,
        old_tail=old_tail,
        new_size=change.size,
        tail_length=len(new_tail),
        tail_sha256=sha256(new_tail).digest(),
        new_tail=new_tail,
    )


def _new_tail_of(change: Change) -> bytes:
    """As the row of the journal has it, from which the object is put together."""
    end = change.end
    if end.size > _MOST_IN_ROW:
        what = f"its new end has {count(end.size, 'byte')}, and of an object {_MOST_IN_ROW:,} go into the journal"
        raise _ProblemError(f"{what}: change it alone, without Spark")
    return read_at(end, 0, end.size)


def _report_undone(row: Staged, change: Change) -> Outcome:
    return Outcome(row.path, row.new_size, row.size, dry_run=True, change=change)


def _report_problem(path: str, error: Exception) -> Staged:
    reason = str(error) if isinstance(error, _ProblemError) else reason_of(error, path)
    return Staged(path, PROBLEM, reason)

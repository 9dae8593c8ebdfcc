"""The second phase: the new file, finished, under a hidden name beside the old one."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256

from inlay.rewrite import Target
from inlay_runtime.errors import InlayError
from inlay_spark.migration.files import (
    State,
    ends_with,
    hidden_name,
    state_of,
    tail_of,
    whole_crc32,
    whole_sha256,
)
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.rows import DONE, PROBLEM, REMOVE, SAME, Planned, Staged, reason_of


def stage_file(row: Planned, operation: Operation, job: str, *, new_name: bool = False) -> Staged:
    """Whatever happens, the old file is as it was; without success there is no hidden file."""
    if state_of_or_none(row.path) != State(row.size, row.mtime_ns, row.inode):
        return Staged(row.path, PROBLEM, "the file changed since it was planned")
    as_ = new_path(row.path, job) if new_name else row.path
    return _staged(row.path, as_, job, lambda target: operation.apply(row.path, target), operation)


def stage_undo(row: Planned, staged: Staged, operation: Operation, job: str) -> Staged:
    """The old file again, proved by its SHA-256; only where the file is what the job published."""
    try:
        ours = ends_with(staged.publish_as, staged.new_size, staged.tail_length, staged.tail_sha256)
        if not ours and _never_published(row, staged):
            return Staged(row.path, SAME, "it was never published")
    except OSError as error:
        return Staged(row.path, PROBLEM, reason_of(error, row.path))
    if not ours:
        return Staged(row.path, PROBLEM, "the file changed since it was published")
    if staged.publish_as != row.path:
        return replace(staged, state=REMOVE)
    made = _staged(
        row.path, row.path, job, lambda target: operation.undo(row.path, row, target), operation
    )
    if made.state != DONE or whole_sha256(made.hidden) == staged.old_sha256:
        return made
    os.unlink(made.hidden)
    return Staged(row.path, PROBLEM, "what comes out is not what the file was: SHA-256 differs")


def _never_published(row: Planned, staged: Staged) -> bool:
    if staged.publish_as != row.path:
        return not os.path.exists(staged.publish_as)
    return ends_with(row.path, row.size, len(row.old_tail), sha256(row.old_tail).digest())


def new_path(path: str, job: str) -> str:
    """Where a table format wants a new file and keeps the old one."""
    stem, extension = os.path.splitext(path)
    return f"{stem}-{job}{extension}"


def state_of_or_none(path: str) -> State | None:
    try:
        return state_of(path)
    except OSError:
        return None


def _staged(
    path: str, publish_as: str, job: str, write: Callable[[Target], object], operation: Operation
) -> Staged:
    hidden = hidden_name(path, job)
    try:
        before = state_of(path)
        write(Target(output=hidden, allow=frozenset({*operation.allow, "table"})))
        keep, tail = tail_of(hidden)
        old = whole_sha256(path)
        if state_of(path) != before:
            os.unlink(hidden)
            return Staged(path, PROBLEM, "the file changed while it was being staged")
    except (InlayError, OSError) as error:
        with suppress(FileNotFoundError):
            os.unlink(hidden)
        return Staged(path, PROBLEM, reason_of(error, path))
    return Staged(
        path,
        DONE,
        "",
        hidden,
        publish_as,
        before.size,
        before.mtime_ns,
        before.inode,
        old,
        keep + len(tail),
        whole_crc32(hidden),
        len(tail),
        sha256(tail).digest(),
    )

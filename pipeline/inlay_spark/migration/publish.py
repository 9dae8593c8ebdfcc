"""The third phase: the hidden file takes the place of the old one. Harmless to repeat, and to race."""

from __future__ import annotations

import os

from inlay.rewrite.errors import ChangedError
from inlay.rewrite.identity import lock
from inlay.rewrite.names import folder_of
from inlay.rewrite.opened import opened, sync_folder
from inlay.rewrite.replace import remove_sidecar
from inlay.rewrite.system import FOLDER, POSIX, READ
from inlay_spark.migration.files import State, ends_with, state_of
from inlay_spark.migration.rows import DONE, PROBLEM, REMOVE, Published, Staged, reason_of


def publish_file(row: Staged) -> Published:
    """After `docs/migration.md`: done before, or still what was staged for, or a problem."""
    if row.state == REMOVE:
        return _remove(row)
    if row.state != DONE:
        return Published(row.path, row.state, row.reason)
    try:
        if row.publish_as != row.path:
            _publish_new(row)
        elif not _is_there(row):
            _replace(row)
    except (ChangedError, OSError) as error:
        if not _is_there(row):
            return Published(row.path, PROBLEM, reason_of(error, row.path))
    return Published(row.path, DONE)


def _remove(row: Staged) -> Published:
    try:
        if _is_there(row):
            os.unlink(row.publish_as)
    except OSError as error:
        return Published(row.path, PROBLEM, reason_of(error, row.path))
    return Published(row.path, DONE)


def _is_there(row: Staged) -> bool:
    try:
        return ends_with(row.publish_as, row.new_size, row.tail_length, row.tail_sha256)
    except OSError:
        return False


def _replace(row: Staged) -> None:
    with opened(POSIX, row.path, READ) as file:
        lock(row.path, file)
        if state_of(row.path) != State(row.size, row.mtime_ns, row.inode):
            raise ChangedError(row.path, "the file changed since it was staged")
        # FileNotFoundError before the sidecar is gone: another attempt may have published it.
        os.stat(row.hidden)
        remove_sidecar(POSIX, row.path)
        os.replace(row.hidden, row.path)
    sync_folder(POSIX, folder_of(row.path), FOLDER)


def _publish_new(row: Staged) -> None:
    """`link` fails where the name is taken, by an attempt before or by somebody else."""
    os.link(row.hidden, row.publish_as)
    os.unlink(row.hidden)
    sync_folder(POSIX, folder_of(row.publish_as), FOLDER)

"""The third phase: the new file takes the place of the old one. Harmless to repeat, and to race."""

from __future__ import annotations

import os
import time
from typing import Final

from inlay.changes.rewrite.errors import ChangedError
from inlay.changes.rewrite.identity import lock
from inlay.changes.rewrite.names import folder_of
from inlay.changes.rewrite.object_parts import ObjectRange, Piece
from inlay.changes.rewrite.open_file import OpenFile, open_file, sync_folder
from inlay.changes.rewrite.replace import publish_atomically
from inlay.changes.rewrite.store import StaleError
from inlay.changes.rewrite.system import FOLDER, POSIX, READ
from inlay.changes.rewrite.urls import open_object_store
from inlay.ground.files.paths import is_url
from inlay.ground.wording.amounts import count
from inlay_spark.jobs.reasons import reason_of
from inlay_spark.migration.file_state import (
    State,
    are_attributes_equal,
    compute_sha256,
    ends_with,
    state_of,
)
from inlay_spark.migration.rows import DONE, PROBLEM, REMOVE, PublishedFile, Staged

_PATIENCE: Final = 10.0
"""Seconds that another attempt may hold the lock of a file: it has a few system calls to make."""


def publish_file(row: Staged) -> PublishedFile:
    """After `docs/migration.md`: done before, or still what was staged for, or a problem. Nothing is raised."""
    if row.state not in (DONE, REMOVE):
        return PublishedFile(row.path, row.state, row.reason)
    try:
        if row.state == REMOVE:
            _remove(row)
        elif not _is_there(row):
            _put(row)
    except Exception as error:
        # Another attempt may have been faster.
        if row.state == REMOVE or not _is_there(row):
            return PublishedFile(row.path, PROBLEM, reason_of(error, row.path), row.size)
    return PublishedFile(row.path, DONE, "", row.size)


def _is_there(row: Staged) -> bool:
    try:
        return ends_with(row.publish_as, row.new_size, row.tail_length, row.tail_sha256)
    except OSError:
        return False


def _put(row: Staged) -> None:
    if is_url(row.path):
        _compose(row)
    elif row.publish_as != row.path:
        publish_atomically(POSIX, row.hidden, row.publish_as, overwrite=False)
    else:
        _replace(row)


def _replace(row: Staged) -> None:
    with open_file(POSIX, row.path, READ) as file:
        wait_for_lock(file)
        lock(row.path, file)
        if not _is_as_staged(row):
            raise ChangedError(row.path, "the file changed since it was staged")
        # FileNotFoundError before the sidecar is gone: another attempt may have published it.
        os.stat(row.hidden)
        publish_atomically(POSIX, row.hidden, row.path)


def _is_as_staged(row: Staged) -> bool:
    now = state_of(row.path)
    staged = State(row.size, row.mtime_ns, row.ctime_ns, row.inode, row.etag)
    if now == staged:
        return True
    # Where another name of the file has got its own new file by now, this one's has only one name less.
    return (
        now._replace(ctime_ns=0) == staged._replace(ctime_ns=0)
        and are_attributes_equal(row.path, row.hidden)
        and compute_sha256(row.path) == row.old_sha256
    )


def wait_for_lock(file: OpenFile) -> None:
    """For another attempt of this very task, above all: a file that it has published is no problem."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        try:
            POSIX.lock(file.file)
        except BlockingIOError:
            time.sleep(0.01)
        except OSError:
            return  # no locks here, which `lock` knows about
        else:
            return


def _compose(row: Staged) -> None:
    """One conditional write: nobody ever sees half of it, and nobody else's object is lost."""
    store, key = open_object_store(row.path)
    _, new_key = open_object_store(row.publish_as)
    if_match = row.etag if row.publish_as == row.path else None
    try:
        pieces: list[Piece] = [ObjectRange(key, row.etag, 0, row.keep), row.new_tail]
        version = store.assemble(new_key, pieces, if_match, like=key)
    except StaleError:
        raise ChangedError(row.path, "the object changed since it was staged") from None
    if version.size != row.new_size:
        raise ChangedError(
            row.path, f"{count(version.size, 'byte is', 'bytes are')} there, not {row.new_size}"
        )


def _remove(row: Staged) -> None:
    """Of what this job put under a new name; what somebody put there since stays."""
    try:
        if not ends_with(row.publish_as, row.new_size, row.tail_length, row.tail_sha256):
            raise ChangedError(row.path, f"somebody changed {row.publish_as}")
        if is_url(row.publish_as):
            from fsspec.core import url_to_fs

            filesystem, key = url_to_fs(row.publish_as)
            filesystem.rm(key)
            return
        os.unlink(row.publish_as)
    except FileNotFoundError:
        return
    sync_folder(POSIX, folder_of(row.publish_as), FOLDER)

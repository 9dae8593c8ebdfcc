"""`os.fsync` and SQLite that do not wait for a disk: what lies on it after a loss of power, no test can see.

Tests change thousands of files, and each change syncs a file and its folder; a catalog of Iceberg syncs five times in a commit. What
the calls are, and what comes of one that fails, is seen all the same (`tests/faults`). Processes that tests start, and `os.fsync` in
forks of this one, wait for the disk.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import FileDescriptorLike

_sync = os.fsync
_connect = sqlite3.connect


def sync_quickly(fd: FileDescriptorLike) -> None:
    """Fails as the real one does: where the descriptor is none."""
    os.fstat(fd if isinstance(fd, int) else fd.fileno())


def connect_quickly(*arguments: Any, **named: Any) -> sqlite3.Connection:
    """What is not a database is told by the first query, as ever."""
    connection: sqlite3.Connection = _connect(*arguments, **named)
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA synchronous = OFF").close()
    return connection


def install() -> None:
    os.fsync = sync_quickly
    os.register_at_fork(after_in_child=_restore)
    for module in (sqlite3, sqlite3.dbapi2):  # SQLAlchemy asks the second
        module.__dict__["connect"] = connect_quickly


def _restore() -> None:
    os.fsync = _sync

"""`os.fsync` that does not wait for a disk: what lies on it after a loss of power, no test can see.

Tests change thousands of files, and each change syncs a file and its folder. What the calls are, and what comes of one that
fails, is seen all the same (`tests/faults`). Processes that tests start, and forks of this one, wait for the disk.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import FileDescriptorLike

_sync = os.fsync


def sync_quickly(fd: FileDescriptorLike) -> None:
    """Fails as the real one does: where the descriptor is none."""
    os.fstat(fd if isinstance(fd, int) else fd.fileno())


def install() -> None:
    os.fsync = sync_quickly
    os.register_at_fork(after_in_child=_restore)


def _restore() -> None:
    os.fsync = _sync

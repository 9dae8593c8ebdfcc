"""Bytes from file to file without a detour through this process, where the file system may know a shorter way.

NFS and SMB copy on the server, and Btrfs may share blocks. On a disk of its own (ext4, XFS) a file shares whole blocks only,
pages begin anywhere, and the kernel copies block by block: reading and writing in large steps is quicker
(`benchmarks/parts.py`).
"""

from __future__ import annotations

import os
from typing import IO, Final

from inlay.files.source import Seekable

WORTH_IT: Final = 1 << 16
"""Bytes below which reading and writing is as quick."""


def copy_in_kernel(
    source: Seekable, offset: int, target: IO[bytes], position: int, length: int
) -> int:
    """How many bytes were copied: none where this system, these file systems or this kind of file cannot."""
    read = _descriptor(source)
    write = _descriptor(target)
    if read is None or write is None or length < WORTH_IT or not hasattr(os, "copy_file_range"):
        return 0
    if _is_on_disk(write):
        return 0
    target.flush()
    done = 0
    try:
        while done < length:
            copied = os.copy_file_range(read, write, length - done, offset + done, position + done)
            if copied == 0:
                break
            done += copied
    except OSError:
        # Reading and writing says what is wrong, if anything is.
        pass
    target.seek(position + done)
    return done


def _descriptor(file: Seekable) -> int | None:
    fileno = getattr(file, "fileno", None)
    if fileno is None:
        return None
    try:
        number = fileno()
    except OSError:  # io.UnsupportedOperation, too
        return None
    return number if isinstance(number, int) else None


def _is_on_disk(descriptor: int) -> bool:
    """Whether the file system has a block device of its own; those of a network or of several disks have number 0."""
    return os.major(os.fstat(descriptor).st_dev) != 0

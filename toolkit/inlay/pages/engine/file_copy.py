"""Bytes from file to file, by the shortest way that there is.

NFS and SMB copy on the server, and Btrfs may share blocks: there the kernel copies. On a disk of its own (ext4, XFS) a file
shares whole blocks only, pages begin anywhere, and the kernel copies block by block: reading and writing is quicker, if it goes
through one buffer, for memory that is new with each step costs as much as the copy (`benchmarks/parts.py`).
"""

from __future__ import annotations

import os
from typing import IO, Final

from inlay.ground.files.source import Seekable

WORTH_IT: Final = 1 << 16
"""Bytes below which it does not matter."""


def copy_bytes(
    source: Seekable, offset: int, target: IO[bytes], length: int, buffer: bytearray
) -> int:
    """How many bytes were copied to where the target stands: none where this system or this kind of file cannot, and fewer
    where the source ends. Raises OSError."""
    read, write = descriptor_of(source), descriptor_of(target)
    if read is None or write is None or length < WORTH_IT or not hasattr(os, "preadv"):
        return 0
    position = target.tell()
    target.flush()
    done = 0 if _is_on_disk(write) else _copy_in_kernel(read, offset, write, position, length)
    view = memoryview(buffer)
    while done < length:
        size = os.preadv(read, [view[: length - done]], offset + done)
        if size == 0:
            break
        done += _write_all(write, view[:size], position + done)
    target.seek(position + done)
    return done


def descriptor_of(file: Seekable | IO[bytes]) -> int | None:
    """None for a file that the system does not know."""
    fileno = getattr(file, "fileno", None)
    if fileno is None:
        return None
    try:
        number = fileno()
    except OSError:  # io.UnsupportedOperation, too
        return None
    return number if isinstance(number, int) else None


def _copy_in_kernel(read: int, offset: int, write: int, position: int, length: int) -> int:
    done = 0
    try:
        while hasattr(os, "copy_file_range") and done < length:
            copied = os.copy_file_range(read, write, length - done, offset + done, position + done)
            if copied == 0:
                break
            done += copied
    except OSError:
        # Reading and writing says what is wrong, if anything is.
        pass
    return done


def _write_all(write: int, data: memoryview, position: int) -> int:
    done = 0
    while done < len(data):
        done += os.pwrite(write, data[done:], position + done)
    return done


def _is_on_disk(descriptor: int) -> bool:
    """Whether the file system has a block device of its own; those of a network or of several disks have number 0."""
    return os.major(os.fstat(descriptor).st_dev) != 0

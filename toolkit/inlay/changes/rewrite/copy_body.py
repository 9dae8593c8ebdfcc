"""Copies the part of a file that stays."""

from __future__ import annotations

import errno
from typing import Final

from inlay.changes.rewrite.change import Watch
from inlay.changes.rewrite.errors import ChangedError
from inlay.changes.rewrite.open_file import CHUNK, OpenFile

_LARGEST: Final = 64 << 20
"""What the kernel copies at once: little enough for somebody who watches."""

_BLOCK: Final = 1 << 16
"""A multiple of the blocks of every file system that shares them."""

_WORTH_ROOM: Final = 16 << 20
"""Bytes below which it does not matter where they lie."""

_CANNOT: Final = {
    errno.ENOSYS,
    errno.EXDEV,
    errno.EINVAL,
    errno.EOPNOTSUPP,
    errno.EPERM,
    errno.EBADF,
}
"""What `copy_file_range` answers where reading and writing has to do."""

_SHARES_NOT: Final = _CANNOT | {errno.ENOTTY}


def copy_body(path: str, source: OpenFile, target: OpenFile, size: int, watch: Watch) -> None:
    """The first `size` bytes of the source, by shared blocks where the file system has them. The target is empty."""
    shared = _share(source, target, size)
    if size - shared >= _WORTH_ROOM:
        target.system.reserve(target.file, size)
    copied = _copy_by_kernel(source, target, shared, size, watch)
    while copied < size:
        part = source.read_exactly(copied, min(CHUNK, size - copied))
        if not part:
            raise ChangedError(path, "the file became shorter while it was being copied")
        target.write_all(part, copied)
        copied += len(part)
        watch(copied, size)
    if copied == shared:
        watch(size, size)  # by nobody


def _share(source: OpenFile, target: OpenFile, size: int) -> int:
    """How many bytes need no copy."""
    whole = size // _BLOCK * _BLOCK
    if not whole:
        return 0
    try:
        source.system.share(source.file, target.file, whole)
    except OSError as error:
        if error.errno not in _SHARES_NOT:
            raise
        return 0
    return whole


def _copy_by_kernel(
    source: OpenFile, target: OpenFile, copied: int, size: int, watch: Watch
) -> int:
    try:
        while copied < size:
            part = source.system.copy(
                source.file, target.file, min(size - copied, _LARGEST), copied
            )
            if part == 0:
                break
            copied += part
            watch(copied, size)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
    return copied

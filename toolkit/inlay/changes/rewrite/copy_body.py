"""Copies the part of a file that stays."""

from __future__ import annotations

import errno
from typing import Final

from inlay.changes.rewrite.change import Watch
from inlay.changes.rewrite.errors import ChangedError
from inlay.changes.rewrite.open_file import CHUNK, OpenFile

_LARGEST: Final = 64 << 20
"""What the kernel copies at once: little enough for somebody who watches."""

_CANNOT: Final = {
    errno.ENOSYS,
    errno.EXDEV,
    errno.EINVAL,
    errno.EOPNOTSUPP,
    errno.EPERM,
    errno.EBADF,
}
"""What `copy_file_range` answers where reading and writing has to do."""


def copy_body(path: str, source: OpenFile, target: OpenFile, size: int, watch: Watch) -> None:
    """The first `size` bytes of the source, by shared blocks where the file system has them."""
    copied = _copy_by_kernel(source, target, size, watch)
    while copied < size:
        part = source.read_exactly(copied, min(CHUNK, size - copied))
        if not part:
            raise ChangedError(path, "the file became shorter while it was being copied")
        target.write_all(part, copied)
        copied += len(part)
        watch(copied, size)


def _copy_by_kernel(source: OpenFile, target: OpenFile, size: int, watch: Watch) -> int:
    copied = 0
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

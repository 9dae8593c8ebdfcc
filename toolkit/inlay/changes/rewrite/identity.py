"""Which file it is, and in which state: what must be the same when the change is published."""

from __future__ import annotations

import errno
import stat
from dataclasses import dataclass
from typing import Final

from inlay.changes.rewrite.errors import ChangedError
from inlay.changes.rewrite.open_file import OpenFile
from inlay.changes.rewrite.system import System
from inlay.ground.files.steps import crc_of

_NO_LOCKS: Final = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL, errno.EBADF}
"""What file systems without locks answer; NFS wants a file that is open for writing."""


@dataclass(frozen=True, slots=True)
class Identity:
    """`tail_crc` covers the bytes that are to be replaced."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    tail_crc: int


def identify(file: OpenFile, keep: int) -> Identity:
    """The state of an open file of which the first `keep` bytes are to stay."""
    status = file.system.status(file.file)
    crc = crc_of(file, keep, status.size - keep)
    return Identity(status.device, status.inode, status.size, status.mtime_ns, crc)


def require_same(path: str, file: OpenFile, keep: int, noted: Identity) -> None:
    """ChangedError unless `path` is still the file that is open, and that is as it was noted."""
    try:
        there = file.system.status_of(path)
    except FileNotFoundError:
        raise ChangedError(path, "the file was removed while it was being rewritten") from None
    if (there.device, there.inode) != (noted.device, noted.inode):
        raise ChangedError(path, "the file was replaced while it was being rewritten")
    if identify(file, keep) != noted:
        raise ChangedError(path, "the file changed while it was being rewritten")


def lock(path: str, file: OpenFile) -> None:
    """ChangedError if another of our writers is at it, or was until just now."""
    try:
        file.system.lock(file.file)
    except BlockingIOError:
        raise ChangedError(path, "another inlay is changing this file") from None
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    there, ours = file.system.status_of(path), file.system.status(file.file)
    if (there.device, there.inode) != (ours.device, ours.inode):
        raise ChangedError(path, "the file was replaced while it was being opened")


def require_regular(path: str, system: System, file: int) -> None:
    mode = system.status(file).mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "Is a directory", path)
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "Not a regular file", path)

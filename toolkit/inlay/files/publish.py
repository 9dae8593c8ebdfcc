"""Bytes that appear under their name at once, and stay there after a power cut, or do not appear at all."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from typing import Final

from inlay.files.aside import choose_aside_name

_NO_LINKS: Final = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}
"""What file systems without hard links answer."""


def publish_atomically(path: str, data: bytes, *, overwrite: bool = True) -> None:
    """Makes `data` the file at `path`: written aside in the same folder, synced, renamed, the folder synced.

    A link stays one: what it leads to is replaced. Whoever reads meanwhile finds the old file or the new one, and a
    process that is killed leaves at most a hidden file beside it.

    Raises FileExistsError without `overwrite` for whatever is there, and always for what is no regular file; OSError
    of `path` for what the file system says. Then the old file is as it was.
    """
    target = os.path.realpath(path)
    aside = choose_aside_name(target)
    try:
        _require_replaceable(target, overwrite)
        _write(aside, data)
        _rename(aside, target, overwrite)
        _sync_folder(os.path.dirname(target))
    except OSError as error:
        # Nobody asked for the name aside.
        error.filename, error.filename2 = path, None
        raise
    finally:
        with suppress(OSError):
            os.unlink(aside)


def _require_replaceable(target: str, overwrite: bool) -> None:
    try:
        mode = os.lstat(target).st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise FileExistsError(errno.EEXIST, "it is not a regular file, and only those are replaced")
    if not overwrite:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _write(aside: str, data: bytes) -> None:
    with open(aside, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _rename(aside: str, target: str, overwrite: bool) -> None:
    if overwrite:
        os.replace(aside, target)
        return
    try:
        os.link(aside, target)  # what fails if somebody took the name since we looked
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        _require_replaceable(target, overwrite)
        os.replace(aside, target)


def _sync_folder(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

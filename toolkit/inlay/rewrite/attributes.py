"""Gives a new file the mode, extended attributes (ACLs are among them) and, in the place of the old one, the owner of that."""

from __future__ import annotations

import errno
import stat
from contextlib import suppress
from typing import Final

from inlay.refusals import RefusedError
from inlay.rewrite.open_file import OpenFile

PERMISSIONS: Final = 0o777
_NONE: Final = {errno.EOPNOTSUPP, errno.ENOSYS}
_SYSTEMS_OWN: Final = ("security.", "trusted.")
"""What only the system may set, and sets anew."""


def copy_attributes(path: str, source: OpenFile, target: OpenFile) -> None:
    system = source.system
    wanted = system.status(source.file)
    status = system.status(target.file)
    if (status.owner, status.group) != (wanted.owner, wanted.group):
        try:
            system.set_owner(target.file, wanted.owner, wanted.group)
        except PermissionError:
            raise RefusedError(
                "owner",
                f"{path} belongs to user {wanted.owner} and group {wanted.group}, "
                "and a new file cannot be given to them",
                "--in-place keeps the file and its owner",
            ) from None
    _copy_extended(source, target)
    # Last, since a change of owner takes the set-user-id bits away and an ACL the group's.
    system.set_mode(target.file, stat.S_IMODE(wanted.mode))


def copy_permissions(source: OpenFile, target: OpenFile) -> None:
    """For a file under another name: who may read the source may read it, but it belongs to who made it."""
    with suppress(OSError):  # another file system may know nothing of them
        _copy_extended(source, target)
    mode = stat.S_IMODE(source.system.status(source.file).mode)
    target.system.set_mode(target.file, mode & PERMISSIONS)


def _copy_extended(source: OpenFile, target: OpenFile) -> None:
    system = source.system
    try:
        names = system.attributes(source.file)
    except OSError as error:
        if error.errno not in _NONE:
            raise
        return
    for name in names:
        try:
            system.set_attribute(target.file, name, system.attribute(source.file, name))
        except PermissionError:
            if not name.startswith(_SYSTEMS_OWN):
                raise

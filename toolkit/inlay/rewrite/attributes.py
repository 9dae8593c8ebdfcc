"""Gives a new file the mode, owner and extended attributes (ACLs are among them) of the old one."""

from __future__ import annotations

import errno
import stat
from typing import Final

from inlay.rewrite.errors import RefusedError
from inlay.rewrite.opened import OpenFile

_NONE: Final = {errno.EOPNOTSUPP, errno.ENOSYS}
_SYSTEMS_OWN: Final = ("security.", "trusted.")
"""What only the system may set, and sets anew."""


def copy_attributes(path: str, source: OpenFile, target: OpenFile) -> None:
    system = source.system
    wanted = system.status(source.file)
    made = system.status(target.file)
    if (made.owner, made.group) != (wanted.owner, wanted.group):
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

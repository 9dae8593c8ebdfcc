"""Gives a new file the mode, extended attributes (ACLs are among them) and, in the place of the old one, the owner of that."""

from __future__ import annotations

import errno
import stat
from collections.abc import Sequence
from typing import Final

from inlay.changes.rewrite.open_file import OpenFile
from inlay.ground.refusals import RefusedError

_PERMISSIONS: Final = 0o777
ACL: Final = "system.posix_acl_access"
_GROUP: Final = 0o070
_SAME: Final = -1
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
    for name, error in _copy_extended(source, target, _list_attributes(source)):
        if not (isinstance(error, PermissionError) and name.startswith(_SYSTEMS_OWN)):
            raise error
    # Last, since a change of owner takes the set-user-id bits away and an ACL the group's.
    system.set_mode(target.file, stat.S_IMODE(wanted.mode))


def copy_permissions(source: OpenFile, target: OpenFile) -> None:
    """For a file under another name: who may read the source may read it, but it belongs to who made it.

    Another file system may know nothing of extended attributes. Where the ACL is lost, the group loses what it had: its part of
    the mode was the most that anybody of the ACL had.
    """
    mode = stat.S_IMODE(source.system.status(source.file).mode) & _PERMISSIONS
    lost = {name for name, _ in _copy_extended(source, target, _list_attributes(source))}
    target.system.set_mode(target.file, mode & ~_GROUP if ACL in lost else mode)


def keep_permissions(old: OpenFile, new: OpenFile) -> None:
    """For other content under the name of `old`: who might not read that may not read this. It belongs to who made it."""
    system = old.system
    wanted = system.status(old.file)
    mode = stat.S_IMODE(wanted.mode) & _PERMISSIONS
    if system.status(new.file).group != wanted.group:
        try:
            system.set_owner(new.file, _SAME, wanted.group)
        except OSError:
            mode &= ~_GROUP
    names = [name for name in _list_attributes(old) if name == ACL]
    if _copy_extended(old, new, names):
        mode &= ~_GROUP
    system.set_mode(new.file, mode)


def _copy_extended(
    source: OpenFile, target: OpenFile, names: Sequence[str]
) -> list[tuple[str, OSError]]:
    """What could not be copied. An ACL that the target has of its folder goes where the source has none."""
    system = source.system
    if ACL not in names and ACL in _list_attributes(target):
        system.remove_attribute(target.file, ACL)
    lost: list[tuple[str, OSError]] = []
    for name in names:
        try:
            system.set_attribute(target.file, name, system.attribute(source.file, name))
        except OSError as error:
            lost.append((name, error))
    return lost


def _list_attributes(file: OpenFile) -> list[str]:
    try:
        return file.system.attributes(file.file)
    except OSError as error:
        if error.errno not in _NONE:
            raise
        return []

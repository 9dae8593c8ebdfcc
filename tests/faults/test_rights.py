"""Who may read what Inlay writes: nobody who might not read what it is made of, or what it takes the place of."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from inlay.changes.rewrite import Change, Target, edit_tail, new_file
from inlay.changes.rewrite.attributes import ACL
from inlay.changes.rewrite.new_file import NewFile
from inlay.changes.rewrite.system import PRIVATE
from tests.faults.owners import Owners


class Attributes(Owners):
    """With extended attributes; a new file gets the ACL that its folder has for new ones."""

    def __init__(self, *, by_default: bytes = b"", unknown: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self.by_default = by_default
        self.unknown = unknown
        self.kept: dict[int, dict[str, bytes]] = {}

    def open(self, path: str, flags: int, mode: int = PRIVATE) -> int:
        file = super().open(path, flags, mode)
        if flags & os.O_CREAT and self.by_default:
            self._of(file)[ACL] = self.by_default
        return file

    def _of(self, file: int) -> dict[str, bytes]:
        return self.kept.setdefault(os.fstat(file).st_ino, {})

    def of(self, path: Path) -> dict[str, bytes]:
        return self.kept.setdefault(path.stat().st_ino, {})

    def attributes(self, file: int) -> list[str]:
        return [*self._of(file)]

    def attribute(self, file: int, name: str) -> bytes:
        return self._of(file)[name]

    def set_attribute(self, file: int, name: str, value: bytes) -> None:
        if name in self.unknown:
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
        self._of(file)[name] = value

    def remove_attribute(self, file: int, name: str) -> None:
        del self._of(file)[name]


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("is_other", [False, True])
def test_a_folder_gives_nobody_access_to_what_is_replaced_or_copied(
    path: Path, is_other: bool
) -> None:
    system = Attributes(by_default=b"somebody else")
    path.chmod(0o640)
    out = path.with_name("out.parquet") if is_other else path
    target = Target(output=str(out)) if is_other else Target()
    edit_tail(str(path), lambda _: Change(4, b"new tail"), target=target, system=system)
    assert (system.of(out), mode_of(out)) == ({}, 0o640)
    system.of(path)[ACL] = b"its own"
    target = Target(output=str(out), overwrite=True) if is_other else Target()
    edit_tail(str(path), lambda _: Change(4, b"a new tail"), target=target, system=system)
    assert (system.of(out), mode_of(out)) == ({ACL: b"its own"}, 0o640)


def test_each_attribute_is_copied_that_can_be_and_a_group_gets_nothing_of_a_lost_acl(
    path: Path,
) -> None:
    """Where there is an ACL, the group's part of the mode is the most that anybody of it had."""
    path.chmod(0o664)
    out = path.with_name("out.parquet")
    for unknown, mode in ((frozenset({"user.first"}), 0o664), (frozenset({ACL}), 0o604)):
        system = Attributes(unknown=unknown)
        system.of(path).update({"user.first": b"1", ACL: b"some", "user.last": b"2"})
        target = Target(output=str(out), overwrite=True)
        edit_tail(str(path), lambda _: Change(4, b"new tail"), target=target, system=system)
        assert set(system.of(out)) == set(system.of(path)) - unknown
        assert mode_of(out) == mode


class NotOfTheGroup(Attributes):
    def set_owner(self, file: int, owner: int, group: int) -> None:
        raise PermissionError(errno.EPERM, "not permitted")


@pytest.mark.parametrize(
    ("system", "mode", "acl"),
    [
        (Attributes(), 0o664, {ACL: b"some"}),
        (Attributes(unknown=frozenset({ACL})), 0o604, {}),
        (NotOfTheGroup(), 0o604, {ACL: b"some"}),
    ],
    ids=["kept", "no ACLs", "another group"],
)
def test_other_content_has_the_rights_of_the_file_that_it_replaces(
    system: Attributes,
    mode: int,
    acl: dict[str, bytes],
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(new_file, "POSIX", system)
    path.chmod(0o664)
    system.give_away(path, os.geteuid(), 54_321)
    system.of(path).update({"user.note": b"of the old content", ACL: b"some"})
    with NewFile(path, overwrite=True) as new:
        new.file.write(b"new")
    assert path.read_bytes() == b"new"
    assert (mode_of(path), system.of(path)) == (mode, acl)
    assert system.status_of(str(path)).group == (
        54_321 if mode == 0o664 or not acl else os.getegid()
    )

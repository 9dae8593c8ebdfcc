"""A system in which files belong to whom a test says, so that nobody has to be root to give one away."""

from __future__ import annotations

from pathlib import Path

from inlay.changes.rewrite.system import Posix, Status


class Owners(Posix):
    def __init__(self) -> None:
        self.owners: dict[int, tuple[int, int]] = {}
        """User and group of an inode, where they are not those of the operating system."""

    def give_away(self, path: Path, owner: int, group: int) -> None:
        self.owners[path.stat().st_ino] = (owner, group)

    def status(self, file: int) -> Status:
        return self._owned(super().status(file))

    def status_of(self, path: str) -> Status:
        return self._owned(super().status_of(path))

    def _owned(self, status: Status) -> Status:
        owner, group = self.owners.get(status.inode, (status.owner, status.group))
        return status._replace(owner=owner, group=group)

    def set_owner(self, file: int, owner: int, group: int) -> None:
        self.owners[self.status(file).inode] = (owner, group)


class Somebody(Owners):
    """Who owns nothing, may write nothing that is there, and reads everything."""

    def may_write(self, path: str) -> bool:
        return False

    def set_owner(self, file: int, owner: int, group: int) -> None:
        raise PermissionError(1, "not permitted")


class Someone(Owners):
    """User 1000, who may write what is there."""

    def user(self) -> int:
        return 1_000

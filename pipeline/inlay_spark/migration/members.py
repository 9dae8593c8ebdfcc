"""The old files that a new one replaces, as the journal keeps them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import NamedTuple

from inlay.changes.rewrite.names import folder_of
from inlay_spark.migration.file_state import State, state_of


class GroupMember(NamedTuple):
    """`kept` is where it waits for the way back; empty where it keeps its name, for a table's catalog to drop."""

    path: str
    kept: str
    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int

    @property
    def state(self) -> State:
        return State(self.size, self.mtime_ns, self.ctime_ns, self.inode, "")

    def lies_at(self, path: str) -> bool:
        """Whether this very file is there, with the bytes that were staged. A rename changes nothing but `ctime_ns`."""
        try:
            there = state_of(path)
        except FileNotFoundError:
            return False
        return there._replace(ctime_ns=0) == self.state._replace(ctime_ns=0)

    @property
    def place(self) -> str:
        """Where it lies now; FileNotFoundError if somebody removed it."""
        for path in (self.kept, self.path):
            if path and self.lies_at(path):
                return path
        raise FileNotFoundError(2, "the old file is gone, or was changed", self.path)


def member_of(path: str, kept: str, state: State) -> GroupMember:
    return GroupMember(path, kept, state.size, state.mtime_ns, state.ctime_ns, state.inode)


def name_kept(path: str, job: str) -> str:
    """Beside the file, so that a rename is all it takes; no sweep removes it, and Spark does not list it."""
    name = os.path.basename(path)
    while len(os.fsencode(name)) > 120:
        name = name[:-1]
    return os.path.join(folder_of(path), f".{name}.{job}.{os.urandom(8).hex()}.kept")


def pack_members(members: Iterable[GroupMember]) -> str:
    return json.dumps(list(members))


def unpack_members(packed: str) -> list[GroupMember]:
    return [GroupMember(*values) for values in json.loads(packed)]

"""The system calls of rewriting, over a `Disk`: any of them can be made to fail, and the process to die."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from random import Random

from inlay.changes.rewrite.system import PRIVATE, Status
from tests.faults.disk import Cut, Disk, Naming, Node, Write

FOLDER = "/lake"


class Killed(BaseException):
    """The process is gone: no handler of its own runs any more, which the shim sees to."""


@dataclass(frozen=True, slots=True)
class Fault:
    """At the call of this number (from 1): `kill`, or the error with this errno."""

    call: int
    kind: str

    @property
    def errno(self) -> int:
        return {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC}[self.kind]


CANNOT_FAIL = ("close", "resolve", "may_write")


class Shim:
    """Implements `System`. `short` makes reads, writes and copies come up short, by the seed."""

    def __init__(
        self, disk: Disk, seed: int = 0, fault: Fault | None = None, *, short: bool = True
    ) -> None:
        self.disk = disk
        self.random = Random(seed)
        self.fault = fault
        self.short = short
        self.calls: list[str] = []
        self.dead = False
        self._open: dict[int, int] = {}
        self._locks: dict[int, int] = {}
        self._next = 3

    def _call(self, name: str) -> OSError | None:
        """Counts the call; the error that it is to end with."""
        if self.dead:
            raise Killed
        if name in CANNOT_FAIL:
            return None
        self.calls.append(name)
        if self.fault is None or len(self.calls) != self.fault.call:
            return None
        if self.fault.kind == "kill":
            self.dead = True
            # Half of the time the call was still carried out.
            return None if self.random.random() < 0.5 else self._died()
        return OSError(self.fault.errno, os.strerror(self.fault.errno))

    def _died(self) -> OSError:
        raise Killed

    def _begin(self, name: str) -> None:
        error = self._call(name)
        if error is not None:
            raise error

    def _end(self) -> None:
        if self.dead:
            raise Killed

    def _amount(self, size: int) -> int:
        if self.short and size > 1 and self.random.random() < 0.3:
            return self.random.randint(1, size)
        return size

    def open(self, path: str, flags: int, mode: int = PRIVATE) -> int:
        self._begin("open")
        if path == FOLDER:
            inode = 0
        elif flags & os.O_CREAT:
            if path in self.disk.names:
                raise FileExistsError(errno.EEXIST, "File exists", path)
            inode = self.disk.new_node()
            self.disk.nodes[inode].mode = 0o100000 | mode
            self.disk.apply(Naming(path, inode))
        else:
            inode = self._inode(path)
        file = self._next
        self._next += 1
        self._open[file] = inode
        self._end()
        return file

    def close(self, file: int) -> None:
        self._call("close")
        inode = self._open.pop(file)
        if self._locks.get(inode) == file:
            del self._locks[inode]

    def read(self, file: int, size: int, offset: int) -> bytes:
        self._begin("read")
        data = self._node(file).data
        size = min(size, max(len(data) - offset, 0))
        result = bytes(data[offset : offset + self._amount(size)])
        self._end()
        return result

    def write(self, file: int, data: bytes, offset: int) -> int:
        error = self._call("write")
        size = self._amount(len(data))
        if error is not None:
            # Some of it may be there all the same.
            size = self.random.randint(0, len(data))
        if size:
            self.disk.nodes[self._open[file]].apply(Write(offset, data[:size]))
        if error is not None:
            raise error
        self._end()
        return size

    def share(self, source: int, target: int, size: int) -> None:
        self._begin("share")
        if self.random.random() < 0.5:
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
        self._node(target).apply(Write(0, bytes(self._node(source).data[:size])))
        self._end()

    def reserve(self, file: int, size: int) -> None:
        self._begin("reserve")
        self._end()

    def copy(self, source: int, target: int, size: int, offset: int) -> int:
        self._begin("copy")
        if self.random.random() < 0.2:
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        size = self._amount(size)
        data = bytes(self._node(source).data[offset : offset + size])
        self._node(target).apply(Write(offset, data))
        self._end()
        return len(data)

    def truncate(self, file: int, size: int) -> None:
        self._begin("truncate")
        self._node(file).apply(Cut(size))
        self._end()

    def sync(self, file: int) -> None:
        error = self._call("sync")
        inode = self._open[file]
        if error is not None:
            # The kernel takes the pages for clean from now on, whether they are on the disk or not.
            if inode and self.random.random() < 0.5:
                self.disk.nodes[inode].pending.clear()
            raise error
        if inode:
            self.disk.nodes[inode].sync()
        else:
            self.disk.sync_names()
        self._end()

    def status(self, file: int) -> Status:
        self._begin("status")
        return self._status(self._open[file])

    def status_of(self, path: str) -> Status:
        self._begin("status_of")
        return self._status(self._inode(path))

    def lock(self, file: int) -> None:
        self._begin("lock")
        if self._locks.setdefault(self._open[file], file) != file:
            raise BlockingIOError(errno.EAGAIN, "locked")

    def rename(self, old: str, new: str) -> None:
        self._begin("rename")
        self.disk.apply(Naming(new, self._inode(old), gone=old))
        self._end()

    def link(self, old: str, new: str) -> None:
        self._begin("link")
        if new in self.disk.names:
            raise FileExistsError(errno.EEXIST, "File exists", new)
        self.disk.apply(Naming(new, self._inode(old)))
        self._end()

    def unlink(self, path: str) -> None:
        self._begin("unlink")
        self._inode(path)
        self.disk.apply(Naming(path, None))
        self._end()

    def names(self, folder: str) -> list[str]:
        self._begin("names")
        if folder != FOLDER:
            raise FileNotFoundError(errno.ENOENT, "No such folder", folder)
        return [os.path.basename(name) for name in self.disk.names]

    def may_write(self, path: str) -> bool:
        return True

    def resolve(self, path: str) -> str:
        return path

    def set_mode(self, file: int, mode: int) -> None:
        self._begin("set_mode")
        self._node(file).mode = 0o100000 | mode

    def set_owner(self, file: int, owner: int, group: int) -> None:
        self._begin("set_owner")

    def attributes(self, file: int) -> list[str]:
        self._begin("attributes")
        return []

    def attribute(self, file: int, name: str) -> bytes:
        raise KeyError(name)

    def set_attribute(self, file: int, name: str, value: bytes) -> None:
        raise KeyError(name)

    def remove_attribute(self, file: int, name: str) -> None:
        raise KeyError(name)

    def user(self) -> int:
        return 0

    def _inode(self, path: str) -> int:
        inode = self.disk.names.get(path)
        if inode is None:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
        return inode

    def _node(self, file: int) -> Node:
        return self.disk.nodes[self._open[file]]

    def _status(self, inode: int) -> Status:
        node = self.disk.nodes[inode]
        links = sum(1 for one in self.disk.names.values() if one == inode)
        return Status(1, inode, len(node.data), node.changes, node.mode, 0, 0, links)

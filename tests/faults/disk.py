"""A disk that knows what is synced: what a crash leaves of it is decided by a seed.

Writes and changes of names are pending until the file, or its folder, is synced. A crash keeps any of
them, in any combination, and tears writes at 512 bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

SECTOR = 512


@dataclass(frozen=True, slots=True)
class Write:
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Cut:
    size: int


@dataclass(frozen=True, slots=True)
class Naming:
    """`name` stands for `inode` from now on, `gone` (if any) for nothing; None: nothing stands for it."""

    name: str
    inode: int | None
    gone: str = ""


@dataclass(slots=True)
class Node:
    data: bytearray = field(default_factory=bytearray)
    durable: bytes = b""
    pending: list[Write | Cut] = field(default_factory=list[Write | Cut])
    changes: int = 0
    mode: int = 0o100644

    def apply(self, change: Write | Cut) -> None:
        _apply(self.data, change)
        self.pending.append(change)
        self.changes += 1

    def sync(self) -> None:
        self.durable = bytes(self.data)
        self.pending.clear()


class Disk:
    """One folder of files."""

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}
        self.names: dict[str, int] = {}
        self.durable_names: dict[str, int] = {}
        self.pending: list[Naming] = []
        self._next = 1

    def add(self, name: str, data: bytes) -> None:
        """A file that has always been there."""
        inode = self.new_node()
        node = self.nodes[inode]
        node.data[:] = data
        node.sync()
        self.names[name] = inode
        self.durable_names[name] = inode

    def new_node(self) -> int:
        inode = self._next
        self._next += 1
        self.nodes[inode] = Node()
        return inode

    def apply(self, naming: Naming) -> None:
        _rename(self.names, naming)
        self.pending.append(naming)

    def sync_names(self) -> None:
        self.durable_names = dict(self.names)
        self.pending.clear()

    def read(self, name: str) -> bytes | None:
        inode = self.names.get(name)
        return bytes(self.nodes[inode].data) if inode is not None else None

    def after_power_loss(self, random: Random) -> Disk:
        """What is on the disk when the machine comes up again."""
        disk = Disk()
        names = dict(self.durable_names)
        for naming in self.pending:
            if random.random() < 0.5:
                _rename(names, naming)
        disk._next = self._next
        for name, inode in names.items():
            node = self.nodes[inode]
            data = bytearray(node.durable)
            for change in node.pending:
                _apply_some(data, change, random)
            disk.nodes[inode] = Node(data, bytes(data), mode=node.mode)
            disk.names[name] = disk.durable_names[name] = inode
        return disk

    def after_kill(self) -> Disk:
        """The machine goes on: everything that was written is there."""
        return self


def _apply(data: bytearray, change: Write | Cut) -> None:
    if isinstance(change, Cut):
        del data[change.size :]
        data.extend(bytes(change.size - len(data)))
        return
    data.extend(bytes(max(change.offset - len(data), 0)))
    data[change.offset : change.offset + len(change.data)] = change.data


def _apply_some(data: bytearray, change: Write | Cut, random: Random) -> None:
    fate = random.random()
    if fate < 0.3:
        return
    if isinstance(change, Cut) or fate < 0.6:
        _apply(data, change)
        return
    end = change.offset + len(change.data)
    at = change.offset
    while at < end:
        behind = min((at // SECTOR + 1) * SECTOR, end)
        if random.random() < 0.5:
            part = change.data[at - change.offset : behind - change.offset]
            _apply(data, Write(at, part))
        at = behind


def _rename(names: dict[str, int], naming: Naming) -> None:
    if naming.gone:
        names.pop(naming.gone, None)
    if naming.inode is None:
        names.pop(naming.name, None)
    else:
        names[naming.name] = naming.inode

"""What of a real folder would outlive a power loss: what was synced, and of the rest whatever a seed says."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from random import Random
from typing import Final

SECTOR: Final = 512


class DurableFolder:
    """A file is durable as it was when it was last synced, a name as it was when its folder was. It opens files itself, and asks
    `scandir`: the calls that the tests strike are not for it."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._names: dict[str, int] = dict(_files_below(folder))
        self._data = {inode: _read(path) for path, inode in self._names.items()}

    def sync(self, file: int) -> None:
        """After an `fsync`."""
        path = os.readlink(f"/proc/self/fd/{file}")
        if stat.S_ISREG(os.fstat(file).st_mode):
            self._data[os.fstat(file).st_ino] = _read(f"/proc/self/fd/{file}")
            return
        elsewhere = {
            name: inode for name, inode in self._names.items() if os.path.dirname(name) != path
        }
        here = {name: inode for name, inode in _files_below(path) if os.path.dirname(name) == path}
        self._names = elsewhere | here

    def lose_power(self, random: Random) -> None:
        """Each change of a name that is not synced holds or not; of each file, sectors are old or new."""
        now = dict(_files_below(self.folder))
        current = {inode: _read(path) for path, inode in now.items()}
        after: dict[str, bytes] = {}
        for path in sorted({*now, *self._names}):
            old, new = self._names.get(path), now.get(path)
            inode = new if random.random() < 0.5 else old
            if inode is not None:
                durable = self._data.get(inode, b"")
                after[path] = _torn(durable, current.get(inode, durable), random)
        for path in now:
            os.unlink(path)
        for path, data in after.items():
            with open(path, "wb") as file:
                file.write(data)


def _torn(old: bytes, new: bytes, random: Random) -> bytes:
    if new == old or random.random() < 0.3:
        return old
    if random.random() < 0.3:
        return new
    size = random.choice((len(old), len(new)))
    data = bytearray(old[:size].ljust(size, b"\0"))
    for at in range(0, size, SECTOR):
        if random.random() < 0.5:
            end = min(at + SECTOR, size)
            data[at:end] = new[at:end].ljust(end - at, b"\0")
    return bytes(data)


def _files_below(folder: str) -> Iterator[tuple[str, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files_below(entry.path)
            else:
                yield entry.path, entry.inode()


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()

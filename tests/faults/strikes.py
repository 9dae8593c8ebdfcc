"""A command that puts every byte of a file anew, struck at its system calls: what is left is the old file or the new one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from inlay.ground.files.aside import is_aside
from inlay.verbs.recover.from_journal import recover
from inlay_runtime.errors import InlayError
from tests.faults.disk import Disk
from tests.faults.shim import FOLDER, Fault, Killed, Shim

PATH: Final = f"{FOLDER}/part.parquet"
KINDS: Final = ("kill", "EIO", "ENOSPC")

Run: TypeAlias = Callable[[Shim], None]
"""Changes the file at PATH."""


def disk_with(data: bytes) -> Disk:
    disk = Disk()
    disk.add(PATH, data)
    return disk


def changed_by(run: Run, old: bytes) -> tuple[bytes, int]:
    """What the file becomes if nothing happens, and in how many system calls."""
    disk = disk_with(old)
    shim = Shim(disk, short=False)
    run(shim)
    new = disk.read(PATH)
    assert new is not None
    assert new != old
    return new, len(shim.calls)


def assert_never_lost(run: Run, old: bytes, new: bytes, count: int, step: int) -> None:
    """Each `step`-th of `count` calls is struck, and the last ones, which publish."""
    states: set[str] = set()
    for call in sorted({*range(1, count, step), *range(max(count - 12, 1), count + 1)}):
        for kind in KINDS:
            states.add(_strike(run, old, new, call, kind))
    assert states == {"old", "new"}


def _strike(run: Run, old: bytes, new: bytes, call: int, kind: str) -> str:
    disk = disk_with(old)
    done = False
    try:
        run(Shim(disk, call, Fault(call, kind), short=False))
        done = True
    except (Killed, OSError, InlayError):
        pass
    if call % 2:
        disk = disk.after_power_loss(Random(call))
    recover(PATH, system=Shim(disk, short=False))
    left = disk.read(PATH)
    assert left in (old, new), (call, kind)
    assert not done or left == new, (call, kind)
    assert not [name for name in disk.names if is_aside(name.removeprefix(f"{FOLDER}/"))]
    return "old" if left == old else "new"

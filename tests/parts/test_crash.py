"""Killed, or out of space, at a system call of `drop`: the file is the old one or the new one, byte for byte."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from inlay.files.aside import is_aside
from inlay.parts.in_place import drop_in_place
from inlay.parts.making import Making
from inlay.parts.plan import PartsPlan
from inlay.parts.selection import plan_selection
from inlay.parts.source import PartSource
from inlay.recover.from_journal import recover
from inlay_runtime.errors import InlayError
from tests.faults.disk import Disk
from tests.faults.shim import FOLDER, Fault, Killed, Shim
from tests.parts.made import OPTIONS, table, write_tables

PATH = f"{FOLDER}/part.parquet"
KINDS = ("kill", "EIO", "ENOSPC")
STEP = 23
"""Every call would take minutes; these fall on all kinds of calls."""


def without_the_first(part: PartSource) -> PartsPlan:
    return plan_selection(part, [1, 2, 3, 4], range(len(part.metadata.row_groups)))


def drop(system: Shim) -> None:
    drop_in_place(PATH, without_the_first, Making(), system)


@pytest.fixture
def old(tmp_path: Path) -> bytes:
    [path] = write_tables(tmp_path, [table(700, 1)], **OPTIONS["indexed"])
    return Path(path).read_bytes()


def disk_with(data: bytes) -> Disk:
    disk = Disk()
    disk.add(PATH, data)
    return disk


def test_a_file_is_never_lost(old: bytes) -> None:
    disk = disk_with(old)
    undisturbed = Shim(disk, short=False)
    drop(undisturbed)
    new = disk.read(PATH)
    assert new is not None
    assert new != old
    count = len(undisturbed.calls)
    states: set[str] = set()
    for call in sorted({*range(1, count, STEP), *range(max(count - 12, 1), count + 1)}):
        for kind in KINDS:
            states.add(struck(old, new, call, kind))
    assert states == {"old", "new"}


def struck(old: bytes, new: bytes, call: int, kind: str) -> str:
    """What is left of the file."""
    disk = disk_with(old)
    done = False
    try:
        drop(Shim(disk, call, Fault(call, kind), short=False))
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

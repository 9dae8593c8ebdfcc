"""Killed, or out of space, at a system call of `drop`: the file is the old one or the new one, byte for byte."""

from __future__ import annotations

from pathlib import Path

from inlay.verbs.parts.in_place import drop_in_place
from inlay.verbs.parts.making import WriteOptions
from inlay.verbs.parts.plan import PartsPlan
from inlay.verbs.parts.selection import plan_selection
from inlay.verbs.parts.source import PartSource
from tests.faults.shim import Shim
from tests.faults.strikes import PATH, assert_never_lost, changed_by
from tests.verbs.parts.made import OPTIONS, table, write_tables

STEP = 23
"""Every call would take minutes; these fall on all kinds of calls."""


def without_the_first(part: PartSource) -> PartsPlan:
    return plan_selection(part, [1, 2, 3, 4], range(part.count))


def drop(system: Shim) -> None:
    drop_in_place(PATH, without_the_first, WriteOptions(), system)


def test_a_file_is_never_lost(tmp_path: Path) -> None:
    [path] = write_tables(tmp_path, [table(700, 1)], **OPTIONS["indexed"])
    old = Path(path).read_bytes()
    new, count = changed_by(drop, old)
    assert_never_lost(drop, old, new, count, STEP)

"""Every system call fails or is the last one: the file has its old footer or the new, if need be after `recover`."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.changes.rewrite.change import Target
from inlay.verbs.index.add import add_index
from inlay.verbs.recover.from_journal import recover
from inlay.verbs.set.convert_footer import convert_footer
from inlay.verbs.set.edits import Edits
from inlay.verbs.set.set_metadata import set_edits
from inlay_runtime.errors import InlayError
from tests.faults.disk import Disk
from tests.faults.shim import FOLDER, Fault, Killed, Shim

PATH = f"{FOLDER}/part.parquet"
EDITS = Edits(rename={"a": "longer name"}, keys={"who": "me"})

Run = Callable[[Target, Shim], object]


def to(design: str) -> Run:
    return lambda target, system: convert_footer(PATH, design, target=target, system=system)


CHANGES: Final[dict[str, Run]] = {
    "set": lambda target, system: set_edits(PATH, EDITS, target=target, system=system),
    "add index": lambda target, system: add_index(PATH, what=["all"], target=target, system=system),
    "to modular": to("modular"),
    "to thrift": to("thrift"),
    "to parx": to("parx"),
}
TARGETS: Final = {"new file": Target(), "in place": Target(in_place=True)}
CASES: Final = [
    (change, target)
    for change in CHANGES
    for target in TARGETS
    if (change, target) != ("to parx", "in place")
]
"""A PARX file begins with its magic, too, so it is not changed in place."""


def plain_file() -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table({"a": [1, 2], "b": ["x", "y"]}), file)
    return file.getvalue()


def changed(data: bytes, change: Run) -> bytes:
    disk = disk_with(data)
    change(Target(), Shim(disk, short=False))
    new = disk.read(PATH)
    assert new is not None
    return new


def disk_with(data: bytes) -> Disk:
    disk = Disk()
    disk.add(PATH, data)
    return disk


@pytest.mark.parametrize(("change", "target"), CASES)
def test_the_file_is_old_or_new_whatever_call_fails(change: str, target: str) -> None:
    old = plain_file()
    if change == "to thrift":
        old = changed(old, CHANGES["to modular"])
    new = changed(old, CHANGES[change])
    fine = Shim(disk_with(old), short=False)
    CHANGES[change](TARGETS[target], fine)
    states: set[bytes | None] = set()
    for call in range(1, len(fine.calls) + 1):
        for seed, kind in enumerate(("kill", "EIO", "ENOSPC")):
            struck = disk_with(old)
            system = Shim(struck, seed, Fault(call, kind))
            with suppress(Killed, OSError, InlayError):
                CHANGES[change](TARGETS[target], system)
            if kind == "kill":
                struck = struck.after_power_loss(Random(call))
            recover(PATH, complete=False, system=Shim(struck))
            states.add(struck.read(PATH))
    assert states == {old, new}

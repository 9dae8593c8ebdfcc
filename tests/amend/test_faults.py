"""Every system call fails or is the last one: the file has its old metadata or the new, if need be after `recover`."""

from __future__ import annotations

import io
from contextlib import suppress
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.amend.edits import Edits
from inlay.amend.set_metadata import set_edits
from inlay.recover.from_journal import recover
from inlay.rewrite.change import Target
from inlay_runtime.errors import InlayError
from tests.faults.disk import Disk
from tests.faults.shim import FOLDER, Fault, Killed, Shim

PATH = f"{FOLDER}/part.parquet"
EDITS = Edits(rename={"a": "longer name"}, keys={"who": "me"})


def old_file() -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table({"a": [1, 2], "b": ["x", "y"]}), file)
    return file.getvalue()


OLD = old_file()


def run(disk: Disk, target: Target, fault: Fault | None = None, seed: int = 0) -> Shim:
    system = Shim(disk, seed, fault, short=fault is not None)
    set_edits(PATH, EDITS, target=target, system=system)
    return system


def disk() -> Disk:
    fresh = Disk()
    fresh.add(PATH, OLD)
    return fresh


@pytest.mark.parametrize("target", [Target(), Target(in_place=True)], ids=["new file", "in place"])
def test_the_file_is_old_or_new_whatever_call_fails(target: Target) -> None:
    fine = disk()
    calls = len(run(fine, target).calls)
    new = fine.read(PATH)
    states: set[bytes | None] = set()
    for call in range(1, calls + 1):
        for seed, kind in enumerate(("kill", "EIO", "ENOSPC")):
            struck = disk()
            with suppress(Killed, OSError, InlayError):
                run(struck, target, Fault(call, kind), seed)
            if kind == "kill":
                struck = struck.after_power_loss(Random(call))
            recover(PATH, complete=False, system=Shim(struck))
            states.add(struck.read(PATH))
    assert states == {OLD, new}

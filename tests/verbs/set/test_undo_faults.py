"""Whatever call fails: a file that has changed has an undo file that takes it back, and one that lies about is of no harm."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from inlay.changes.rewrite.change import Target
from inlay.changes.rewrite.undo import undo_metadata
from inlay.verbs.recover.from_journal import recover
from inlay.verbs.set.set_metadata import set_edits
from inlay_runtime.errors import InlayError
from tests.faults.disk import Disk
from tests.faults.shim import Fault, Killed, Shim
from tests.verbs.set.test_faults import EDITS, PATH, disk_with, plain_file

OLD = plain_file()


@pytest.mark.parametrize("target", [Target(), Target(in_place=True)], ids=["new file", "in place"])
@pytest.mark.parametrize("kind", ["kill", "EIO", "ENOSPC"])
def test_a_changed_file_can_be_taken_back(target: Target, kind: str, tmp_path: Path) -> None:
    fine = Shim(disk_with(OLD))
    set_edits(PATH, EDITS, undo_to=str(tmp_path / "fine"), target=target, system=fine)
    changed = 0
    for call in range(1, len(fine.calls) + 1):
        undo = tmp_path / f"{call}.undo"
        struck = disk_with(OLD)
        system = Shim(struck, call, Fault(call, kind), short=True)
        with suppress(Killed, OSError, InlayError):
            set_edits(PATH, EDITS, undo_to=str(undo), target=target, system=system)
        for state in _states_after(struck, kind):
            recover(PATH, complete=False, system=Shim(state))
            if state.read(PATH) == OLD:
                continue
            changed += 1
            assert undo.exists(), f"call {call} left a changed file, and no way back"
            undo_metadata(PATH, str(undo), target=target, system=Shim(state))
            assert state.read(PATH) == OLD
    assert changed


def _states_after(struck: Disk, kind: str) -> list[Disk]:
    """What may be on the disk."""
    if kind != "kill":
        return [struck]
    return [struck.after_kill(), *(struck.after_power_loss(Random(seed)) for seed in range(4))]


def test_an_undo_file_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    fresh = disk_with(OLD)
    with pytest.raises(OSError, match=r"missing.a\.undo"):
        set_edits(PATH, EDITS, undo_to=str(tmp_path / "missing" / "a.undo"), system=Shim(fresh))
    assert fresh.read(PATH) == OLD

"""A rewrite on a shim, struck by a fault, and what must be true of the file after it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from inlay.changes.rewrite import Change, Target, edit_tail
from inlay.changes.rewrite.names import name_journal, name_sidecar
from inlay.ground.files.aside import is_aside
from inlay.ground.files.source import Seekable
from inlay.verbs.recover.from_journal import recover
from inlay_runtime.errors import InlayError
from tests.faults.disk import Disk
from tests.faults.shim import FOLDER, Fault, Killed, Shim

PATH = f"{FOLDER}/part.parquet"
OTHER = f"{FOLDER}/other.parquet"

SMALLEST_FOOTER = bytes.fromhex("1504190016001900") + b"\0"
"""A FileMetaData with nothing in it."""


def tail(payload: int, seed: int) -> bytes:
    """A footer with a length and a magic, so that recovery can tell it from a torn one."""
    footer = SMALLEST_FOOTER + Random(seed).randbytes(payload)
    return footer + len(footer).to_bytes(4, "little") + b"PAR1"


@dataclass(frozen=True, slots=True)
class Scenario:
    """Body and tails of these sizes, changed in this way."""

    name: str
    body: int
    old: int
    new: int
    in_place: bool = False
    output: bool = False
    sidecar: bool = False

    @property
    def kept(self) -> bytes:
        return b"PAR1" + Random(1).randbytes(self.body)

    @property
    def old_file(self) -> bytes:
        return self.kept + tail(self.old, 2)

    @property
    def new_tail(self) -> bytes:
        return tail(self.new, 3)

    @property
    def new_file(self) -> bytes:
        return self.kept + self.new_tail

    def disk(self) -> Disk:
        disk = Disk()
        disk.add(PATH, self.old_file)
        if self.sidecar:
            disk.add(name_sidecar(PATH), b"crc\0")
        return disk

    def run(self, system: Shim) -> None:
        change = Change(len(self.kept), self.new_tail)

        def plan(source: Seekable) -> Change:
            source.seek(change.keep)
            source.read(8)
            return change

        target = Target(output=OTHER if self.output else None, in_place=self.in_place)
        edit_tail(PATH, plan, target=target, system=system)


SCENARIOS = [
    Scenario("replace, longer", 3_000, 700, 2_900),
    Scenario("replace, shorter, with a sidecar", 1_200, 2_900, 40, sidecar=True),
    Scenario("in place, longer", 3_000, 700, 2_900, in_place=True),
    Scenario("in place, shorter", 1_200, 2_900, 40, in_place=True, sidecar=True),
    Scenario("in place, the same length", 5_000, 1_500, 1_500, in_place=True),
    Scenario("another file", 1_200, 700, 900, output=True),
]


@dataclass(frozen=True, slots=True)
class Result:
    """`state` is `old` or `new`, `recovered` whether it took `recover` to get there."""

    state: str
    recovered: bool


def calls_of(scenario: Scenario) -> list[str]:
    """The system calls of an undisturbed run."""
    system = Shim(scenario.disk(), short=False)
    scenario.run(system)
    return system.calls


def strike(scenario: Scenario, fault: Fault, seed: int, *, power_loss: bool) -> Result:
    """AssertionError if the file is neither old nor new, even after recovery."""
    disk = scenario.disk()
    system = Shim(disk, seed, fault)
    succeeded = died = False
    try:
        scenario.run(system)
        succeeded = True
    except Killed:
        died = True
    except (OSError, InlayError):
        pass
    random = Random(seed)
    if power_loss:
        disk = disk.after_power_loss(random)
    if not died and not power_loss and system.calls[fault.call - 1 : fault.call] != ["unlink"]:
        assert not _temporaries(disk), "a failure that was survived cleans up after itself"
        assert name_journal(PATH) not in disk.names
    torn = disk.read(PATH) not in (scenario.old_file, scenario.new_file)
    state = _recovered(scenario, disk, random)
    assert state == "new" or not succeeded, "what was reported as done stays done"
    assert scenario.in_place or not torn
    return Result(state, torn)


def _recovered(scenario: Scenario, disk: Disk, random: Random) -> str:
    """Recovery may be struck too: it is tried until it comes through."""
    for _ in range(random.randint(0, 2)):
        fault = Fault(random.randint(1, 25), "kill")
        try:
            recover(PATH, complete=False, system=Shim(disk, random.randint(0, 1 << 30), fault))
        except Killed:
            if random.random() < 0.5:
                disk = disk.after_power_loss(random)
        except (OSError, InlayError):
            pass
    recover(PATH, complete=random.random() < 0.3, system=Shim(disk, short=True))
    assert name_journal(PATH) not in disk.names
    assert scenario.output or not _temporaries(disk)
    found = disk.read(PATH)
    if scenario.output:
        assert found == scenario.old_file
        other = disk.read(OTHER)
        assert other in (None, scenario.new_file)
        return "old" if other is None else "new"
    assert found in (scenario.old_file, scenario.new_file), "torn"
    return "old" if found == scenario.old_file else "new"


def _temporaries(disk: Disk) -> list[str]:
    return [name for name in disk.names if is_aside(name.removeprefix(f"{FOLDER}/"))]

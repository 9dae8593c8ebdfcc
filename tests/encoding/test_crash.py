"""Killed, or out of space, at a system call: the file is the old one or the new one, byte for byte."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from inlay.encoding.on_files import add_to_file, strip_file
from inlay.files.aside import is_aside
from inlay.recover.from_journal import recover
from inlay_runtime.errors import InlayError
from tests.encoding.files import ENCODINGS, PCO, write_pyarrow
from tests.faults.disk import Disk
from tests.faults.shim import FOLDER, Fault, Killed, Shim

PATH = f"{FOLDER}/part.parquet"
KINDS = ("kill", "EIO", "ENOSPC")
STEP = 61
"""Every call would take minutes; these fall on all kinds of calls."""


def add(system: Shim) -> None:
    add_to_file(PATH, lambda _: {0: PCO, 3: PCO}, encodings=ENCODINGS, system=system)


def strip(system: Shim) -> None:
    strip_file(PATH, encodings=ENCODINGS, system=system)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path: Path = tmp_path_factory.mktemp("crash") / "file.parquet"
    write_pyarrow(path, write_page_index=True)
    return path.read_bytes()


def disk_with(data: bytes) -> Disk:
    disk = Disk()
    disk.add(PATH, data)
    return disk


@pytest.mark.parametrize("what", ["add", "strip"])
def test_a_file_is_never_lost(plain: bytes, what: str) -> None:
    run = add if what == "add" else strip
    disk = disk_with(plain)
    add(Shim(disk, short=False))
    dual = disk.read(PATH)
    assert dual is not None
    old, new = (plain, dual) if what == "add" else (dual, plain)
    undisturbed = Shim(disk_with(old), short=False)
    run(undisturbed)
    count = len(undisturbed.calls)
    # The last calls are those that publish.
    struck = sorted({*range(1, count, STEP), *range(max(count - 12, 1), count + 1)})
    states: set[str] = set()
    for call in struck:
        for kind in KINDS:
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
            found = disk.read(PATH)
            assert found in (old, new), (call, kind)
            assert not done or found == new, (call, kind)
            assert not [name for name in disk.names if is_aside(name.removeprefix(f"{FOLDER}/"))]
            states.add("old" if found == old else "new")
    assert states == {"old", "new"}

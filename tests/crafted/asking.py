"""The crafted files, and what readers make of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final, TypeAlias

from tests.crafted.deviation import Must
from tests.crafted.deviations import DEVIATIONS
from tests.crafted.files import crafted_file, good_file
from tests.readers.outcome import Kind, Outcome
from tests.readers.process import ReaderProcess

ALLOWED: Final = {
    Must.REFUSE: {Kind.ERROR},
    Must.READ: {Kind.READ},
    Must.CHOOSE: {Kind.ERROR, Kind.READ, Kind.OTHER},
}
Verdicts: TypeAlias = dict[str, dict[str, Outcome]]
"""By reader and by deviation."""


HURT: Final = {Kind.CRASH, Kind.HANG}


def write_files(folder: Path) -> None:
    """The good file as `good.parquet`, and the others under their names."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "good.parquet").write_bytes(good_file())
    for name in DEVIATIONS:
        (folder / f"{name}.parquet").write_bytes(crafted_file(name))


def ask(reader: str, folder: Path) -> dict[str, Outcome]:
    """What a reader makes of each file. After each error it has to read the good file again: one that cannot is begun anew,
    so that no file is blamed for another."""
    outcomes: dict[str, Outcome] = {}
    process = ReaderProcess(reader)
    try:
        good = process.read(folder / "good.parquet")
        if good.kind is not Kind.READ:
            raise RuntimeError(f"{reader} does not read the good file: {good.detail}")
        for name in DEVIATIONS:
            outcome = process.read(folder / f"{name}.parquet").against(good)
            outcomes[name] = outcome
            if (
                outcome.kind is not Kind.READ
                and process.read(folder / "good.parquet").against(good).kind is not Kind.READ
            ):
                process.close()
                process = ReaderProcess(reader)
    finally:
        process.close()
    return outcomes


def say_whom_files_hurt(verdicts: Verdicts) -> bool:
    """Whether a file crashed or hung a reader. Which, is said to whoever runs this, and written nowhere."""
    lines = [
        f"{name} makes {reader} {outcome.kind.value}: take it out of the tables, and count it in tests/crafted/left_out.py"
        for reader, outcomes in verdicts.items()
        for name, outcome in outcomes.items()
        if outcome.kind in HURT
    ]
    print(*lines, sep="\n", end="\n" if lines else "", file=sys.stderr)
    return bool(lines)

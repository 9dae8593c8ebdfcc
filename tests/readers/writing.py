"""The writers, each on the same rows in a process of its own, and what their files have in them."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tests.readers.process import ROOT
from tests.readers.record import Part, Row, digest_of
from tests.readers.verdict import Cell, shorten
from tests.readers.writers import WRITERS
from tests.readers.written import FEATURES, cells_of, write_given

SECONDS: Final = 300.0


def measure_writers(folder: Path) -> Part:
    """The part of those that are installed."""
    place = folder / "writers"
    place.mkdir(parents=True, exist_ok=True)
    given = place / "given.parquet"
    write_given(given)
    versions = {
        name: version for name, writer in WRITERS.items() if (version := writer().version())
    }
    cells: dict[str, dict[str, Cell]] = {}
    written: dict[str, str] = {}
    for name in versions:
        out = place / f"{name}.parquet"
        failure = write_in_child(name, given, out)
        cells[name] = dict.fromkeys(FEATURES, failure) if failure else cells_of(out)
        written[name] = "" if failure else digest_of([out])[1]
    file = str(given.relative_to(folder))
    rows = [
        Row(row, file, 1, *digest_of([given]), {name: of[row] for name, of in cells.items()})
        for row in FEATURES
    ]
    calls = {name: WRITERS[name].call for name in versions}
    return Part("writers", f"{datetime.now(UTC):%Y-%m-%d}", versions, rows, calls, written)


def write_in_child(name: str, given: Path, out: Path) -> Cell | None:
    """None where it has written; else what happened."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tests.readers.writers", name, str(given), str(out)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Cell("hang")
    if done.returncode == 0:
        return None
    said = done.stderr.strip().rpartition("\n")[2]
    return Cell("crash" if done.returncode < 0 else "error", shorten(said))

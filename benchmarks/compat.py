"""How long does it take to judge 10,000 files by every reader that was measured?"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks import footers
from benchmarks.measure import time_of_children
from inlay.verbs.compat.record import records

FILES: Final = 10_000
SHAPES: Final = ((10, 1), (30, 4))
"""Columns and row groups."""
ROUNDS: Final = 3
METHOD: Final = (
    "`inlay compat FOLDER` by all {readers} readers, each in the newest version that was measured; {files:,} files in the page cache, "
    "output thrown away. Seconds of the processor, start-up included, medians of {rounds} rounds. Target: 10 s."
)


def run() -> str:
    method = METHOD.format(readers=len(records()), files=FILES, rounds=ROUNDS)
    lines = ["## What readers make of many files", "", method, ""]
    lines += [
        "| columns x row groups | footer, bytes | text, s | JSON, s |",
        "|---|---:|---:|---:|",
    ]
    for columns, groups in SHAPES:
        data = footers.file(columns, groups)
        size = len(footers.footer_of(data))
        with tempfile.TemporaryDirectory() as folder:
            for number in range(FILES):
                Path(folder, f"part-{number:05}.parquet").write_bytes(data)
            text, json = (
                median(_judge(folder, format_) for _ in range(ROUNDS))
                for format_ in ("text", "json")
            )
        lines.append(f"| {columns} x {groups} | {size:,} | {text:.1f} | {json:.1f} |")
    return "\n".join(lines)


def _judge(folder: str, format_: str) -> float:
    """Seconds in user and kernel mode; notes and warnings are not a failure."""
    before = time_of_children()
    command = [sys.executable, "-m", "inlay", "compat", folder, "--format", format_]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if done.returncode > 1:
        raise OSError(f"inlay compat ended with {done.returncode}")
    return time_of_children() - before

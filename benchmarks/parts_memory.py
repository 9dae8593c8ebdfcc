"""What `concat` of many small files holds in memory, each time in a process of its own."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

FILES: Final = 10_000
AIM: Final = 64
"""MiB beyond the footers."""

CASES: Final = ((10, "unchecked"), (10, "checked"), (20, "checked"))
"""How many columns, and whether pages are checked."""

CODE: Final = """
import sys, inlay
from pathlib import Path
folder, count, checked = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "checked"
paths = sorted(map(str, folder.glob("in-*.parquet")))[:count]
def resident(name):
    with open("/proc/self/status") as status:
        return int(next(line for line in status if line.startswith(name)).split()[1]) << 10
inlay.concat(paths[:10], folder / "out.parquet", verify_pages=checked, overwrite=True)
Path("/proc/self/clear_refs").write_text("5")  # the peak counts from here
before = resident("VmRSS:")
inlay.concat(paths, folder / "out.parquet", verify_pages=checked, overwrite=True)
print(resident("VmHWM:") - before)
"""


def run() -> str:
    lines = [
        "### Memory of concat",
        "",
        f"{FILES:,} small files into one; how much higher memory peaks than at 10 files. Aim: the footers and {AIM} MiB.",
        "",
        "| columns | pages | footers, MiB | peak, MiB | beyond the footers, MiB |",
        "|---:|---|---:|---:|---:|",
    ]
    for columns, how in CASES:
        with tempfile.TemporaryDirectory() as folder:
            footers = FILES * _write(Path(folder), columns) / (1 << 20)
            grown = peak(Path(folder), FILES, how) / (1 << 20)
        lines.append(f"| {columns} | {how} | {footers:.1f} | {grown:.1f} | {grown - footers:.1f} |")
    return "\n".join(lines)


def _write(folder: Path, columns: int) -> int:
    """The bytes of a footer."""
    table = pa.table({f"column_{number}": [number, None, 7] for number in range(columns)})
    first = folder / "in-00000.parquet"
    pq.write_table(table, first, write_page_index=True)
    data = first.read_bytes()
    for number in range(1, FILES):
        (folder / f"in-{number:05}.parquet").write_bytes(data)
    return int.from_bytes(data[-8:-4], "little")


def peak(folder: Path, count: int, how: str) -> int:
    command = [sys.executable, "-c", CODE, str(folder), str(count), how]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(done.stdout)

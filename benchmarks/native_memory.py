"""What decoded footers cost in memory and in the cyclic collector, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from benchmarks import footers

CODE: Final = """
import gc, io, json, sys, time
import pyarrow, pyarrow.parquet as pq
from parquet_format.parquet import FileMetaData
data = open(sys.argv[1], "rb").read()
how = sys.argv[2]
file = b"PAR1" + data + len(data).to_bytes(4, "little") + b"PAR1" if how == "pyarrow" else b""
def resident():
    with open("/proc/self/statm") as stat:
        return int(stat.read().split()[1]) * 4096
def ten(meta):
    for group in meta.row_groups:
        columns = group.columns
        for at in range(10):
            columns[at * len(columns) // 10].meta_data.total_compressed_size
small = FileMetaData.decode(FileMetaData(version=1, schema=[], num_rows=0, row_groups=[]).encode())
pq.read_metadata
def full():
    start = time.perf_counter(); gc.collect(); return time.perf_counter() - start
full(); before_collection = min(full() for _ in range(3))
if how == "eager, collector off":
    gc.disable()
before = resident()
start = time.perf_counter()
if how == "pyarrow":
    kept = pq.read_metadata(io.BytesIO(file))
elif how.startswith("eager"):
    kept = FileMetaData.decode(data, eager=True)
else:
    kept = FileMetaData.decode(data)
    if how == "lazy ten":
        ten(kept)
more = [[] for _ in range(1000)]
seconds = time.perf_counter() - start
grown = resident() - before
print(json.dumps([seconds, grown / len(data), full() / before_collection]))
"""
HOW: Final = ["lazy", "lazy ten", "eager", "eager, collector off", "pyarrow"]
TARGETS: Final = {"lazy": "1.3", "lazy ten": "3", "eager": "14"}
FRESH: Final = 3


def run(big: bool) -> str:
    lines = [
        "### Memory and the cyclic collector",
        f"The first decode of a fresh process, medians of {FRESH}: time with the next 1,000 allocations, resident memory that came "
        "with it as a multiple of the footer, and a full collection afterwards as a multiple of one before.",
        "| footer | how | ms | memory / footer | at most | collection |\n|---|---|---:|---:|---:|---:|",
    ]
    rows: list[str] = []
    eager: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, columns, groups in [("2 MB", 1000, 20), ("20 MB", 10_000, 20)][: 2 if big else 1]:
            path = Path(folder) / name
            path.write_bytes(footers.footer(columns, groups))
            for how in HOW:
                seconds, memory, collection = sorted(sample(path, how) for _ in range(FRESH))[1]
                if how == "eager":
                    eager[name] = seconds
                cells = f"{seconds * 1e3:.1f} | {memory:.1f} | {TARGETS.get(how, '')} | {collection:.2f}"
                rows.append(f"| {name} | {how} | {cells} |")
    lines[-1] += "\n" + "\n".join(rows)
    if big:
        lines.append(
            f"Eager 20 MB / 2 MB: {eager['20 MB'] / eager['2 MB']:.1f} (target: at most 12)."
        )
    return "\n\n".join(lines)


def sample(path: Path, how: str) -> tuple[float, float, float]:
    command = [sys.executable, "-c", CODE, str(path), how]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, memory, collection = json.loads(done.stdout)
    return seconds, memory, collection

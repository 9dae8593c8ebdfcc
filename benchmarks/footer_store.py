"""A store of the footers of a million files: its size, a refresh, a plan, and the memory that each takes, in processes of their own."""

from __future__ import annotations

import io
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import cycle, islice, repeat
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from inlay.footers.footer.read import read_footer
from inlay.ground.files.entries import FileEntry, make_entry
from inlay.ground.files.memory import MemoryFile
from inlay.tables.columnar import chunk_table
from inlay.verbs.store.manifest import StoreManifest, read_manifest
from inlay.verbs.store.part_schema import CHUNK_COLUMNS
from inlay.verbs.store.update_store import update_store

FILES: Final = 1_000_000
FEW_FILES: Final = 7_670
COLUMNS: Final = 20
KINDS: Final = 5_000
"""Footers that differ: more than a row group of a part has, so that none of its columns repeats itself."""

CHANGED: Final = 1_000
"""Each so many-th file: 0.1%."""

_OF_FOLDER: Final = 10_000
_TIME: Final = 1_790_000_000_000_000
"""Of the first file."""

FILTER: Final = "c0 > 1000000000 and c3 between 10 and 20"
METHOD: Final = (
    "{count:,} files of {columns} columns and a row group, with a page index, by pyarrow; {kinds:,} kinds of footers of {footer:,} bytes. The "
    "files are simulated: a listing, and footers in memory, so what is measured is Inlay alone. Each line is a process of its own, once; its memory is "
    "the peak of all that the process holds, less the footers of the simulation. Aims: 150 bytes for each file and column, a refresh of 0.1% in 2 s, "
    "300 MiB; a plan over {few:,} files in 1 s; the chunk rows of a footer in 100 us."
)


class _Lake:
    """A file system of such files. Every `changed`-th file has another time."""

    concurrency = 1
    has_links = False

    def __init__(self, footers: list[bytes], count: int, changed: int) -> None:
        self._footers = footers
        self._count = count
        self._changed = changed
        self.opened = 0

    def entry(self, path: str) -> FileEntry | None:
        return None

    def real(self, path: str) -> str:
        return path

    def below(self, path: str) -> Iterator[FileEntry]:
        names = [f"part-{at:08}-c000.snappy.parquet" for at in range(_OF_FOLDER)]
        sizes = [1_000_000 + len(footer) for footer in self._footers]
        for folder in range(-(-self._count // _OF_FOLDER)):
            first = folder * _OF_FOLDER
            count = min(_OF_FOLDER, self._count - first)
            times = [*range(_TIME + first, _TIME + first + count)]
            for at in range(-first % self._changed, count, self._changed) if self._changed else ():
                times[at] += 1
            start = f"{path}/day={folder:04}/"
            entries = zip(
                map(start.__add__, names),
                islice(cycle(sizes), first % len(sizes), None),
                times,
                repeat(None),
                repeat(0),
                repeat(None),
            )
            yield from map(make_entry, entries)

    @contextmanager
    def open(self, entry: FileEntry) -> Generator[_Handle]:
        self.opened += 1
        at = int(entry.path[-38:-34]) * _OF_FOLDER + int(entry.path[-28:-20])
        yield _Handle(entry.size, self._footers[at % len(self._footers)])


class _Handle(NamedTuple):
    size: int
    footer: bytes

    def read(self, offset: int, size: int) -> bytes:
        start = self.size - len(self.footer)
        zeros = bytes(max(0, min(start, offset + size) - offset))
        return zeros + self.footer[max(0, offset - start) : max(0, offset + size - start)]


def run() -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        footers = folder / "footers"
        _write_footers(footers)
        length = footers.stat().st_size // KINDS
        method = METHOD.format(
            count=FILES, columns=COLUMNS, kinds=KINDS, footer=length, few=FEW_FILES
        )
        lines = ["## A store of footers", "", method, "", "| what | s | MiB |", "|---|---:|---:|"]
        for what, step, count, changed in (
            (f"the listing alone, {FILES:,} files", "list", FILES, 0),
            (f"build, {FILES:,} files", "update", FILES, 0),
            ("refresh, nothing changed", "update", FILES, 0),
            ("refresh, 0.1% changed", "update", FILES, CHANGED),
            (f"plan, {FILES:,} files", "plan", FILES, 0),
            (f"build, {FEW_FILES:,} files", "update", FEW_FILES, 0),
            (f"plan, {FEW_FILES:,} files", "plan", FEW_FILES, 0),
        ):
            seconds, memory = _run_apart(step, footers, folder / f"store-{count}", count, changed)
            lines.append(f"| {what} | {seconds:.2f} | {memory / 2**20:.0f} |")
        parts = [it for it in (folder / f"store-{FILES}").iterdir() if it.name.startswith("part")]
        each = sum(it.stat().st_size for it in parts) / FILES / COLUMNS
        lines += ["", f"{each:.0f} bytes for each file and column. {_time_chunks(footers)}"]
    return "\n".join(lines)


def _time_chunks(footers: Path) -> str:
    data = [read_footer(MemoryFile(memoryview(it))).thrift for it in _read_footers(footers)[:512]]
    samples: list[float] = []
    for _ in range(5):
        start = time.perf_counter()
        chunk_table(data, CHUNK_COLUMNS)
        samples.append(time.perf_counter() - start)
    return f"The chunk rows of a footer: {median(samples) / len(data) * 1e6:.0f} us, 512 at once."


def _run_apart(
    step: str, footers: Path, store: Path, count: int, changed: int
) -> tuple[float, int]:
    arguments = [step, str(footers), str(store), str(count), str(changed)]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.footer_store", *arguments],
        check=True,
        capture_output=True,
        text=True,
    )
    seconds, memory = json.loads(done.stdout)
    return seconds, memory


def _main(step: str, footers: str, store: str, count: str, changed: str) -> None:
    """One of the lines: seconds, and bytes."""
    data = _read_footers(Path(footers)) if step != "plan" else []
    os.makedirs(store, exist_ok=True)
    lake = _Lake(data, int(count), int(changed))
    start = time.perf_counter()
    if step == "update":
        is_there = os.path.exists(os.path.join(store, "store.json"))
        before = read_manifest(store) if is_there else StoreManifest(("/lake",))
        update_store(store, before, before, [(lake, ["/lake"])])
    elif step == "list":
        for _ in lake.below("/lake"):
            pass
    else:
        inlay.plan_store(store, FILTER)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    print(json.dumps([seconds, peak - sum(map(len, data))]))


def _write_footers(path: Path) -> None:
    random = Random(7)
    with path.open("wb") as file:
        for at in range(KINDS):
            rows = random.randrange(100, 200)
            columns: dict[str, pa.Array[Any]] = {}
            for number in range(COLUMNS):
                low = random.randrange(1 << 30)
                values = [low + random.randrange(1 << 20) for _ in range(rows)]
                columns[f"c{number}"] = _choose_column(number, at, values)
            sink = io.BytesIO()
            pq.write_table(pa.table(columns), sink, write_page_index=True)
            data = sink.getvalue()
            end = data[-8 - int.from_bytes(data[-8:-4], "little") :]
            file.write(len(end).to_bytes(4, "little") + end)


def _choose_column(number: int, at: int, values: list[int]) -> pa.Array[Any]:
    match number % 5:
        case 0 | 1:
            return pa.array(values, pa.int64())
        case 2:
            return pa.array([value / 7 for value in values], pa.float64())
        case 3:
            return pa.array([value % 1000 + at % 100 for value in values], pa.int32())
        case _:
            return pa.array([f"name-{value}" for value in values])


def _read_footers(path: Path) -> list[bytes]:
    data = path.read_bytes()
    footers: list[bytes] = []
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "little")
        footers.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    return footers


if __name__ == "__main__":
    _main(*sys.argv[1:])

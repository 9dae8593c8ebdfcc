"""What does a new encoding save, and how fast is it read, against pyarrow on the old one?"""

from __future__ import annotations

import random
import tempfile
from array import array
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from benchmarks.measure import measure
from inlay.encoding import read_table
from inlay.pages.encodings.choose import keep_worthwhile
from inlay.pages.encodings.on_files import add_to_file, ratify_file
from inlay.pages.encodings.pco import Pco
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.encodings.trial import Trial, try_encodings
from inlay.pages.engine.thrift_file import open_thrift

ROWS: Final = 1_000_000
PCO: Final = Pco()
KNOWN: Final = Encodings(PCO, numbers={"pco": 77})
METHOD: Final = (
    f"{ROWS:,} rows in one row group; old: pyarrow's defaults with zstd. MB are those of the whole file; new only is the "
    "ratified file. Throughput is that of the values (8 or 4 bytes each) from a file in the page cache into an Arrow table, "
    "medians of 5 rounds in turn."
)


def _numbers(make: Callable[[random.Random], list[float]]) -> pa.Array[Any]:
    return pa.array(array("d", make(random.Random(1))))


def prices(r: random.Random) -> list[float]:
    return [round(r.lognormvariate(3, 1), 2) for _ in range(ROWS)]


def noise(r: random.Random) -> list[float]:
    return [r.gauss(0, 1) for _ in range(ROWS)]


def timestamps() -> pa.Array[Any]:
    r = random.Random(2)
    values = array("q", (at * 1_000_000 + r.randrange(50_000) for at in range(ROWS)))
    return pa.array(values, pa.int64()).cast(pa.timestamp("us"))


def ids() -> pa.Array[Any]:
    r = random.Random(3)
    return pa.array(array("q", accumulate(r.randint(1, 8) for _ in range(ROWS))), pa.int64())


def categories() -> pa.Array[Any]:
    r = random.Random(4)
    weights = [r.random() ** 3 for _ in range(200)]
    return pa.array(array("i", r.choices(range(200), weights, k=ROWS)), pa.int32())


DATA: Final[dict[str, Callable[[], pa.Array[Any]]]] = {
    "prices, two decimals, as doubles": lambda: _numbers(prices),
    "timestamps with jitter": timestamps,
    "sorted ids": ids,
    "Gaussian noise": lambda: _numbers(noise),
    "categories as integers": categories,
}


def run() -> str:
    lines = ["## A new encoding: pco", "", METHOD, ""]
    lines += [
        "| data | old only, MB | new only | dual | new against old, pages | `--auto` | old, MB/s | new, MB/s | new against old |",
        "|---|---:|---:|---:|---:|---|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for name, make in DATA.items():
            lines.append(row(name, pa.table({"x": make()}), Path(folder)))
    return "\n".join(lines)


def row(name: str, table: pa.Table, folder: Path) -> str:
    old, dual, new = (folder / f"{kind}.parquet" for kind in ("old", "dual", "new"))
    pq.write_table(table, old, compression="zstd", row_group_size=ROWS)
    trial = _trial(old)
    for path in (dual, new):
        path.write_bytes(old.read_bytes())
        add_to_file(str(path), lambda _: {0: PCO}, encodings=KNOWN)
    ratify_file(str(new), encodings=KNOWN)
    assert read_table(new, encodings=KNOWN).equals(table)
    times = measure(
        {
            "old": lambda: pq.read_table(old),
            "new": lambda: inlay.read_table(dual),
        }
    )
    megabytes = table.nbytes / 1e6
    speeds = [megabytes / times[kind].median for kind in ("old", "new")]
    sizes = [f"{path.stat().st_size / 1e6:.2f}" for path in (old, new, dual)]
    picked = "picked" if keep_worthwhile([trial]) else "not picked"
    cells = [
        name,
        *sizes,
        f"{1 - trial.saving:.2f}",
        picked,
        f"{speeds[0]:,.0f}",
        f"{speeds[1]:,.0f}",
    ]
    return f"| {' | '.join([*cells, f'{speeds[1] / speeds[0]:.2f}'])} |"


def _trial(path: Path) -> Trial:
    with path.open("rb", buffering=0) as file:
        return try_encodings(open_thrift(file, str(path)), KNOWN)[0]

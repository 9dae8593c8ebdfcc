"""What `inlay recover --rebuild` costs as a whole process, beside one in which pyarrow reads the same file."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import pyarrow as pa
from pyarrow import parquet

import inlay
from benchmarks.measure import Contender, Timing, measure, time_of_children

pq = cast("Any", parquet)

ROUNDS: Final = 3
ROWS: Final = 1_000_000
SIZE: Final = 1 << 30
GOAL: Final = 1.5
METHOD: Final = (
    f"A file of 1 GiB by pyarrow with Snappy, {ROWS:,} rows in a row group, in the cache of the system: numbers, strings with and without a dictionary, "
    "lists. Whole processes, pyarrow's reads it row group by row group, with its threads; nothing is written. "
    f"Medians of {ROUNDS} rounds in turn. Aim: {GOAL} times pyarrow's time, 5 s, and 1 s with `--trust-pages`."
)

_READ: Final = "import sys; from pyarrow import parquet; file = parquet.ParquetFile(sys.argv[1]); [file.read_row_group(at) and None for at in range(file.num_row_groups)]"
_REBUILD: Final = "import sys; import inlay; inlay.rebuild(sys.argv[1], like=sys.argv[2], trust_pages=len(sys.argv) > 3)"


def run() -> str:
    lines = ["## Footers made anew", "", METHOD, ""]
    lines += [
        "| process | s | times pyarrow | processor s | times pyarrow |",
        "|---|---:|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        contenders = _write_files(Path(folder))
        passed = measure(contenders, ROUNDS)
        worked = measure(contenders, ROUNDS, time_of_children)
    lines += [_describe(name, passed, worked) for name in contenders]
    return "\n".join(lines)


def _describe(name: str, passed: Mapping[str, Timing], worked: Mapping[str, Timing]) -> str:
    cells = [name]
    for timings in (passed, worked):
        own, base = timings[name].median, timings["pyarrow reads it"].median
        cells += [f"{own:.2f}", f"{own / base:.2f}"]
    return f"| {' | '.join(cells)} |"


def _write_files(folder: Path) -> dict[str, Contender]:
    """Row groups with the same bytes again and again are as many row groups."""
    cut, whole, like = (str(folder / name) for name in ("cut", "whole", "like"))
    pq.write_table(build_table(Random(0)), like, row_group_size=ROWS)
    pages = Path(like).read_bytes()[: inlay.open(like).offset]
    with open(cut, "wb") as file:
        file.write(pages[:4])
        for _ in range(SIZE // len(pages) + 1):
            file.write(pages[4:])
    inlay.rebuild(cut, whole, like=like, trust_pages=True)
    python = sys.executable, "-c"
    return {
        "pyarrow reads it": partial(_run, (*python, _READ, whole)),
        "rebuilt, with proof": partial(_run, (*python, _REBUILD, cut, like)),
        "rebuilt, `--trust-pages`": partial(_run, (*python, _REBUILD, cut, like, "trust")),
    }


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, check=True)


def build_table(random: Random) -> pa.Table:
    columns: dict[str, list[Any]] = {
        "id": [random.getrandbits(40) for _ in range(ROWS)],
        "price": [random.random() for _ in range(ROWS)],
        "count": [random.randrange(50) for _ in range(ROWS)],
        "name": [f"name {random.getrandbits(30)}" for _ in range(ROWS)],
        "city": [f"city {random.randrange(1000)}" for _ in range(ROWS)],
        "tags": [[random.randrange(1000)] * random.randrange(4) for _ in range(ROWS)],
    }
    return pa.table(cast("Any", columns))

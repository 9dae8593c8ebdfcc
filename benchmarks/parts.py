"""Files put together, against what else one would do: the bytes alone, pyarrow, DuckDB; and memory for many inputs."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from benchmarks import parts_memory

FILES: Final = 100
ROWS: Final = 360_000
"""Of a file of some 10 MB."""

ROUNDS: Final = 3
AIM_OF_CAT: Final = 0.8
AIM_OF_PYARROW: Final = 30

Write = Callable[[list[str], str], object]


class Cost(NamedTuple):
    """Seconds: on the clock, and of all processors."""

    wall: float
    processor: float


def run() -> str:
    with tempfile.TemporaryDirectory() as folder:
        parts = [_concat(Path(folder))]
    parts.append(parts_memory.run())
    return "\n\n".join(parts)


def _concat(folder: Path) -> str:
    paths = sources(folder)
    total = sum(map(os.path.getsize, paths))
    costs = {
        name: Cost(*map(median, zip(*each, strict=True)))
        for name, each in in_turn(CONTENDERS, paths, str(folder / "out.parquet")).items()
    }
    cat, ours = costs["cat"], costs["inlay, --no-verify-pages"]
    lines = [
        "## Concat",
        "",
        f"{FILES} files of {total / FILES / 1e6:.1f} MB (pyarrow, snappy, one row group each) into one, synced; medians of {ROUNDS} "
        "rounds in turn. Processor: user and system, of all threads and children. `times` are those of concat without page checks. "
        f"Aims: {AIM_OF_CAT:.0%} of the speed of cat without page checks; {AIM_OF_PYARROW} times faster than pyarrow and DuckDB.",
        "",
        "| contender | s | speed of cat | times | processor s | times |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, cost in costs.items():
        lines.append(
            f"| {name} | {cost.wall:.2f} | {cat.wall / cost.wall:.0%} | {cost.wall / ours.wall:.1f} "
            f"| {cost.processor:.2f} | {cost.processor / ours.processor:.1f} |"
        )
    return "\n".join(lines)


def sources(folder: Path) -> list[str]:
    """Copies of one file, each with blocks of its own."""
    random = np.random.default_rng(1)
    table = pa.table(
        {
            "id": pa.array(np.arange(ROWS)),
            "value": pa.array(random.random(ROWS)),
            "price": pa.array(random.integers(0, 1 << 40, ROWS)),
            "city": pa.array(random.choice([f"city {each}" for each in range(500)], ROWS)),
            "name": pa.array([f"name {each}" for each in random.integers(0, 100_000, ROWS)]),
        }
    )
    first = folder / "in-000.parquet"
    pq.write_table(table, first, write_page_index=True, write_page_checksum=True)
    data = first.read_bytes()
    paths = [folder / f"in-{number:03}.parquet" for number in range(FILES)]
    for path in paths:
        path.write_bytes(data)
    os.sync()
    return [str(path) for path in paths]


def in_turn(
    contenders: Mapping[str, Write], paths: list[str], output: str
) -> dict[str, list[Cost]]:
    costs: dict[str, list[Cost]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, write in contenders.items():
            with counted(costs[name]):
                write(paths, output)
            os.unlink(output)
            os.sync()
    return costs


@contextmanager
def counted(costs: list[Cost]) -> Iterator[None]:
    start, before = time.perf_counter(), sum(os.times()[:4])
    yield
    costs.append(Cost(time.perf_counter() - start, sum(os.times()[:4]) - before))


def _cat(paths: list[str], output: str) -> None:
    with open(output, "wb") as file:
        subprocess.run(["cat", *paths], stdout=file, check=True)
        os.fsync(file.fileno())


def _copy(paths: list[str], output: str) -> None:
    """Reading and writing, as Python does it."""
    with open(output, "wb") as file:
        for path in paths:
            with open(path, "rb") as source:
                shutil.copyfileobj(source, file, 1 << 20)
        file.flush()
        os.fsync(file.fileno())


def _unchecked(paths: list[str], output: str) -> None:
    inlay.concat(paths, output, verify_pages=False)


def _checked(paths: list[str], output: str) -> None:
    inlay.concat(paths, output)


def _pyarrow(paths: list[str], output: str) -> None:
    with pq.ParquetWriter(output, pq.read_schema(paths[0])) as writer:
        for path in paths:
            writer.write_table(pq.read_table(path, partitioning=None))
    _sync(output)


def _duckdb(paths: list[str], output: str) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"COPY (FROM read_parquet({paths!r})) TO '{output}' (FORMAT parquet)")
    _sync(output)


def _sync(path: str) -> None:
    with open(path, "rb") as file:
        os.fsync(file.fileno())


CONTENDERS: Final[Mapping[str, Write]] = {
    "cat": _cat,
    "read and write in Python": _copy,
    "inlay, --no-verify-pages": _unchecked,
    "inlay": _checked,
    "pyarrow, read and write": _pyarrow,
    "DuckDB, COPY": _duckdb,
}

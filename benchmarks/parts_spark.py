"""Small files of partitions into large ones on Spark, against its own coalesce-and-write; two cores at most."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.measure import time_of_descendants

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES: Final = 10_000
ROWS: Final = 2_000
"""Of a file of some 60 KB."""

PARTITIONS: Final = 5
ROUNDS: Final = 2
AIM: Final = 10

WARM_UP: Final = 200
"""Files that the JVM, and the workers of Python, get to know the work by."""

COALESCE: Final = "coalesce and write"
COMPACT: Final = "inlay spark compact"


class Cost(NamedTuple):
    """Seconds: on the clock, and of all processors."""

    wall: float
    processor: float


def run(files: int = FILES, rounds: int = ROUNDS) -> str:
    from inlay_spark.session import session

    spark = session("local[2]")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        size = _write(root / "lake", files)
        _write(root / "warm", min(files, WARM_UP))
        for _ in range(2):
            list(_in_turn(spark, root, root / "warm"))
        rows = [dict(_in_turn(spark, root, root / "lake")) for _ in range(rounds)]
    costs = {
        name: Cost(*map(median, zip(*(row[name] for row in rows), strict=True))) for name in rows[0]
    }
    lines = [
        "## Compaction on Spark",
        "",
        f"{files:,} files of {size / 1e3:.0f} KB in {PARTITIONS} partitions, each of which becomes one file; local[2], medians of "
        f"{rounds} rounds in turn after a smaller lake that does not count. Processor: user and system, of the JVM and all workers. "
        f"`compact` keeps a journal, checks every page, and can go back. Aim: {AIM} times faster.",
        "",
        "| how | s | times | processor s | times |",
        "|---|---:|---:|---:|---:|",
    ]
    base = costs[COMPACT]
    for name, cost in costs.items():
        lines.append(
            f"| {name} | {cost.wall:.2f} | {cost.wall / base.wall:.1f} "
            f"| {cost.processor:.1f} | {cost.processor / base.processor:.1f} |"
        )
    return "\n".join(lines)


def _in_turn(spark: SparkSession, root: Path, lake: Path) -> Iterator[tuple[str, Cost]]:
    output, copy, journal = root / "coalesced", root / "copy", root / "journal"
    yield COALESCE, _cost(lambda: _coalesce(spark, lake, output))
    shutil.rmtree(output)
    shutil.copytree(lake, copy)
    yield COMPACT, _cost(lambda: _compact(spark, copy, journal))
    shutil.rmtree(copy)
    shutil.rmtree(journal)


def _cost(work: Callable[[], None]) -> Cost:
    start, before = time.perf_counter(), time_of_descendants()
    work()
    return Cost(time.perf_counter() - start, time_of_descendants() - before)


def _write(folder: Path, files: int) -> int:
    """Copies of one file, each with blocks of its own; the bytes of one."""
    random = np.random.default_rng(1)
    table = pa.table(
        {
            "id": pa.array(np.arange(ROWS)),
            "value": pa.array(random.random(ROWS)),
            "price": pa.array(random.integers(0, 1 << 40, ROWS)),
            "name": pa.array([f"name {each}" for each in random.integers(0, 10_000, ROWS)]),
        }
    )
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink)
    data = sink.getvalue().to_pybytes()
    for number in range(files):
        path = folder / f"part={number % PARTITIONS}" / f"{number:05}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return len(data)


def _coalesce(spark: SparkSession, lake: Path, output: Path) -> None:
    frame = spark.read.parquet(str(lake)).repartition(PARTITIONS, "part")
    frame.write.partitionBy("part").parquet(str(output))


def _compact(spark: SparkSession, lake: Path, journal: Path) -> None:
    from inlay_spark.migration import Operation, migrate

    outcome = migrate(spark, [str(lake)], Operation("compact", target_size=1 << 30), str(journal))
    assert outcome.states == {"done": PARTITIONS}, outcome

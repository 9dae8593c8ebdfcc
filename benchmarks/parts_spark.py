"""Small files of partitions into large ones on Spark, against its own coalesce-and-write; two cores at most."""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PARTITIONS: Final = 5


class Lake(NamedTuple):
    """How many files, and the rows of each."""

    files: int
    rows: int
    rounds: int


LAKE: Final = Lake(500, 40_000, 3)
"""Files of some 1 MB."""

TINY: Final = Lake(10_000, 2_000, 1)
"""Files of some 60 KB: `python -m benchmarks.parts_spark`, for it takes minutes."""


def run(lake: Lake = LAKE) -> str:
    from inlay_spark.session import session

    spark = session("local[2]")
    costs: dict[str, list[float]] = {"coalesce and write": [], "inlay spark compact": []}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        size = _write(root / "lake", lake)
        for number in range(lake.rounds + 1):
            start = time.perf_counter()
            _coalesce(spark, root / "lake", root / "coalesced")
            middle = time.perf_counter()
            shutil.rmtree(root / "coalesced")
            shutil.copytree(root / "lake", root / "copy")
            before = time.perf_counter()
            _compact(spark, root / "copy", root / "journal")
            end = time.perf_counter()
            shutil.rmtree(root / "copy")
            shutil.rmtree(root / "journal")
            if number:  # the first warms the JVM
                costs["coalesce and write"].append(middle - start)
                costs["inlay spark compact"].append(end - before)
    lines = [
        "### Compaction on Spark",
        "",
        f"{lake.files:,} files of {size / 1e6:.2f} MB in {PARTITIONS} partitions, each of which becomes one file; local[2], medians of "
        f"{lake.rounds} rounds in turn after one that does not count. `compact` keeps a journal, checks every page, and can go back.",
        "",
        "| how | s | times |",
        "|---|---:|---:|",
    ]
    base = median(costs["inlay spark compact"])
    for name, each in costs.items():
        lines.append(f"| {name} | {median(each):.2f} | {median(each) / base:.1f} |")
    return "\n".join(lines)


def _write(folder: Path, lake: Lake) -> int:
    random = np.random.default_rng(1)
    table = pa.table(
        {
            "id": pa.array(np.arange(lake.rows)),
            "value": pa.array(random.random(lake.rows)),
            "price": pa.array(random.integers(0, 1 << 40, lake.rows)),
            "name": pa.array([f"name {each}" for each in random.integers(0, 10_000, lake.rows)]),
        }
    )
    size = 0
    for number in range(lake.files):
        path = folder / f"part={number % PARTITIONS}" / f"{number:04}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(table, path)
        size = path.stat().st_size
    return size


def _coalesce(spark: SparkSession, lake: Path, output: Path) -> None:
    frame = spark.read.parquet(str(lake)).repartition(PARTITIONS, "part")
    frame.write.partitionBy("part").parquet(str(output))


def _compact(spark: SparkSession, lake: Path, journal: Path) -> None:
    from inlay_spark.migration import Operation, migrate

    outcome = migrate(spark, [str(lake)], Operation("compact", target_size=1 << 30), str(journal))
    assert outcome.states == {"done": PARTITIONS}, outcome


if __name__ == "__main__":
    print(run(TINY))

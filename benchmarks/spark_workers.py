"""One worker against two: workers of a standalone cluster, each with a core of its own, over one lake.

The driver shares the first worker's core, so the second worker adds one core and nothing else. `local[1]` would not
do for the first: its JVM and its Python worker run on two cores, so that a second one has none to gain.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.spark import COLUMNS, Shape, lake_of
from tests.pipeline.standalone_cluster import standalone_cluster

ROUNDS: Final = 5
UNCOUNTED: Final = 4
"""Scans in which the JVMs still compile."""

LARGE: Final = (Shape("small", 40_000, 20, 2), Shape("wide", 5_000, 1_000, 1))
"""Planning and starting tasks are of one worker as of two."""


def run() -> str:
    lines = [
        "## Footers on Spark: one worker against two",
        "",
        "A standalone cluster, workers with a core each, the driver on the first one's. `parquet_footer` with its own tasks, "
        "`column_chunks`, ten columns, summed; medians of "
        f"{ROUNDS} scans after {UNCOUNTED} that do not count.",
        "",
        "| lake | 1 worker, s | 2 workers, s | from 1 to 2 |",
        "|---|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for shape in LARGE:
            lake = lake_of(Path(folder) / shape.name, shape)
            chunks = shape.files * shape.columns * shape.groups
            one, two = (seconds_with(workers, lake, chunks) for workers in (1, 2))
            shutil.rmtree(lake)
            name = f"{shape.files:,} {shape.name} footers"
            lines.append(f"| {name} | {one:.2f} | {two:.2f} | {one / two:.2f} |")
    return "\n".join(lines)


def seconds_with(workers: int, lake: Path, chunks: int) -> float:
    """The median of some scans of `column_chunks`, after some that do not count."""
    from inlay_spark.session import session

    usual = os.sched_getaffinity(0)
    warehouse = tempfile.mkdtemp()
    with standalone_cluster(workers * ["127.0.0.1"], sorted(usual)) as master:
        os.sched_setaffinity(0, sorted(usual)[:1])
        spark = session(
            master,
            conf={
                "spark.driver.host": "127.0.0.1",
                "spark.driver.bindAddress": "127.0.0.1",
                "spark.executor.memory": "1g",
                "spark.log.level": "OFF",
                "spark.scheduler.minRegisteredResourcesRatio": "1",
                "spark.scheduler.maxRegisteredResourcesWaitingTime": "60s",
                "spark.cores.max": str(workers),
                "spark.sql.shuffle.partitions": "2",
                "spark.sql.warehouse.dir": warehouse,
                "spark.ui.enabled": "false",
            },
        )
        samples: list[float] = []
        try:
            reader = spark.read.format("parquet_footer").option("table", "column_chunks")
            for at in range(ROUNDS + UNCOUNTED):
                start = time.perf_counter()
                frame = reader.schema(COLUMNS).load(str(lake))
                summed = frame.selectExpr("count(*) AS n", "sum(total_compressed_size) AS bytes")
                assert int(summed.collect()[0].n) == chunks
                if at >= UNCOUNTED:
                    samples.append(time.perf_counter() - start)
        finally:
            spark.stop()
            os.sched_setaffinity(0, usual)
            shutil.rmtree(warehouse, ignore_errors=True)
    return median(samples)

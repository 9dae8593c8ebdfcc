"""One worker against two: workers of a standalone cluster, each with a core of its own, over one lake.

The driver shares the first worker's core, so the second worker adds one core and nothing else. `local[1]` would not
do for the first: its JVM and its Python worker run on two cores, so that a second one has none to gain.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.spark import COLUMNS, Shape, lake_of

ROUNDS: Final = 5
UNCOUNTED: Final = 4
"""Scans in which the JVMs still compile."""

ON_CORE: Final = (
    "import os, sys; os.sched_setaffinity(0, [int(sys.argv[1])]); os.execv(sys.argv[2], sys.argv[2:])"
)


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
    with cluster(sorted(usual)[:workers]) as master:
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


@contextmanager
def cluster(cores: list[int]) -> Generator[str]:
    """A master, and a worker on each of these cores; its URL."""
    import pyspark

    from inlay_spark.java import use_java

    use_java()
    program = os.path.join(pyspark.__path__[0], "bin", "spark-class")
    started: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "master.log")

        def start(name: str, *arguments: str, core: int, output: int) -> None:
            where = [sys.executable, "-c", ON_CORE, str(core)]
            what = [program, f"org.apache.spark.deploy.{name}", *arguments, "--host", "127.0.0.1"]
            started.append(
                subprocess.Popen(
                    [*where, *what],
                    env=os.environ | {"SPARK_WORKER_DIR": folder, "SPARK_LOCAL_IP": "127.0.0.1"},
                    stdout=output,
                    stderr=output,
                )
            )

        try:
            with log.open("wb") as said:
                ports = ("--port", "0", "--webui-port", "0")
                start("master.Master", *ports, core=cores[0], output=said.fileno())
            master = _url_in(log)
            for core in cores:
                options = ("--webui-port", "0", "--cores", "1", "--memory", "1g")
                start("worker.Worker", *options, master, core=core, output=subprocess.DEVNULL)
            yield master
        finally:
            for process in reversed(started):
                process.terminate()
            for process in started:
                process.wait(30)


def _url_in(log: Path) -> str:
    """Where the master says that it listens."""
    for _ in range(600):
        for word in log.read_text(encoding="utf-8", errors="replace").split():
            if word.startswith("spark://") and not word.endswith(":0"):
                return word.rstrip(",.")
        time.sleep(0.1)
    raise TimeoutError("the master has not started")

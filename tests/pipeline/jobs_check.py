"""What `cluster_jobs` is given, and what has to come of it, wherever it ran."""

from __future__ import annotations

import atexit
import json
import os
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from inlay_runtime.core import describe
from inlay_spark.session.archive import write_job
from tests.support.quick_spark import PLAIN_JVM, QUICK
from tests.tables.scan.lake import plain_file, write_forms

JOBS = Path(__file__).with_name("cluster_jobs.py")
SECONDS = 1_200
"""What a test may take: ten times what it takes, for a machine with much else to do."""

SITE = sysconfig.get_path("purelib")
OF_USERS = ("INLAY_PURE", "MASTER", "PYSPARK_DRIVER_PYTHON", "SPARK_REMOTE")
"""Variables that would change what is tested."""

BARE = """#!/bin/sh
kept=
IFS=:
for place in $PYTHONPATH; do
    case $place in
        */pyspark.zip | */py4j-*-src.zip) ;;
        *) kept=$kept${{kept:+:}}$place ;;
    esac
done
unset IFS
PYTHONPATH=$kept exec {} -S "$@"
"""

GOOD, BAD = 27, 3
LAKE_FRAME = [[18, 18, 6], [18, 18, 6]]
"""Rows by the footers, by the frame, and those that a filter leaves."""


def settings(folder: Path, python: Path) -> dict[str, str]:
    """Of a cluster on this machine whose workers run `python`, which has not our packages."""
    return {
        **QUICK,
        "spark.pyspark.python": str(python),
        "spark.executorEnv.PYTHONPATH": SITE,
        "spark.executor.memory": "512m",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.log.level": "OFF",
    }


def environment(python: Path, **more: str) -> dict[str, str]:
    """Of a process whose Python, and whose workers', is `python`."""
    kept = {name: value for name, value in os.environ.items() if name not in OF_USERS}
    ours = {
        "PYTHONPATH": SITE,
        "PYSPARK_PYTHON": str(python),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LAUNCHER_OPTS": PLAIN_JVM,
    }
    return {**kept, **ours, **more}


def spark_submit(conf: dict[str, str], *options: str) -> list[str]:
    """The command, up to the file that it runs."""
    pairs = [one for name, value in conf.items() for one in ("--conf", f"{name}={value}")]
    return [f"{SITE}/pyspark/bin/spark-submit", *pairs, *options]


def make_jobs(root: Path) -> tuple[Path, list[str]]:
    """The archive, and what runs the jobs: a file, and its arguments."""
    _make_lakes(root)
    archive, job = written_job()
    return archive, [str(JOBS), str(job), str(root)]


@cache
def written_job() -> tuple[Path, Path]:
    """The archive and the file for `spark-submit`, once for all: every module is compiled for them."""
    folder = Path(mkdtemp(prefix="inlay-job-"))
    atexit.register(rmtree, folder, ignore_errors=True)
    return write_job(folder)


def _make_lakes(root: Path) -> None:
    (root / "lake").mkdir(parents=True)
    data = plain_file(root)
    for at in range(GOOD + BAD):
        path = root / "lake" / f"day={at % 7}" / f"part-{at:02}.parquet"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data if at % 10 else data[: 7 * at])
    write_forms(root / "forms")
    (root / "numbers").mkdir()
    for at in range(2):
        table = pa.table(
            {"a": [n * n + at for n in range(3_000)], "j": [f'{{"a": {n}}}' for n in range(3_000)]}
        )
        pq.write_table(table, root / "numbers" / f"{at}.parquet", row_group_size=1_000)


def bare_python(folder: Path) -> Path:
    """A Python that does not read `.pth` files, so it does not know this checkout: only what PYTHONPATH names.

    Spark puts its archives of pyspark and py4j first there. Of an archive every process compiles each module anew, which takes
    three times as long as starting from site-packages, and Spark waits ten seconds for a process, however busy the machine is.
    """
    python = folder / "python"
    python.write_text(BARE.format(shlex.quote(sys.executable)))
    python.chmod(0o755)
    return python


def run_jobs(command: Sequence[str], environment: dict[str, str], folder: Path) -> dict[str, Any]:
    """What they found. `folder` is where Spark may leave things: `local-cluster` makes ./work."""
    folder.mkdir()
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        timeout=SECONDS,
        check=False,
    )
    # spark-submit puts what Python says to its standard error on its own standard output.
    said = [line for line in done.stdout.splitlines() if not line.startswith("\tat ")]
    assert done.returncode == 0, "\n".join([*said[-60:], done.stderr[-6000:]])
    (answer,) = [line for line in said if line.startswith('{"executors":')]
    found: dict[str, Any] = json.loads(answer)
    return found


def check_jobs(found: dict[str, Any]) -> None:
    """All of it, for code that came as an archive."""
    assert found["origins"]
    assert all("/inlay" in origin and ".zip/" in origin for origin in found["origins"]), found
    assert found["catalog"] == [GOOD, BAD]
    assert found["writers"] == GOOD
    assert found.get("report", "<!doctype html>") == "<!doctype html>"
    assert (found["footers"], found["rows"]) == (GOOD, 6)
    assert 0 < found["pushed"] < GOOD
    assert found.get("lake frame", LAKE_FRAME) == LAKE_FRAME
    assert found["streamed"] == GOOD
    there = found["footers to migration"]
    assert there["planned"] == {"change": GOOD, "problem": BAD}
    assert there["written"] == {"done": GOOD, "problem": BAD}
    assert there["changed"] == GOOD
    assert there["plan changes nothing"]
    assert there["verified"] == {"done": GOOD, "unreadable": BAD}
    assert there["undone"] == {"done": GOOD}
    encoded = found["encoding"]
    assert (encoded["written"], encoded["changed"]) == ({"done": 2}, 2)
    assert encoded["undone"] == {"done": 2}
    assert there["as before"]
    assert encoded["as before"]
    assert found["shredded"] == [2, 6_000]
    assert found["sum"] == 2 * sum(range(3_000))
    if describe() == "native core":
        assert found["cores"] == ["native core, variants native"]

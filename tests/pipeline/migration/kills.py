"""The driver is killed in every phase; afterwards the job is run again, and everything is whole.

`python -m tests.pipeline.migration.kills 20` kills twenty times, at random moments, and prints what it found.
The suite kills once in publishing, which is where files change.
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.forms.tail import read_tail
from inlay_spark.migration import Operation, migrate, rollback, verify

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROOT = Path(__file__).parents[3]
FORWARD = ("plan", "staged", "published")
BACK = ("undo_staged", "undone")


def make_lake(folder: Path, files: int) -> dict[str, str]:
    """SHA-256 of each file by its name."""
    folder.mkdir()
    for index in range(files):
        table = pa.table({"a": list(range(index + 1)), "s": ["x"] * (index + 1)})
        pq.write_table(table, folder / f"{index:04}.parquet")
    return digests(folder)


def digests(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if not path.name.startswith(".")
    }


def forms(folder: Path) -> Counter[str]:
    return Counter(read_tail(str(path)).form.value for path in folder.glob("*.parquet"))


def hidden(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def kill_in(what: str, phase: str, journal: Path, lake: Path, delay: float) -> bool:
    """Runs the job, kills it `delay` seconds after the folder of the phase appeared; whether it was in time."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.pipeline.migration.child", what, str(journal), str(lake)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 120
        while not (journal / phase).exists():
            if child.poll() is not None or time.monotonic() > deadline:
                return False
            time.sleep(0.002)
        time.sleep(delay)
        return child.poll() is None
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        time.sleep(1)  # Spark's Python workers notice that Java is gone


def check_resumed(spark: SparkSession, journal: Path, lake: Path, old: dict[str, str]) -> None:
    paths = sorted(str(path) for path in lake.glob("*.parquet"))
    assert set(forms(lake)) <= {"thrift", "private"}
    outcome = migrate(spark, paths, Operation("private"), str(journal))
    assert outcome.states == {"done": len(old)}, outcome
    assert forms(lake) == {"private": len(old)}
    assert hidden(lake) == []
    verified = verify(spark, str(journal), sample=1.0)
    assert verified.states == {"done": len(old)}, verified


def check_rolled_back(spark: SparkSession, journal: Path, lake: Path, old: dict[str, str]) -> None:
    outcome = rollback(spark, str(journal))
    assert outcome.whole, outcome
    assert digests(lake) == old
    assert hidden(lake) == []


def main() -> None:
    from inlay_spark.session import session

    times = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    chance = random.Random(times)
    spark = session("local[2]")
    for number in range(times):
        phase = (FORWARD + BACK)[(number + 2) % 5]
        delay = chance.uniform(0, 0.8)
        with TemporaryDirectory() as folder:
            lake, journal = Path(folder) / "lake", Path(folder) / "journal"
            old = make_lake(lake, 300)
            if phase in BACK:
                check_resumed(spark, journal, lake, old)
            was = kill_in("rollback" if phase in BACK else "migrate", phase, journal, lake, delay)
            found = forms(lake)
            if phase in FORWARD and chance.random() < 0.5:
                check_resumed(spark, journal, lake, old)
            if journal.exists():
                check_rolled_back(spark, journal, lake, old)
        print(f"{number}: {phase} +{delay:.2f} s, killed {was}, then {dict(found)}: whole", flush=True)


if __name__ == "__main__":
    main()

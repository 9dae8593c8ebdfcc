"""The driver is killed in every phase; afterwards the job is run again, and everything is whole.

`python -m tests.pipeline.migration.kills 20` kills twenty times, at random moments, and prints what it found.
The suite kills once in publishing, which is where files change.
"""

from __future__ import annotations

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

from inlay_spark.migration import Operation, migrate, rollback, verify
from tests.pipeline.migration.child import QUICK
from tests.pipeline.migration.lakes import digests, forms, hidden, make_lake

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROOT = Path(__file__).parents[3]
FORWARD = ("plan", "staged", "published")
BACK = ("undo_staged", "undone")
FILES = 300
"""Of a lake: enough to be killed among them."""


def has_begun(phase: str, journal: Path, lake: Path) -> bool:
    """Whether tasks of the phase are at the files: hidden ones appear, or those that are there take their places."""
    if not (journal / phase).exists():
        return False
    left = len(hidden(lake))
    return left < FILES if phase in ("published", "undone") else phase == "plan" or left > 0


def kill_in(what: str, phase: str, journal: Path, lake: Path, delay: float) -> bool:
    """Runs the job, kills it `delay` seconds after the phase began; whether it was in time."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.pipeline.migration.child", what, str(journal), str(lake)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 120
        while not has_begun(phase, journal, lake):
            if child.poll() is not None or time.monotonic() > deadline:
                return False
            time.sleep(0.002)
        time.sleep(delay)
        return child.poll() is None and not (journal / f"{phase}.json").exists()
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        time.sleep(1)  # Spark's Python workers notice that Java is gone


def check_resumed(spark: SparkSession, journal: Path, lake: Path, old: dict[str, str]) -> None:
    assert set(forms(lake)) <= {"thrift", "private"}
    outcome = migrate(spark, [str(lake)], Operation("private"), str(journal))
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
    spark = session("local[2]", conf=QUICK)
    tally: Counter[str] = Counter()
    for number in range(times):
        phase = (FORWARD + BACK)[(number + 2) % 5]
        delay = chance.uniform(0, 0.4)
        with TemporaryDirectory() as folder:
            lake, journal = Path(folder) / "lake", Path(folder) / "journal"
            old = make_lake(lake, FILES, folders=3)
            if phase in BACK:
                check_resumed(spark, journal, lake, old)
            was = kill_in("rollback" if phase in BACK else "migrate", phase, journal, lake, delay)
            found, left = forms(lake), len(hidden(lake))
            if phase in FORWARD and chance.random() < 0.5:
                check_resumed(spark, journal, lake, old)
            check_rolled_back(spark, journal, lake, old)
        tally[f"{phase}, {'in it' if was else 'after it'}"] += 1
        print(
            f"{number}: {phase} +{delay:.2f} s, {'in it' if was else 'after it'}; then {dict(found)},"
            f" {left} hidden: whole",
            flush=True,
        )
    print(dict(sorted(tally.items())))


if __name__ == "__main__":
    main()

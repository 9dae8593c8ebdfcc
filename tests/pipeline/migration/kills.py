"""The driver is killed in every phase; afterwards the job is run again, and everything is whole.

`python -m tests.pipeline.migration.kills 25` kills that often, at random moments, and prints what it found; with `index` behind it, in
jobs of that operation alone.
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
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from inlay_spark.migration import Operation, migrate, rollback, verify
from tests.pipeline.migration.child import FILE_OPERATIONS as OPERATIONS
from tests.pipeline.migration.lakes import (
    digests,
    digests_after,
    hidden,
    make_lake,
    require_old_or_new,
    staged,
)
from tests.pipeline.programs import PATIENCE
from tests.support.quick_spark import QUICK

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROOT = Path(__file__).parents[3]
FORWARD = ("plan", "staged", "published")
BACK = ("undo_staged", "undone")
FILES = 200
"""Of a lake: enough to be killed among them at any moment."""


@dataclass(frozen=True)
class Lake:
    """A lake that is to be migrated, with what its files are and become."""

    folder: Path
    journal: Path
    to: str
    old: dict[str, str]
    new: dict[str, str]

    @property
    def operation(self) -> Operation:
        return OPERATIONS[self.to]


def lake_for(to: str, inside: Path, files: int = FILES) -> Lake:
    folder, form = inside / "lake", "private" if to == "thrift" else "thrift"
    old = make_lake(folder, files, folders=3, form=form, sidecars=True)
    new = digests_after(folder, OPERATIONS[to], inside / "work")
    return Lake(folder, inside / "journal", to, old, new)


def has_begun(phase: str, lake: Lake) -> bool:
    """Whether tasks of the phase may be at the files: hidden ones appear, or those that are there take their
    places."""
    if not (lake.journal / phase).exists():
        return False
    left = len(staged(lake.folder))
    return left < len(lake.old) if phase in ("published", "undone") else phase == "plan" or left > 0


def kill_in(what: str, phase: str, lake: Lake, delay: float) -> bool:
    """Runs the job, kills it `delay` seconds after the phase began; whether it was in time."""
    arguments = [what, str(lake.journal), str(lake.folder), lake.to]
    return kill_while(lambda: has_begun(phase, lake), arguments, lake.journal, phase, delay)


def kill_while(
    has_begun: Callable[[], bool],
    arguments: list[str],
    journal: Path,
    phase: str,
    delay: float = 0.05,
) -> bool:
    """The same of a job with these arguments of `child.py`, as soon as `has_begun` says so."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.pipeline.migration.child", *arguments],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while not has_begun():
            if child.poll() is not None or time.monotonic() > deadline:
                return False
            time.sleep(0.002)
        time.sleep(delay)
        return child.poll() is None and not (journal / f"{phase}.json").exists()
    finally:
        kill_session(child)


def kill_session(leader: subprocess.Popen[bytes]) -> None:
    """What it started ends as well."""
    if leader.poll() is None:
        os.killpg(leader.pid, signal.SIGKILL)
        leader.wait()
    # Spark's Python workers have a process group of their own, and notice that Java is gone.
    deadline = time.monotonic() + PATIENCE
    while is_alive(leader.pid):
        assert time.monotonic() < deadline, "a worker outlived its driver"
        time.sleep(0.01)


def is_alive(session: int) -> bool:
    """Whether a process of the session runs that this one began."""
    for entry in Path("/proc").iterdir():
        try:
            status = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if status[0] != "Z" and status[3] == str(session):
            return True
    return False


def check_resumed(spark: SparkSession, lake: Lake) -> None:
    """The job goes on to its end, wherever it was cut off."""
    require_old_or_new(lake.folder, lake.old, lake.new)
    outcome = migrate(spark, [str(lake.folder)], lake.operation, str(lake.journal))
    assert outcome.states == {"done": len(lake.old)}, outcome
    assert digests(lake.folder) == lake.new
    assert hidden(lake.folder) == []
    verified = verify(spark, str(lake.journal), sample=1.0)
    assert verified.states == {"done": len(lake.old)}, verified


def check_rolled_back(spark: SparkSession, lake: Lake) -> None:
    require_old_or_new(lake.folder, lake.old, lake.new)
    outcome = rollback(spark, str(lake.journal))
    assert outcome.whole, outcome
    assert digests(lake.folder) == lake.old
    assert staged(lake.folder) == []
    require_old_or_new(lake.folder, lake.old, lake.new)


def main() -> None:
    from inlay_spark.session import session

    times = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    operations = sys.argv[2:] or list(OPERATIONS)
    chance = random.Random(times)
    spark = session("local[2]", conf=QUICK)
    tally: Counter[str] = Counter()
    for number in range(times):
        # Every phase with every operation, in 30 kills.
        phase = (FORWARD + BACK)[(number + 2) % 5]
        to = operations[number % len(operations)]
        delay = chance.uniform(0, 0.6)
        with TemporaryDirectory() as folder:
            lake = lake_for(to, Path(folder))
            if phase in BACK:
                check_resumed(spark, lake)
            was = kill_in("rollback" if phase in BACK else "migrate", phase, lake, delay)
            found = require_old_or_new(lake.folder, lake.old, lake.new)
            left = len(staged(lake.folder))
            if phase in FORWARD and chance.random() < 0.5:
                check_resumed(spark, lake)
            check_rolled_back(spark, lake)
        tally[f"{phase}, {'in it' if was else 'after it'}"] += 1
        print(
            f"{number}: to {to}, {phase} +{delay:.2f} s, {'in it' if was else 'after it'}; then"
            f" {dict(found)}, {left} hidden: whole",
            flush=True,
        )
    print(dict(sorted(tally.items())))


if __name__ == "__main__":
    main()

"""A sample of faults in Python workers; `python -m tests.faults.spark_at_scale` has all jobs, and `docs/trust.md` the figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.faults import struck_jobs
from tests.faults.spark_at_scale import STRUCK, strike_jobs
from tests.faults.struck_workers import FOLDER, KINDS, Strikes, WorkerSystem

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROOT = Path(__file__).parents[2]


@pytest.fixture
def struck(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Strikes]:
    """The session of all tests, whose workers are struck meanwhile: Java looks at both settings for each job, and a job brings its
    variables along."""
    monkeypatch.setenv(FOLDER, "")
    strikes = Strikes(tmp_path / "strikes")
    context: Any = spark.sparkContext
    monkeypatch.setitem(context.environment, FOLDER, os.environ[FOLDER])
    conf = context._jsc.sc().conf()
    before = conf.clone()
    for name, value in STRUCK.items():
        conf.set(name, value)
    yield strikes
    for name in STRUCK:
        conf.remove(name)
        if before.contains(name):
            conf.set(name, before.get(name))


def test_a_sample_of_faults(spark: SparkSession, struck: Strikes, tmp_path: Path) -> None:
    """By errors, a disk that stays full, SIGKILL, a call that comes up short, and an `fsync` that fails."""
    totals = strike_jobs(spark, struck, len(KINDS), 1, tmp_path, only="migrate to private")
    assert totals.broken == []
    assert totals.by_kind == dict.fromkeys(KINDS, 1)
    assert struck_jobs.NOT_STRUCK not in totals.by_result


class OneCall:
    """A job that makes one call, whatever happens."""

    def __init__(self, spark: object, folder: Path) -> None:
        self.root = folder

    def prepare(self) -> None:
        pass

    def do(self) -> object:
        (self.root / "strikes" / "calls").write_bytes(b"m")
        return "done"

    def check(self, outcome: object, kind: str, seed: int) -> str:
        return "new"


def test_a_call_that_is_never_made_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER, "")
    monkeypatch.setattr(struck_jobs, "CASES", {"one call": OneCall})
    spark: Any = None
    job = struck_jobs.StruckJob(spark, tmp_path, Strikes(tmp_path / "strikes"), "one call")
    assert job.count == 1
    assert [job.strike("EIO", at, 0) for at in (1, 2)] == ["new", struck_jobs.NOT_STRUCK]


def test_workers_count_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The call of a number is struck in whichever makes it, and in no other."""
    monkeypatch.setenv(FOLDER, "")
    strikes = Strikes(tmp_path / "strikes")
    assert WorkerSystem.told() is None
    below = tmp_path / "lake"
    below.mkdir()
    strikes.tell(below, "EIO", 3, 0)
    first, second = WorkerSystem.told(), WorkerSystem.told()
    assert first is not None
    assert second is not None
    for system, name in ((first, "a"), (second, "b")):
        with system.installed():
            os.mkdir(below / name)
    with first.installed(), pytest.raises(OSError, match="Input/output"):
        os.mkdir(below / "c")
    with second.installed():
        os.mkdir(below / "c")
        os.mkdir(tmp_path / "elsewhere")
    assert strikes.stop() == 4
    assert sorted(path.name for path in below.iterdir()) == ["a", "b", "c"]


def test_a_worker_is_killed_in_its_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, "")
    strikes = Strikes(tmp_path / "strikes")
    (tmp_path / "lake").mkdir()
    strikes.tell(tmp_path / "lake", "kill", 2, 1)
    code = f"""
import os
from tests.faults.struck_workers import WorkerSystem
with WorkerSystem.told().installed():
    for name in ("a", "b", "c"):
        os.mkdir(os.path.join({json.dumps(str(tmp_path / "lake"))}, name))
"""
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=ROOT).returncode == -9
    assert "c" not in os.listdir(tmp_path / "lake")
    assert strikes.stop() == 2

"""A sample of faults in Python workers; `python -m tests.faults.spark_at_scale` has all jobs, and `docs/trust.md` the figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faults import struck_jobs
from tests.faults.struck_workers import FOLDER, Strikes, WorkerSystem
from tests.pipeline.jobs_check import OF_USERS, SECONDS

ROOT = Path(__file__).parents[2]


def test_a_sample_of_faults(java: Path) -> None:
    """In a session of its own, whose workers are struck: by errors, a disk that stays full, SIGKILL, and a call that comes up short."""
    kept = {name: value for name, value in os.environ.items() if name not in OF_USERS}
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.spark_at_scale", "6", "--only", "migrate to private"],
        check=False,
        cwd=ROOT,
        env=kept | {"SPARK_LOCAL_IP": "127.0.0.1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 faults, 0 broke a promise" in done.stdout


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

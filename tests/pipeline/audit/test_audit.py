"""`inlay spark verify --values`: the findings of a lake are those of its files, however often a run is killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest

from inlay_spark.audit import lake as audits
from inlay_spark.audit.lake import AuditOutcome, audit
from inlay_spark.audit.printing import list_audit_lines
from inlay_spark.audit.tables import AuditDirectory
from inlay_spark.audit.work import AuditWorker
from inlay_spark.catalog.directory import CatalogError
from tests.pipeline.audit.found import (
    count_notes,
    expect,
    expect_advice,
    list_advised,
    list_found,
    read,
)
from tests.pipeline.audit.lakes import LIES, make_lake
from tests.pipeline.json_documents import require_known_keys
from tests.pipeline.shred.here import here
from tests.support.inlay_command import Inlay

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROOT = Path(__file__).parents[3]


def check(out: Path, paths: list[Path], outcome: AuditOutcome) -> None:
    expected = sorted(expect(paths))
    assert sorted(list_found(out)) == expected
    assert {(row["path"]) for row in read(out, "files")} == set(map(str, paths))
    assert (outcome.files, outcome.findings) == (len(paths), len(expected))
    advised = sorted(expect_advice(paths))
    assert {code for _, code, *_ in advised} == {"value-map-keys"}
    assert sorted(list_advised(out)) == advised
    assert outcome.advice == len(advised)
    require_known_keys("verify", json.loads(json.dumps(asdict(outcome))))
    assert (outcome.unreadable, outcome.unreached, outcome.others) == (1, 0, 1)
    assert sum(group["findings"] for group in outcome.groups) == len(expected)
    assert outcome.values == sum(row["values"] for row in read(out, "files"))


def test_a_lake_on_spark(spark: SparkSession, tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    paths = make_lake(lake)
    outcome = audit(spark, str(lake), str(out), values=True)
    check(out, paths, outcome)
    assert outcome.clean == len(paths) - 4 * len(LIES)
    assert "apache/arrow#50182" in {group["defect"] for group in outcome.groups}
    writers = {row["writer"] for row in read(out, "files")}
    assert "parquet-cpp-arrow 24.0.0" in writers
    lines = list(list_audit_lines(outcome, "out"))
    assert lines[0].startswith(f"out: {len(paths)} files, {outcome.clean} without findings; 1 ")
    assert any(line.startswith("  known       apache/arrow#50182: ") for line in lines)


def test_killed_twice_and_resumed(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    paths = make_lake(lake)
    staging = out / "_staging"
    for run in ("1", "2"):
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.pipeline.audit.child", str(lake), str(out)], cwd=ROOT
        )
        while child.poll() is None and count_notes(staging / run) < 2:
            with suppress(subprocess.TimeoutExpired):
                child.wait(0.005)  # and leave the processor to it
        child.send_signal(signal.SIGKILL)
        child.wait()
    with mock.patch.object(audits, "FILES_A_TASK", 2):
        outcome = audit(here(), str(lake), str(out), values=True)
    # Of two tasks of two files in each run, the last may be torn by the kill, and is tried again.
    assert outcome.read.unchanged >= 4
    assert not staging.exists()
    check(out, paths, outcome)


@pytest.mark.parametrize("moved", [False, True])
def test_parts_of_a_run_that_was_cut_off_are_taken_once(tmp_path: Path, moved: bool) -> None:
    """By an error in the moment of publishing: before anything is moved, and after all is."""
    lake, out = tmp_path / "lake", tmp_path / "out"
    paths = make_lake(lake, 1)
    place = "inlay_spark.audit.tables.AuditDirectory"
    method = "write_manifest" if moved else "sync_folder"
    real = AuditDirectory.write_manifest

    def fail(target: Any, *given: Any) -> None:
        if moved and not given[0].run:
            real(target, *given)  # the settings, before the first task
        else:
            raise InterruptedError

    with mock.patch(f"{place}.{method}", fail), pytest.raises(InterruptedError):
        audit(here(attempts=2), str(lake), str(out), values=True)
    with mock.patch.object(AuditWorker, "carry_out", side_effect=AssertionError):
        outcome = audit(here(), str(lake), str(out), values=True)
    assert outcome.read.files == 0
    check(out, paths, outcome)


def test_only_what_changes_is_read_again(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    paths = make_lake(lake, 2)
    audit(here(), str(lake), str(out), values=True)
    again = audit(here(), str(lake), str(out), values=True)
    assert (again.read.files, again.read.gone) == (0, 0)
    loose = lake / "day=0" / "loose.parquet"
    loose.write_bytes((lake / "day=0" / "arrow.parquet").read_bytes())
    (lake / "day=1" / "nulls.parquet").unlink()
    outcome = audit(here(), str(lake), str(out), values=True)
    assert (outcome.read.files, outcome.read.gone) == (1, 1)
    check(out, [path for path in paths if path.exists()], outcome)


def test_a_sample_and_other_settings(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    make_lake(lake, 1)
    outcome = audit(here(), str(lake), str(out), values=True, sample=1)
    assert outcome.row_groups == outcome.files
    assert outcome.of_row_groups == outcome.files + 2
    assert "a sample: " in "\n".join(list_audit_lines(outcome, "out"))
    with pytest.raises(CatalogError, match=r"was begun with level values, sample 1: name another"):
        audit(here(), str(lake), str(out), values=True)
    data = audit(here(), str(lake), str(tmp_path / "data"))
    assert (data.values, data.files) == (0, outcome.files)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lake", "--values"], "say where the tables go"),
        (["lake", "--data", "-o", "out", "--sample", "2"], "add --values"),
        (["lake", "--values", "-o", "out", "--sample", "0.5"], "is not a whole number"),
        (["lake", "--values", "-o", "out", "--sample", "0"], "x>=1"),
        (["lake", "--values", "-o", "out", "--discard"], "--discard is for a journal"),
        (["journal", "-o", "out"], "add --data or --values"),
        (["journal", "--name", "*"], "add --data or --values"),
        (["journal", "--sample", "2"], "it is --fraction F"),
        (["lake", "--values", "-o", "out", "--fraction", "0.5"], "it is --sample N"),
        (["journal", "another"], "a journal is one folder"),
        (["journal", "--fraction", "2"], "is not in the range 0<=x<=1"),
        (["journal", "--fraction", "nan"], "is not in the range 0<=x<=1"),
    ],
)
def test_options_that_do_not_go_together(words: list[str], said: str, inlay: Inlay) -> None:
    outcome = inlay("spark", "verify", *words)
    assert outcome.code == 2
    assert said in " ".join(outcome.err.split())

"""New encodings as a migration, on single files: what is there already, what is refused, the way back, the proof."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay_spark.migration.operations import Operation
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import CHANGE, DONE, PROBLEM, REFUSED, SAME, ListedFile, Staged
from inlay_spark.migration.staging import stage_file, stage_undo
from inlay_spark.migration.verifying import verify_file

JOB = "inlay-0123456789ab"
BOTH = Operation("encoding", ("a", "x"), "pco")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "one.parquet"
    numbers = [None if n % 7 == 0 else n * n for n in range(3_000)]
    floats = [float("nan"), -0.0, 0.5] * 1_000
    nested = [{"f": [float("nan")]}] * 3_000
    table = pa.table({"a": numbers, "x": floats, "s": ["x"] * 3_000, "n": nested})
    pq.write_table(table, path, row_group_size=1_000)
    return path


def migrated(file: Path, operation: Operation) -> Staged:
    assert plan_file(str(file), operation).action == CHANGE
    staged = stage_file(ListedFile(str(file)), operation, JOB)
    assert publish_file(staged).state == DONE
    return staged


@pytest.mark.parametrize("form", ["thrift", "migration", "final"])
def test_there_and_back(file: Path, form: str) -> None:
    if form != "thrift":
        migrated(file, Operation(form))
    before, values = file.read_bytes(), pq.read_table(file) if form != "final" else None
    staged = migrated(file, BOTH)
    assert plan_file(str(file), BOTH).action == SAME
    if values is not None:
        read = pq.read_table(file)
        assert read["a"].equals(values["a"])
        assert read["s"].equals(values["s"])
    assert verify_file(staged, BOTH, sample=True).state == DONE
    assert publish_file(stage_undo(staged, BOTH, JOB)).state == DONE
    assert file.read_bytes() == before
    assert os.listdir(file.parent) == [file.name]


def test_columns_that_pay(file: Path) -> None:
    """Chosen again, they are the same."""
    chosen = Operation("encoding")
    before = file.read_bytes()
    staged = migrated(file, chosen)
    assert plan_file(str(file), chosen).action == SAME
    assert publish_file(stage_undo(staged, chosen, JOB)).state == DONE
    assert file.read_bytes() == before
    pq.write_table(pa.table({"s": ["x"] * 10}), file)
    assert plan_file(str(file), chosen).action == SAME


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        (Operation("encoding", ("none",)), "no column 'none'"),
        (Operation("encoding", ("a",), "zip"), "no encoding 'zip'"),
        (Operation("encoding", ("s",), "pco"), "s"),
    ],
)
def test_what_is_refused(file: Path, operation: Operation, reason: str) -> None:
    row = plan_file(str(file), operation)
    assert (row.action, reason in row.reason) == (REFUSED, True), row


def test_others_are_not_taken_back_with_ours(file: Path) -> None:
    migrated(file, Operation("encoding", ("a",), "pco"))
    row = plan_file(str(file), BOTH)
    assert (row.action, "strip them first" in row.reason) == (REFUSED, True), row


def test_verify_notices_another_value(file: Path) -> None:
    staged = migrated(file, BOTH)
    data = bytearray(file.read_bytes())
    for at in range(8, len(data) - staged.tail_length, 97):
        data[at] ^= 1
    file.write_bytes(data)
    assert verify_file(staged, BOTH, sample=False).state == DONE
    assert verify_file(staged, BOTH, sample=True).state == PROBLEM
    wrong = replace(staged, old_sha256=bytes(32))
    assert verify_file(wrong, BOTH, sample=True).state == PROBLEM

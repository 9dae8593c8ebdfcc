"""Every phase on single files, without Java: what is done, what is left alone, what may be repeated."""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.forms.tail import read_tail
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import (
    CHANGE,
    DONE,
    PROBLEM,
    REFUSED,
    REMOVE,
    SAME,
    Listed,
    Planned,
    Published,
    Staged,
    arrow_schema,
    batches_of,
    rows_of,
    spark_schema,
)
from inlay_spark.migration.staging import stage_file, stage_undo
from inlay_spark.migration.sweeping import Swept, sweep
from inlay_spark.migration.verifying import verify_file

JOB = "inlay-0123456789ab"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "one.parquet"
    pq.write_table(pa.table({"a": [1, 2, 3], "s": ["x", None, "z"]}), path, row_group_size=2)
    return path


def staged_of(file: Path, to: str) -> tuple[Planned, Staged]:
    planned = plan_file(str(file), Operation(to))
    assert planned.action == CHANGE, planned
    staged = stage_file(Listed(str(file)), Operation(to), JOB)
    assert staged.state == DONE, staged
    return planned, staged


@pytest.mark.parametrize("to", ["private", "migration", "final", "seal"])
def test_there_and_back(file: Path, to: str) -> None:
    before = file.read_bytes()
    sidecar = file.with_name(f".{file.name}.crc")
    planned, staged = staged_of(file, to)
    assert file.read_bytes() == before
    sidecar.write_bytes(b"stale")
    assert publish_file(staged).state == DONE
    assert not sidecar.exists()
    assert file.stat().st_size == staged.new_size == planned.new_size
    assert verify_file(staged, Operation(to), sample=True).state == DONE
    undone = stage_undo(staged, Operation(to), JOB)
    assert publish_file(undone).state == DONE
    assert file.read_bytes() == before
    assert os.listdir(file.parent) == [file.name]


def test_from_form_to_form(file: Path) -> None:
    before = file.read_bytes()
    for to in ["private", "final", "migration", "thrift"]:
        _, staged = staged_of(file, to)
        assert publish_file(staged).state == DONE
        assert read_tail(str(file)).form.value == to
    assert file.read_bytes() == before


def test_what_is_there_already_is_left_alone(file: Path) -> None:
    for to in ["seal", "private"]:
        publish_file(staged_of(file, to)[1])
        assert plan_file(str(file), Operation(to)).action == SAME
        assert stage_file(Listed(str(file)), Operation(to), JOB) == Staged(str(file), SAME)
    assert os.listdir(file.parent) == [file.name]


def test_publishing_may_be_repeated_and_raced(file: Path) -> None:
    _, first = staged_of(file, "private")
    _, second = staged_of(file, "private")
    assert first.hidden != second.hidden
    assert [publish_file(row).state for row in (first, first, second, first)] == [DONE] * 4
    assert Path(second.hidden).exists()
    assert sweep([str(file.parent), str(file.parent / "gone")], JOB) == Swept(1)
    assert os.listdir(file.parent) == [file.name]


def test_a_race_that_is_lost_at_the_rename_is_found_out(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, row = staged_of(file, "private")
    rename = os.replace

    def raced(old: str, new: str) -> None:
        rename(old, new)
        rename(old, new)

    monkeypatch.setattr(os, "replace", raced)
    assert publish_file(row).state == DONE


def replaced(file: Path) -> None:
    other = file.with_name("other")
    other.write_bytes(file.read_bytes()[:-1] + b"2")
    found = file.stat()
    os.utime(other, ns=(found.st_atime_ns, found.st_mtime_ns))
    other.replace(file)


def grown(file: Path) -> None:
    file.write_bytes(file.read_bytes() + b"more")


def same_size_and_time(file: Path) -> None:
    found = file.stat()
    with file.open("r+b") as opened:
        opened.seek(5)
        opened.write(b"theirs")
    os.utime(file, ns=(found.st_atime_ns, found.st_mtime_ns))


def moved(file: Path) -> None:
    file.symlink_to(file.rename(file.with_name("moved")))


def locked_away(file: Path) -> None:
    file.chmod(0o640)


CHANGES = [replaced, grown, same_size_and_time, moved]


@pytest.mark.parametrize("change", [*CHANGES, locked_away])
@pytest.mark.parametrize("phase", ["stage", "publish", "undo publish"])
def test_a_file_that_somebody_changed_is_left_alone(
    file: Path, change: Callable[[Path], None], phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two looks at it: the mode is a change too, since the staged file has the old one."""
    operation = Operation("private")
    if phase == "stage":
        write = Operation.write

        def written(self: Operation, path: str, output: str) -> bool:
            try:
                return write(self, path, output)
            finally:
                change(file)

        monkeypatch.setattr(Operation, "write", written)
        row: Staged | Published = stage_file(Listed(str(file)), operation, JOB)
        theirs, mode = file.read_bytes(), file.stat().st_mode
    else:
        _, staged = staged_of(file, "private")
        if phase == "undo publish":
            publish_file(staged)
            staged = stage_undo(staged, operation, JOB)
        change(file)
        theirs, mode = file.read_bytes(), file.stat().st_mode
        row = publish_file(staged)
        sweep([str(file.parent)], JOB)
    assert (row.state, "the file changed" in row.reason) == (PROBLEM, True), row
    assert (file.read_bytes(), file.stat().st_mode) == (theirs, mode)
    assert set(os.listdir(file.parent)) <= {file.name, "moved"}


@pytest.mark.parametrize("change", CHANGES)
def test_what_somebody_changed_after_the_job_is_not_taken_back(
    file: Path, change: Callable[[Path], None]
) -> None:
    _, staged = staged_of(file, "private")
    publish_file(staged)
    change(file)
    theirs = file.read_bytes()
    row = stage_undo(staged, Operation("private"), JOB)
    assert (row.state, publish_file(row).state) == (PROBLEM, PROBLEM), row
    assert (file.read_bytes(), file.is_symlink()) == (theirs, change is moved)
    assert set(os.listdir(file.parent)) <= {file.name, "moved"}


def test_a_later_job_is_not_rolled_back_by_an_earlier_journal(file: Path) -> None:
    _, staged = staged_of(file, "private")
    publish_file(staged)
    publish_file(staged_of(file, "final")[1])
    undone = stage_undo(staged, Operation("private"), JOB)
    assert (undone.state, undone.reason) == (PROBLEM, "the file changed since it was published")


def test_what_was_never_published_needs_no_undoing(file: Path) -> None:
    _, staged = staged_of(file, "private")
    assert stage_undo(staged, Operation("private"), JOB).state == SAME


def test_a_damaged_journal_undoes_nothing(file: Path) -> None:
    _, staged = staged_of(file, "final")
    publish_file(staged)
    now = file.read_bytes()
    wrong = replace(staged, old_tail=staged.old_tail[::-1])
    undone = stage_undo(wrong, Operation("final"), JOB)
    assert undone.state == PROBLEM
    assert (file.read_bytes(), os.listdir(file.parent)) == (now, [file.name])


def test_files_of_a_table_get_new_names(file: Path) -> None:
    (file.parent / "_delta_log").mkdir()
    before = file.read_bytes()
    refused = plan_file(str(file), Operation("private"))
    assert refused.action == REFUSED
    assert "Delta" in refused.reason
    operation = Operation("private", allow=("table",))
    staged = stage_file(Listed(str(file)), operation, JOB, new_name=True)
    assert publish_file(staged).state == publish_file(staged).state == DONE
    new = Path(staged.publish_as)
    assert (file.read_bytes(), read_tail(str(new)).form.value) == (before, "private")
    assert verify_file(staged, operation, sample=True).state == DONE
    undone = stage_undo(staged, operation, JOB)
    assert undone.state == REMOVE
    assert publish_file(undone).state == publish_file(undone).state == DONE
    assert sorted(os.listdir(file.parent)) == ["_delta_log", file.name]


@pytest.mark.parametrize(
    ("data", "action"),
    [(b"", PROBLEM), (b"PAR1....PAR1", PROBLEM), (b"PAR1" + bytes(8) + b"PARE", PROBLEM)],
)
def test_what_cannot_be_read_is_a_row(tmp_path: Path, data: bytes, action: str) -> None:
    path = tmp_path / "bad.parquet"
    path.write_bytes(data)
    row = plan_file(str(path), Operation("private"))
    assert row.action == action
    assert row.reason
    assert plan_file(str(tmp_path / "none.parquet"), Operation("private")).action == PROBLEM


def test_a_lock_is_waited_for(file: Path) -> None:
    """Another attempt of the same task holds it while it publishes: no reason to call that a problem."""
    _, row = staged_of(file, "private")
    with open(file, "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        threading.Timer(0.2, lambda: os.replace(row.hidden, file)).start()
        threading.Timer(0.3, fcntl.flock, (held, fcntl.LOCK_UN)).start()
        assert publish_file(row) == Published(str(file), DONE, "", row.size)


@pytest.mark.parametrize("phase", ["plan", "stage", "undo", "publish", "verify"])
def test_a_defect_of_ours_is_a_row(file: Path, phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One file that nobody thought of does not stop a lake."""
    operation = Operation("private")
    _, staged = staged_of(file, "private")
    if phase in ("undo", "verify"):
        publish_file(staged)
    before = file.read_bytes()

    def broken(*_arguments: object) -> None:
        raise ZeroDivisionError("that")

    monkeypatch.setattr(Operation, "apply", broken)
    monkeypatch.setattr(Operation, "undo", broken)
    monkeypatch.setattr("inlay_spark.migration.verifying.read_tail", broken)
    monkeypatch.setattr(os, "replace", broken)
    work: dict[str, Callable[[], Any]] = {
        "plan": lambda: plan_file(str(file), operation),
        "stage": lambda: stage_file(Listed(str(file)), operation, JOB),
        "undo": lambda: stage_undo(staged, operation, JOB),
        "publish": lambda: publish_file(staged),
        "verify": lambda: verify_file(staged, operation, sample=False),
    }
    row = work[phase]()
    assert row.reason == "a defect of inlay: ZeroDivisionError: that"
    assert PROBLEM in (row.action if phase == "plan" else row.state)
    assert file.read_bytes() == before


def test_a_link_is_refused(file: Path) -> None:
    """The rename would put a file in its place."""
    link = file.with_name("link.parquet")
    link.symlink_to(file)
    row = plan_file(str(link), Operation("private"))
    assert (row.action, row.reason.partition(":")[0]) == (REFUSED, "link")


@pytest.mark.parametrize("where", ["data", "footer"])
def test_verify_notices_damage(file: Path, where: str) -> None:
    operation = Operation("migration")
    planned, staged = staged_of(file, "migration")
    publish_file(staged)
    data = bytearray(file.read_bytes())
    data[10 if where == "data" else planned.keep + 20] ^= 1
    file.write_bytes(data)
    assert verify_file(staged, operation, sample=True).state == PROBLEM
    shallow = verify_file(staged, operation, sample=False).state
    assert shallow == (DONE if where == "data" else PROBLEM)


def test_rows_survive_arrow(file: Path) -> None:
    rows = [plan_file(str(file), Operation("private")), Planned("x", PROBLEM, "why")] * 1500
    batches = list(batches_of(Planned, rows))
    assert [batch.num_rows for batch in batches] == [1000, 1000, 1000]
    assert batches[0].schema == arrow_schema(Planned)
    assert list(rows_of(Planned, batches)) == rows
    assert spark_schema(Planned).startswith("path string, action string")

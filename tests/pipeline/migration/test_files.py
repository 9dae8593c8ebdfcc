"""Every phase on single files, without Java: what is done, what is left alone, what may be repeated."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inlay.footers.footer.read import read_footer
from inlay_spark.migration.change_list import Changed, writer_of
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import (
    CHANGE,
    DONE,
    OTHER,
    PROBLEM,
    REFUSED,
    REMOVE,
    SAME,
    UNREADABLE,
    ListedFile,
    PlannedFile,
    PublishedFile,
    Staged,
    batches_of,
    build_arrow_schema,
    build_spark_schema,
    rows_of,
)
from inlay_spark.migration.staging import stage_file, stage_undo
from inlay_spark.migration.sweeping import Swept, sweep
from inlay_spark.migration.verifying import verify_file, verify_problem
from tests.tables.scan.lake import write_forms

JOB = "inlay-0123456789ab"


def operation_to(form: str) -> Operation:
    return Operation(form, design="modular" if form == "dual" else "")


def staged_of(file: Path, to: str) -> tuple[PlannedFile, Staged]:
    planned = plan_file(str(file), operation_to(to))
    assert planned.action == CHANGE, planned
    staged = stage_file(ListedFile(str(file)), operation_to(to), JOB)
    assert staged.state == DONE, staged
    return planned, staged


@pytest.mark.parametrize("to", ["private", "migration", "final", "dual", "seal"])
def test_there_and_back(file: Path, to: str) -> None:
    before = file.read_bytes()
    sidecar = file.with_name(f".{file.name}.crc")
    planned, staged = staged_of(file, to)
    assert file.read_bytes() == before
    sidecar.write_bytes(b"stale")
    assert publish_file(staged).state == DONE
    assert not sidecar.exists()
    assert file.stat().st_size == staged.new_size == planned.new_size
    assert verify_file(staged, operation_to(to), sample=True).state == DONE
    undone = stage_undo(staged, operation_to(to), JOB)
    assert publish_file(undone).state == DONE
    assert file.read_bytes() == before
    assert os.listdir(file.parent) == [file.name]


def test_from_form_to_form(file: Path) -> None:
    before = file.read_bytes()
    for to in ["private", "dual", "final", "dual", "migration", "thrift"]:
        _, staged = staged_of(file, to)
        assert publish_file(staged).state == DONE
        assert read_footer(str(file)).form.value == to
    assert file.read_bytes() == before


def test_what_is_there_already_is_left_alone(file: Path) -> None:
    for to in ["dual", "thrift", "seal", "private"]:
        publish_file(staged_of(file, to)[1])
        assert plan_file(str(file), operation_to(to)).action == SAME
        assert stage_file(ListedFile(str(file)), operation_to(to), JOB) == Staged(str(file), SAME)
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
    rename = os.rename

    def raced(old: str, new: str) -> None:
        rename(old, new)
        rename(old, new)

    monkeypatch.setattr(os, "rename", raced)
    assert publish_file(row).state == DONE


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
    staged = stage_file(ListedFile(str(file)), operation, JOB, new_name=True)
    assert publish_file(staged).state == publish_file(staged).state == DONE
    new = Path(staged.publish_as)
    assert (file.read_bytes(), read_footer(str(new)).form.value) == (before, "private")
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


@pytest.mark.parametrize(
    ("name", "data", "action"),
    [
        ("README.md", b"what this is\n", OTHER),
        ("v1.metadata.json", b"{}", OTHER),
        ("part-0", b"", OTHER),
        ("part-0", b"PAR1 and no end", PROBLEM),
        ("part-0", b"no beginning PAR1", PROBLEM),
        ("README.parquet", b"what this is\n", PROBLEM),
        ("part-0.PQ", b"", PROBLEM),
    ],
)
@pytest.mark.parametrize("is_table", [False, True])
def test_what_does_not_claim_to_be_a_file_of_parquet_is_counted(
    name: str, data: bytes, action: str, is_table: bool, tmp_path: Path
) -> None:
    """The same when it is planned and when it is staged."""
    path = tmp_path / name
    path.write_bytes(data)
    if is_table:
        (tmp_path / "_delta_log").mkdir()
        action = OTHER if action == OTHER else REFUSED
    for to in ("private", "encoding"):
        operation = Operation(to, encoding="pco" if to == "encoding" else "")
        planned = plan_file(str(path), operation)
        staged = stage_file(ListedFile(str(path)), operation, JOB)
        assert (planned.action, staged.state) == (action, action)
        assert planned.reason == staged.reason
        assert bool(planned.reason) == (action != OTHER)


def test_every_name_of_a_file_is_changed(file: Path) -> None:
    """The first that gets a new file takes a name from the others, which changes their time of change."""
    before = file.read_bytes()
    other = file.with_name("other.parquet")
    other.hardlink_to(file)
    rows = [staged_of(one, "private")[1] for one in (file, other)]
    for row in rows:
        assert publish_file(row) == PublishedFile(row.path, DONE, "", row.size)
        assert read_footer(row.path).form.value == "private"
    for row in rows:
        assert publish_file(stage_undo(row, Operation("private"), JOB)).state == DONE
    assert (file.read_bytes(), other.read_bytes()) == (before, before)


@pytest.mark.parametrize("change", ["bytes", "mode"])
def test_another_name_of_a_file_that_somebody_changed(file: Path, change: str) -> None:
    other = file.with_name("other.parquet")
    other.hardlink_to(file)
    rows = [staged_of(one, "private")[1] for one in (file, other)]
    assert publish_file(rows[0]).state == DONE
    was = other.stat()
    if change == "mode":
        other.chmod(0o600 if was.st_mode & 0o777 != 0o600 else 0o640)
    else:
        with open(other, "r+b") as changed:
            changed.seek(5)
            changed.write(b"\xff")
        os.utime(other, ns=(was.st_atime_ns, was.st_mtime_ns))
    now = other.read_bytes()
    published = publish_file(rows[1])
    assert (published.state, published.reason) == (
        PROBLEM,
        "the file changed since it was staged",
    )
    assert other.read_bytes() == now


def test_verifying_says_whether_others_read_a_problem(file: Path) -> None:
    left = Staged(str(file), PROBLEM, "no space")
    found = verify_problem(left)
    assert found is not None
    assert (found.state, found.reason) == (PROBLEM, "no space; pyarrow reads its footer")
    file.write_bytes(b"text" * 9)
    found = verify_problem(left)
    assert found is not None
    assert (found.state, found.reason) == (UNREADABLE, "no space; pyarrow cannot read it either")
    file.unlink()
    assert verify_problem(left) is None


def test_a_lock_is_waited_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another attempt of the same task holds it while it publishes: no reason to call that a problem."""
    _, row = staged_of(file, "private")
    with open(file, "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        steps = iter([lambda: os.replace(row.hidden, file), held.close])
        clock = SimpleNamespace(sleep=lambda _: next(steps)(), monotonic=lambda: 0.0)
        monkeypatch.setattr("inlay_spark.migration.publishing.time", clock)
        assert publish_file(row) == PublishedFile(str(file), DONE, "", row.size)
        assert next(steps, None) is None


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
    monkeypatch.setattr("inlay_spark.migration.verifying.read_footer", broken)
    monkeypatch.setattr(os, "rename", broken)
    work: dict[str, Callable[[], Any]] = {
        "plan": lambda: plan_file(str(file), operation),
        "stage": lambda: stage_file(ListedFile(str(file)), operation, JOB),
        "undo": lambda: stage_undo(staged, operation, JOB),
        "publish": lambda: publish_file(staged),
        "verify": lambda: verify_file(staged, operation, sample=False),
    }
    row = work[phase]()
    assert row.reason == "a bug in inlay: ZeroDivisionError: that"
    assert PROBLEM in (row.action if phase == "plan" else row.state)
    assert file.read_bytes() == before


def test_a_link_is_refused(file: Path) -> None:
    """The rename would put a file in its place."""
    link = file.with_name("link.parquet")
    link.symlink_to(file)
    row = plan_file(str(link), Operation("private"))
    assert (row.action, row.reason.partition(":")[0]) == (REFUSED, "link")


@pytest.mark.parametrize("to", ["private", "migration", "final", "seal", "thrift", "encoding"])
def test_an_encrypted_footer_is_refused(tmp_path: Path, to: str) -> None:
    file = write_forms(tmp_path)["encrypted"]
    row = plan_file(str(file), Operation(to))
    staged = stage_file(ListedFile(str(file)), Operation(to), JOB)
    assert (row.action, staged.state) == (REFUSED, REFUSED)
    assert row.reason == staged.reason
    assert "encrypted" in row.reason


def test_where_a_list_of_changes_is_written(tmp_path: Path) -> None:
    """A file keeps what it has until there is a new list, a link stays one, and so does a pipe."""
    changed = Changed("old", "new", 1, 2, 3, None)
    file, link, pipe = tmp_path / "file", tmp_path / "link", tmp_path / "pipe"
    file.write_text("before")
    link.symlink_to(file)
    with pytest.raises(ZeroDivisionError), writer_of(str(link)):
        raise ZeroDivisionError
    assert file.read_text() == "before"
    with writer_of(str(link)) as write:
        write([changed])
    assert link.is_symlink()
    assert json.loads(file.read_text()) == asdict(changed)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with writer_of(str(pipe)) as write:
        write([changed, changed])
    assert os.read(reader, 1_000).count(b"\n") == 2
    os.close(reader)
    assert pipe.is_fifo()
    assert sorted(os.listdir(tmp_path)) == ["file", "link", "pipe"]


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
    rows = [plan_file(str(file), Operation("private")), PlannedFile("x", PROBLEM, "why")] * 1500
    batches = list(batches_of(PlannedFile, rows))
    assert [batch.num_rows for batch in batches] == [1000, 1000, 1000]
    assert batches[0].schema == build_arrow_schema(PlannedFile)
    assert list(rows_of(PlannedFile, batches)) == rows
    large = [Staged(f"{number}", DONE, old_tail=bytes(20 << 20)) for number in range(5)]
    batches = list(batches_of(Staged, large))
    assert [batch.num_rows for batch in batches] == [2, 2, 1]
    assert list(rows_of(Staged, batches)) == large
    assert build_spark_schema(PlannedFile).startswith("path string, action string")

"""Files that somebody changes between two phases, or after the job: left as they are, whatever was changed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from inlay_spark.migration.operations import Operation
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import PROBLEM, ListedFile, PublishedFile, Staged
from inlay_spark.migration.staging import stage_file, stage_undo
from inlay_spark.migration.sweeping import sweep
from tests.pipeline.migration.test_files import JOB, staged_of


def wait_for_another_time(file: Path) -> None:
    """Until what changes now bears another time than the file: those of many kernels go in steps of some milliseconds."""
    probe = file.with_name("probe")
    probe.touch()
    while probe.stat().st_ctime_ns <= file.stat().st_ctime_ns:
        probe.touch()
    probe.unlink()


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

        def written(self: Operation, path: str, output: str) -> int | None:
            try:
                return write(self, path, output)
            finally:
                wait_for_another_time(file)
                change(file)

        monkeypatch.setattr(Operation, "write", written)
        row: Staged | PublishedFile = stage_file(ListedFile(str(file)), operation, JOB)
        theirs, mode = file.read_bytes(), file.stat().st_mode
    else:
        _, staged = staged_of(file, "private")
        if phase == "undo publish":
            publish_file(staged)
            staged = stage_undo(staged, operation, JOB)
        wait_for_another_time(file)
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

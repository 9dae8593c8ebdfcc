"""The journal: whose it is, who may write it, and what it notices of damage to itself. Without Java."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inlay.ground.refusals import RefusedError
from inlay_spark.jobs.directory import JobDirectory, LockedError
from inlay_spark.jobs.listing import refuse_in_lake
from inlay_spark.migration import Operation, lake
from inlay_spark.migration.journal import PHASES, Job, JournalError, MigrationJournal

JOB = Job("inlay-0123456789ab", ("/lake",), Operation("private"))
NO_SPARK: Any = None
"""What is wrong with a journal is said before Spark is asked for anything."""


@pytest.fixture
def journal(tmp_path: Path) -> MigrationJournal:
    """As after a migration; the rows are for Spark to read."""
    with MigrationJournal.begin(str(tmp_path / "above" / "journal"), JOB) as made:
        for name in PHASES[:3]:
            folder = Path(made.path) / name
            folder.mkdir()
            (folder / "_SUCCESS").touch()
            for part in range(2):
                (folder / f"part-{part}.parquet").write_bytes(b"rows" * 100)
                (folder / f".part-{part}.parquet.crc").write_bytes(b"crc")
            made.finish(name)
    return made


def begin(path: str, job: Job) -> MigrationJournal:
    with MigrationJournal.begin(path, job) as found:
        return found


def again(journal: MigrationJournal) -> MigrationJournal:
    return begin(journal.path, JOB)


def test_the_same_job_again(journal: MigrationJournal) -> None:
    found = again(journal)
    assert (found.job, [found.is_over(name) for name in PHASES]) == (JOB, [True] * 3 + [False] * 2)


def test_rows_that_are_cut_off_or_gone(journal: MigrationJournal) -> None:
    """Spark passes over an empty file, and does not know of one that is gone."""
    part = Path(journal.path) / "staged" / "part-1.parquet"
    whole = part.read_bytes()
    for length in range(len(whole)):
        part.write_bytes(whole[:length])
        with pytest.raises(JournalError, match=rf"staged/part-1.parquet has {length} bytes?, and"):
            again(journal)
    part.unlink()
    for work in (lake.rollback, lake.verify):
        with pytest.raises(JournalError, match="is not there, and had 400 bytes"):
            work(NO_SPARK, journal.path)
    assert not journal.is_undone
    part.write_bytes(whole)
    again(journal)
    part.with_name("part-1 (copy).parquet").write_bytes(whole)
    with pytest.raises(JournalError, match="has 400 bytes, and is not part of it"):
        again(journal)
    shutil.rmtree(part.parent)
    with pytest.raises(JournalError, match="staged is damaged"):
        again(journal)


@pytest.mark.parametrize("name", ["job.json", "staged.json"])
def test_what_says_so_is_cut_off(journal: MigrationJournal, name: str) -> None:
    path = Path(journal.path) / name
    whole = path.read_bytes()
    for length in range(len(whole) - 2):  # the brace and the newline
        path.write_bytes(whole[:length])
        with pytest.raises(JournalError, match="damaged"):
            again(journal)
    for other in [b"[]", b'"x"', b"\xff", b"{}", b'{"parts": 3}', b'{"parts": null}']:
        path.write_bytes(other)
        with pytest.raises(JournalError, match="damaged"):
            again(journal)


@pytest.mark.parametrize("name", ["plan", "staged"])
def test_an_end_that_somebody_removed(journal: MigrationJournal, name: str) -> None:
    """It would be staged again: with tails of files that were published already."""
    (Path(journal.path) / f"{name}.json").unlink()
    for work in (lambda: again(journal), lambda: lake.rollback(NO_SPARK, journal.path)):
        with pytest.raises(JournalError, match=f"{name}.json is not there"):
            work()


@pytest.mark.parametrize(
    "name", ["a::b", "memory::z", "two\nlines", "%41", "~", "[a]*{b}", "file:"]
)
def test_odd_names(tmp_path: Path, name: str) -> None:
    made = begin(str(tmp_path / name), JOB)
    (tmp_path / name / "plan").mkdir()
    made.finish("plan")
    assert (again(made).job, os.listdir(tmp_path)) == (JOB, [name])


def test_another_version(journal: MigrationJournal) -> None:
    path = Path(journal.path) / "job.json"
    said = json.loads(path.read_text())
    path.write_text(json.dumps(said | {"journal": said["journal"] + 1}))
    with pytest.raises(JournalError, match="use the version that wrote it"):
        again(journal)


@pytest.mark.parametrize("path", ["foo://a", "", "a\0b"])
def test_what_is_no_path(path: str) -> None:
    works: list[Callable[[], object]] = [
        lambda: begin(path, JOB),
        lambda: lake.rollback(NO_SPARK, path),
        lambda: lake.verify(NO_SPARK, path),
    ]
    for work in works:
        with pytest.raises(OSError, match=r"Protocol not known|is not a path"):
            work()


def test_a_rollback_that_is_done_again_may_be_cut_off(
    journal: MigrationJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between any two of its steps the journal is whole, and the rollback can go on."""

    class Cut(BaseException):
        pass

    def cut_after(steps: int) -> None:
        left = steps

        def remove(self: JobDirectory, name: str) -> None:
            nonlocal left
            if not left:
                raise Cut
            left -= 1
            whole(self, name)

        monkeypatch.setattr(JobDirectory, "remove", remove)
        with pytest.raises(Cut):
            journal.forget_undo()

    whole = JobDirectory.remove
    for steps in range(4):
        journal.begin_undo()
        for name in PHASES[3:]:
            shutil.rmtree(Path(journal.path) / name, ignore_errors=True)
            shutil.copytree(Path(journal.path) / "staged", Path(journal.path) / name)
            journal.finish(name)
        cut_after(steps)
        found = MigrationJournal.open(journal.path)
        over = [found.is_over(name) for name in PHASES]
        assert over == [True] * 3 + [steps < 3, steps < 1], steps
    monkeypatch.undo()
    journal.forget_undo()
    found = MigrationJournal.open(journal.path)
    assert found.is_undone
    assert not any(found.is_over(name) or found.has_begun(name) for name in PHASES[3:])


def test_one_run_at_a_time(tmp_path: Path) -> None:
    """Whoever comes second finds the first one's job, and not an empty folder to put another into."""
    path = str(tmp_path / "journal")
    other = Job("inlay-ba9876543210", JOB.paths, JOB.operation)
    with MigrationJournal.begin(path, JOB), pytest.raises(LockedError, match="another run"):
        begin(path, other)
    assert MigrationJournal.open(path).job == JOB


def test_a_job_that_came_to_nothing_gives_its_place_to_another(tmp_path: Path) -> None:
    path, other = str(tmp_path / "journal"), Job("other", ("/lkae",), Operation("private"))
    begin(path, other)
    with MigrationJournal.begin(path, JOB) as journal:
        (Path(path) / "plan").mkdir()
        journal.finish("plan")
    with pytest.raises(RefusedError, match="another job: of /lake"):
        begin(path, other)


@pytest.mark.parametrize(
    ("put", "said"),
    [
        (lambda folder: (folder / "data.csv").touch(), "not empty"),
        (lambda folder: (folder.rmdir(), folder.touch()), "this is a file"),
        (lambda folder: folder.chmod(0o555), "Permission denied"),
    ],
    ids=["not empty", "no folder", "read-only"],
)
def test_a_folder_that_cannot_be_a_journal(
    tmp_path: Path, put: Callable[[Path], object], said: str, unprivileged: None
) -> None:
    folder = tmp_path / "journal"
    folder.mkdir()
    put(folder)
    before = sorted(os.listdir(tmp_path)), folder.is_dir() and sorted(os.listdir(folder))
    with pytest.raises((RefusedError, OSError, JournalError), match=said):
        begin(str(folder), JOB)
    assert before == (sorted(os.listdir(tmp_path)), folder.is_dir() and sorted(os.listdir(folder)))


def test_in_the_lake() -> None:
    cases = {
        ("/lake", "/lake/journal"): True,
        ("/lake", "/lake/_journal"): False,
        ("/lake", "/lake/.a/journal"): False,
        ("/lake", "/other/journal"): False,
        ("/lake", "/lake2"): False,
        ("/.home/*", "/.home/journal"): True,
        ("/la*", "/lake/journal"): True,
        ("/la*", "/lake/_journal"): False,
        ("s3://bucket/lake", "/journal"): False,
        ("s3://bucket/_lake", "s3://bucket/_lake/journal"): True,
    }
    for (path, journal), is_in in cases.items():
        try:
            refuse_in_lake([path], journal, "journal")
        except RefusedError:
            assert is_in, (path, journal)
        else:
            assert not is_in, (path, journal)

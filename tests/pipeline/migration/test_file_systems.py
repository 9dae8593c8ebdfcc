"""What file systems do, and people on them: full disks, missing rights, odd names, times, links. Without Java."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.changes.rewrite.system import Posix, Status
from inlay_spark.migration.journal import Job, MigrationJournal
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.phases import stage_while_wanted
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import (
    CHANGE,
    DONE,
    PROBLEM,
    REFUSED,
    ListedFile,
    Staged,
    batches_of,
    build_arrow_schema,
)
from inlay_spark.migration.staging import stage_file, stage_undo
from inlay_spark.migration.sweeping import sweep

JOB = "inlay-0123456789ab"
PRIVATE = Operation("private")
NAMES = (
    "a b.parquet",
    "gr\u00fc\u00df \N{SNOWMAN}.parquet",
    "two\nlines.parquet",
    "100%25.parquet",
    ".hidden.parquet",
    "no.tmp",
    "[a]{b,c}*?.parquet",
    "'\"\\\x01.parquet",
    "a::b.parquet",
    "#c?d",
    "x" * 255,
    "\u00fc" * 127,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "lake" / "one.parquet"
    path.parent.mkdir()
    pq.write_table(pa.table({"a": [1, 2, 3]}), path)
    return path


def stage(file: Path) -> Staged:
    return stage_file(ListedFile(str(file)), PRIVATE, JOB)


def there_and_back(file: Path) -> None:
    before, status = file.read_bytes(), file.stat()
    assert plan_file(str(file), PRIVATE).action == CHANGE
    staged = stage(file)
    assert next(batches_of(Staged, [staged])).schema == build_arrow_schema(Staged)
    assert publish_file(staged).state == DONE, staged
    assert file.read_bytes() != before
    undone = stage_undo(staged, PRIVATE, JOB)
    assert publish_file(undone).state == DONE, undone
    assert file.read_bytes() == before
    now = file.stat()
    assert (now.st_mode, now.st_uid, now.st_gid) == (status.st_mode, status.st_uid, status.st_gid)


def test_odd_names(file: Path) -> None:
    for name in NAMES:
        file = file.rename(file.with_name(name))
        there_and_back(file)
        assert os.listdir(file.parent) == [name]


@pytest.mark.parametrize("seconds", [-5, 0, 9_000_000_000, 15_000_000_000])
def test_odd_times(file: Path, seconds: int) -> None:
    """Before 1970, and after 2262, where nanoseconds need more than 63 bits."""
    os.utime(file, (seconds, seconds))
    there_and_back(file)


def test_what_belongs_to_a_file(file: Path) -> None:
    if os.getuid() == 0:
        os.chown(file, 1234, 4321)
    file.chmod(0o4750)
    try:
        os.setxattr(file, "user.who", b"we")
    except OSError:
        pytest.skip("no extended attributes here")
    there_and_back(file)
    assert os.getxattr(file, "user.who") == b"we"


def test_other_names_of_the_file(file: Path) -> None:
    """They keep the old bytes, which the plan says."""
    other = file.with_name("other")
    other.hardlink_to(file)
    assert "1 other hard link" in plan_file(str(file), PRIVATE).reason
    before = other.read_bytes()
    there_and_back(file)
    assert other.read_bytes() == before


def test_sidecars_of_no_file(file: Path) -> None:
    """Who knows what they are for."""
    names = [".two.parquet.crc", "one.parquet.crc", ".one.parquet.crc.crc", f".x.{JOB}.crc"]
    for name in names:
        file.with_name(name).touch()
    there_and_back(file)
    sweep([str(file.parent)], JOB)
    assert sorted(os.listdir(file.parent)) == sorted([file.name, *names])


def failing(number: int) -> Callable[..., Any]:
    def call(*_arguments: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return call


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
@pytest.mark.parametrize("name", ["copy_file_range", "pwrite", "fsync", "link", "fchmod"])
def test_a_disk_that_is_full(
    file: Path, name: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = file.read_bytes()
    monkeypatch.setattr(os, name, failing(number))
    staged = stage(file)
    assert (staged.state, staged.reason) == (PROBLEM, os.strerror(number))
    assert publish_file(staged).state == PROBLEM
    assert (os.listdir(file.parent), file.read_bytes()) == ([file.name], before)


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.EXDEV, errno.EOPNOTSUPP])
def test_a_disk_without_shared_blocks_and_hard_links(
    file: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "copy_file_range", failing(number))
    monkeypatch.setattr(os, "link", failing(errno.EPERM))
    there_and_back(file)
    assert os.listdir(file.parent) == [file.name]


RIGHTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "file": (lambda file: file.chmod(0), "Permission denied"),
    "writing": (lambda file: file.chmod(0o444), "Permission denied"),
    "folder": (
        lambda file: file.parent.chmod(0o555),
        "the user of this job may not create files in its folder",
    ),
    "all": (lambda file: file.parent.chmod(0), "Permission denied"),
}


@pytest.mark.parametrize("what", RIGHTS)
def test_missing_rights(file: Path, what: str, unprivileged: None) -> None:
    """The plan knows what will not be allowed."""
    mine = file.parent.parent / "mine"
    mine.mkdir()
    own = mine / "one.parquet"
    pq.write_table(pa.table({"a": [1, 2, 3]}), own)
    take, reason = RIGHTS[what]
    take(own)
    planned, staged = plan_file(str(own), PRIVATE), stage(own)
    assert (planned.action, staged.state) == (PROBLEM, PROBLEM)
    assert planned.reason == staged.reason == reason
    mine.chmod(0o755)
    assert os.listdir(mine) == [own.name]


def test_a_folder_that_loses_its_rights(file: Path, unprivileged: None) -> None:
    """Nothing can be published, nor swept, there; the other folders do not wait for it."""
    folders = [file.parent.parent / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
        pq.write_table(pa.table({"a": [1]}), folder / "one.parquet")
    rows = [stage(folder / "one.parquet") for folder in folders]
    folders[0].chmod(0o555)
    assert [publish_file(row).state for row in rows] == [PROBLEM, DONE]
    swept = sweep(map(str, folders), JOB)
    assert [(folder, "hidden files may be left" in why) for folder, why in swept.failures] == [
        (str(folders[0]), True)
    ]
    folders[0].chmod(0o755)
    assert sweep(map(str, folders), JOB).files == 1


def test_a_file_of_somebody_else(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may write it, and may not give a new one to its owner."""
    inode, status_of_file = file.stat().st_ino, Posix.status

    def status(system: Posix, opened: int) -> Status:
        real = status_of_file(system, opened)
        return real._replace(owner=12_345, group=54_321) if real.inode == inode else real

    def set_owner(_system: Posix, _opened: int, _owner: int, _group: int) -> None:
        raise PermissionError(errno.EPERM, "not permitted")

    monkeypatch.setattr(Posix, "status", status)
    monkeypatch.setattr(Posix, "set_owner", set_owner)
    staged = stage(file)
    assert (staged.state, staged.reason.partition(":")[0]) == (REFUSED, "owner")
    assert os.listdir(file.parent) == [file.name]


def test_what_a_late_attempt_makes_is_thrown_away(file: Path, tmp_path: Path) -> None:
    """Spark has its rows from another attempt, and the sweep is over."""
    job = Job(JOB, (str(file.parent),), PRIVATE)
    with MigrationJournal.begin(str(tmp_path / "journal"), job) as journal:
        (tmp_path / "journal" / "staged").mkdir()

        def late(row: ListedFile) -> list[Staged]:
            staged = stage_file(row, PRIVATE, JOB)
            assert Path(staged.hidden).exists()
            journal.finish("staged")
            return [staged]

        rows = [ListedFile(str(file))] * 2
        assert list(stage_while_wanted(journal, "staged", rows, late)) == []
    assert os.listdir(file.parent) == [file.name]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.parquet"
    os.mkfifo(path)
    assert plan_file(str(path), PRIVATE).reason == "Not a regular file"
    assert stage(path).reason == "Not a regular file"
    assert stat.S_ISFIFO(path.stat().st_mode)

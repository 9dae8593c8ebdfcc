"""Compaction on Spark: there and back, twice, cut off, killed, and as commands."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.verbs.set.edit_footer import edit_footer
from inlay_spark.migration import (
    Operation,
    lake,
    list_compacted,
    migrate,
    plan_compaction,
    read_compaction,
    rollback,
    verify,
)
from inlay_spark.migration.journal import JournalError, MigrationJournal
from inlay_spark.spark_submit_entry import main
from parquet_format.parquet import FileMetaData
from tests.pipeline.json_documents import require_known_keys
from tests.pipeline.migration.kills import kill_while
from tests.pipeline.migration.lakes import digests, hidden, staged
from tests.pipeline.migration.small_files import numbers_in, snapshot, write_small_files
from tests.pipeline.migration.test_lake import leave_behind

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES = 6
TARGET = 3_000
"""Bytes: a few of these files."""

SMALL = Operation("compact", target_size=TARGET)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "lake"
    for part in range(2):
        write_small_files(folder / f"part={part}", FILES)
    return folder


@pytest.fixture
def journal(tmp_path: Path) -> str:
    return str(tmp_path / "journal")


def rows_in(spark: SparkSession, folder: Path) -> list[tuple[int, int]]:
    rows = spark.read.parquet(str(folder)).select("part", "a").orderBy("part", "a").collect()
    return [(row["part"], row["a"]) for row in rows]


def test_there_and_back(spark: SparkSession, folder: Path, journal: str, tmp_path: Path) -> None:
    rows, before = rows_in(spark, folder), snapshot(folder)
    planned = plan_compaction(spark, [str(folder)], SMALL)
    assert snapshot(folder) == before
    assert (planned.files, planned.row_groups) == (2 * FILES, 2 * FILES)
    assert planned.small_row_groups == 2 * FILES
    assert 0 < planned.footers_after < planned.footers_before
    outcome = migrate(spark, [str(folder)], SMALL, journal)
    assert outcome.states == {"done": planned.new_files}
    assert read_compaction(spark, journal).new_files == planned.new_files
    assert len(digests(folder)) == planned.new_files < planned.files
    assert staged(folder) == []
    assert rows_in(spark, folder) == rows
    assert verify(spark, journal, sample=1).states == {"done": planned.new_files}
    assert migrate(spark, [str(folder)], SMALL, journal).states == outcome.states
    again = plan_compaction(spark, [str(folder)], SMALL)
    assert (again.files, again.actions) == (0, {"same": planned.new_files})
    second = migrate(spark, [str(folder)], SMALL, str(tmp_path / "second"))
    assert second.states == {"same": planned.new_files}
    assert rollback(spark, journal).states == {"done": planned.new_files}
    assert snapshot(folder) == before
    assert verify(spark, journal, sample=1).states == {"done": planned.new_files}
    assert rows_in(spark, folder) == rows


def test_a_partition_of_two_schemas(spark: SparkSession, folder: Path, journal: str) -> None:
    """The journal says why a file stays; damage is a problem of one file."""
    before = snapshot(folder)
    pq.write_table(pa.table({"b": [1.5]}), folder / "part=0" / "part-0005.parquet")
    (folder / "part=1" / "part-0005.parquet").write_bytes(b"PAR1 damaged PAR1")
    large = Operation("compact", target_size=1 << 20)
    outcome = migrate(spark, [str(folder)], large, journal)
    assert outcome.states == {"done": 2, "problem": 1, "same": 1}
    report = read_compaction(spark, journal)
    assert [path.rpartition("/")[2] for path, _ in report.apart] == ["part-0005.parquet"]
    assert "missing from" in report.apart[0][1]
    assert verify(spark, journal, sample=1).states == {"done": 2, "unreadable": 1}
    assert rollback(spark, journal).states == {"done": 2}
    after = snapshot(folder)
    assert {name: after[name] for name in before} == before


def test_what_does_not_come_along_is_told(
    spark: SparkSession, folder: Path, journal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bounds that readers distrust are known from footers, and an index that does not fit when it is copied."""
    distrusted, misfit = (
        folder / "part=0" / "part-000.parquet",
        folder / "part=1" / "part-000.parquet",
    )
    edit_footer(
        str(distrusted),
        lambda footer: footer.metadata.replace(created_by="parquet-mr version 1.5.0").encode(),
    )
    pq.write_table(pq.read_table(misfit), misfit, write_page_index=True)
    edit_footer(str(misfit), lambda footer: with_shorter_index(footer.metadata).encode())
    large = Operation("compact", target_size=1 << 20)
    planned = plan_compaction(spark, [str(folder)], large)
    assert planned.noted == 1
    said = [note for _, note in planned.notes]
    assert said[0].startswith(f"{distrusted}: bounds of column s are dropped: readers distrust")
    argv = ["compact", str(folder), "--target-size", "1MB", "--write", "--journal", journal]
    assert main(argv) == 0
    printed = capsys.readouterr().out
    report = read_compaction(spark, journal)
    assert report.noted == 2
    assert {path for path, _ in report.notes} == set(list_new_files(folder))
    assert all(f"{path}: {note}" in printed for path, note in report.notes)
    assert "column indexes of column a stay behind, for they do not fit" in printed
    assert said == [note for path, note in report.notes if "part=0" in path]


def with_shorter_index(metadata: FileMetaData) -> FileMetaData:
    """A byte of the column index of the first column is missing."""
    chunk = metadata.row_groups[0].columns[0]
    assert chunk.column_index_length
    chunk.column_index_length -= 1
    return metadata


def list_new_files(folder: Path) -> list[str]:
    return [str(path) for path in sorted(folder.glob("*/[!.]*.parquet"))]


@pytest.mark.parametrize("after", ["published", "undo_staged"])
def test_a_job_that_was_cut_off(
    after: str,
    spark: SparkSession,
    folder: Path,
    journal: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The job that is killed below is cut off at its staged files, too; the phase before is that of every migration."""
    before = snapshot(folder)
    cut_off_after(after, spark, folder, journal, monkeypatch)
    leave_behind(folder, journal)
    if after != "undo_staged":
        assert migrate(spark, [str(folder)], SMALL, journal).whole
        assert staged(folder) == []
        assert set(numbers_in(folder)) == set(range(10 * FILES))
    assert rollback(spark, journal).whole
    assert snapshot(folder) == before


class CutOffError(BaseException):
    """Like a kill, nothing catches it."""


def cut_off_after(
    phase: str,
    spark: SparkSession,
    folder: Path,
    journal: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finish = MigrationJournal.finish

    def finish_and_end(self: MigrationJournal, name: str) -> None:
        finish(self, name)
        if name == phase:
            raise CutOffError

    def there_and_back() -> None:
        migrate(spark, [str(folder)], SMALL, journal)
        rollback(spark, journal)

    with monkeypatch.context() as patched:
        patched.setattr(MigrationJournal, "finish", finish_and_end)
        with pytest.raises(CutOffError):
            there_and_back()


def test_a_driver_that_is_killed_while_it_publishes(
    spark: SparkSession, tmp_path: Path, journal: str
) -> None:
    """Some groups are old, some new, one is waiting; no row is missing, and both ways lead out. Where the one that waits comes
    first, no group is new yet."""
    folder = tmp_path / "lake"
    paths = write_small_files(folder / "part=0", 60)
    before = snapshot(folder)
    migrate_until_staged(spark, folder, journal)
    with open(paths[30], "rb") as waited_for:
        # However slow a machine we are on: publishing is not over before the kill.
        fcntl.flock(waited_for, fcntl.LOCK_EX)
        arguments = ["migrate", journal, str(folder), "compact"]
        publishes = Path(journal) / "published"
        assert kill_while(publishes.exists, arguments, Path(journal), "published", delay=0.5)
    assert set(numbers_in(folder)) == set(range(600))
    assert migrate(spark, [str(folder)], SMALL, journal).whole
    assert numbers_in(folder) == list(range(600))
    assert verify(spark, journal, sample=1).whole
    assert rollback(spark, journal).whole
    assert snapshot(folder) == before


def migrate_until_staged(spark: SparkSession, folder: Path, journal: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        cut_off_after("staged", spark, folder, journal, patched)


def test_a_table_keeps_its_files(spark: SparkSession, folder: Path, journal: str) -> None:
    (folder / "_delta_log").mkdir()
    before = snapshot(folder)
    assert plan_compaction(spark, [str(folder)], SMALL).actions == {"refused": 2 * FILES}
    allowed = Operation("compact", allow=("table",), target_size=TARGET)
    outcome = migrate(spark, [str(folder)], allowed, journal, new_names=True)
    listed = list(list_compacted(spark, journal))
    assert outcome.states == {"done": len(listed)}
    for change in listed:
        data = Path(change.new_path).read_bytes()
        assert (change.size, change.crc32) == (len(data), crc32(data))
        assert change.old_size == sum(Path(path).stat().st_size for path in change.old_paths)
    assert {path for change in listed for path in change.old_paths} == {
        str(folder / name) for name in before
    }
    after = snapshot(folder)
    assert {name: after[name] for name in before} == before
    assert verify(spark, journal, sample=1).states == outcome.states
    assert rollback(spark, journal).states == outcome.states
    assert snapshot(folder) == before


def test_old_files_are_removed_for_good(spark: SparkSession, folder: Path, journal: str) -> None:
    rows = rows_in(spark, folder)
    count = migrate(spark, [str(folder)], SMALL, journal).states["done"]
    assert len([name for name in hidden(folder) if name.endswith(".kept")]) == 2 * FILES
    for _ in range(2):
        assert verify(spark, journal, sample=1, discard=True).states == {"done": count}
        assert (len(digests(folder)), hidden(folder)) == (count, [])
    with pytest.raises(JournalError, match="no way back"):
        rollback(spark, journal)
    assert rows_in(spark, folder) == rows


def test_what_cannot_be_removed(spark: SparkSession, folder: Path, tmp_path: Path) -> None:
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    migrate(spark, [str(folder)], Operation("seal"), first)
    with pytest.raises(JournalError, match="kept no old files"):
        verify(spark, first, discard=True)
    migrate(spark, [str(folder)], SMALL, second)
    rollback(spark, second)
    with pytest.raises(JournalError, match="rolled back"):
        verify(spark, second, discard=True)
    with pytest.raises(JournalError, match="not the journal of a compaction"):
        lake.read_compaction(spark, first)


def test_as_people_meet_it(
    spark: SparkSession, folder: Path, journal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["compact", str(folder), "--target-size", "1MB"]
    assert main([*command, "--format", "json"]) == 0
    require_known_keys("compact", json.loads(capsys.readouterr().out))
    assert main(command) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{2 * FILES} files -> 2 files, 120 rows"
    assert "have less than 100,000 rows: they stay as they are" in said[3]
    assert said[-1] == "nothing was written: add --write --journal DIR"
    assert main([*command, "--write", "--journal", journal, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    require_known_keys("compact", document)
    assert (document["states"], document["compaction"]["files"]) == ({"done": 2}, 2 * FILES)
    assert main(["verify", journal, "--fraction", "1", "--discard"]) == 0
    assert capsys.readouterr().out == "  2 changed\n"
    assert main(command) == 0
    assert capsys.readouterr().out == "  2 unchanged\nthere is nothing to write\n"
    assert main(["rollback", journal]) == 3
    assert "no way back" in capsys.readouterr().err
    for mistake in (["--write"], ["--target-size", "much"], ["--target-size", "0"]):
        assert main(["compact", str(folder), *mistake]) == 2
    assert sorted(os.listdir(folder)) == ["part=0", "part=1"]

"""Lakes through Spark: there and back, twice, resumed wherever they were cut off, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.footer.read import read_footer
from inlay.ground.refusals import RefusedError
from inlay_spark.jobs.directory import LockedError
from inlay_spark.migration import Operation, changes, migrate, phases, plan, rollback, verify
from inlay_spark.migration.journal import PHASES, JournalError, MigrationJournal
from tests.pipeline.migration.lakes import digests, forms, hidden, make_lake
from tests.pipeline.migration.test_file_systems import NAMES

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PRIVATE = Operation("private")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "lake"


@pytest.fixture
def journal(tmp_path: Path) -> str:
    return str(tmp_path / "journal")


def values(spark: SparkSession, folder: Path) -> list[tuple[int, str]]:
    rows = spark.read.parquet(str(folder)).select("a", "s").orderBy("a", "s").collect()
    return [(row["a"], row["s"]) for row in rows]


def test_there_and_back(spark: SparkSession, folder: Path, journal: str) -> None:
    """Bad files are rows, and notes are not Parquet files; Spark reads the same values, whatever sidecars it had
    written."""
    spark.range(30).selectExpr("id AS a", "'x' AS s").repartition(3).write.parquet(str(folder))
    assert len(hidden(folder)) == 4  # three parts and _SUCCESS
    before = values(spark, folder)
    (folder / "bad.parquet").write_bytes(b"PAR1 damaged PAR1")
    (folder / "README.md").write_text("what this is")
    old = digests(folder)
    cost = plan(spark, [str(folder)], PRIVATE)
    assert (cost.files, cost.actions) == (5, {"change": 3, "other": 1, "problem": 1})
    assert digests(folder) == old
    outcome = migrate(spark, [str(folder)], PRIVATE, journal)
    assert outcome.states == {"done": 3, "other": 1, "problem": 1}
    assert [path for path, _ in outcome.reasons] == [str(folder / "bad.parquet")]
    assert not outcome.whole
    found = verify(spark, journal, sample=1)
    assert (found.states, found.whole) == ({"done": 3, "unreadable": 1}, True)
    assert found.reasons[0][1].endswith("; pyarrow cannot read it either")
    for name in ("bad.parquet", "README.md"):  # Spark takes both for files of its own
        (folder / name).unlink()
        del old[name]
    assert forms(folder) == {"private": 3}
    assert [Path(name).name for name in hidden(folder)] == ["._SUCCESS.crc"]
    assert values(spark, folder) == before
    assert verify(spark, journal, sample=1).states == {"done": 3}
    back = rollback(spark, journal)
    assert (back.states, back.whole, back.swept) == ({"done": 3}, True, 0)
    assert digests(folder) == old
    assert verify(spark, journal, sample=1).states == {"done": 3}
    assert values(spark, folder) == before


def test_through_all_forms_and_twice(spark: SparkSession, folder: Path, tmp_path: Path) -> None:
    old = make_lake(folder, 6, folders=2)
    for number, to in enumerate(["dual", "thrift", "seal", "private", "final"]):
        journal = str(tmp_path / f"journal-{number}")
        operation = Operation(to, design="modular" if to == "dual" else "")
        assert migrate(spark, [str(folder)], operation, journal).states == {"done": 6}
        if to != "seal":
            assert forms(folder) == {to: 6}
        if to in ("dual", "final"):
            now = digests(folder)
            assert migrate(spark, [str(folder)], operation, journal).states == {"done": 6}
            again = plan(spark, [str(folder)], operation)
            assert (again.actions, again.bytes_copied) == ({"same": 6}, 0)
            assert digests(folder) == now
    for number in (4, 3, 2, 1, 0):
        assert rollback(spark, str(tmp_path / f"journal-{number}")).states == {"done": 6}
    assert (digests(folder), hidden(folder)) == (old, [])


def test_encodings(spark: SparkSession, folder: Path, journal: str) -> None:
    folder.mkdir()
    for index in range(2):
        table = pa.table({"a": list(range(2000)), "x": [float("nan"), 0.5] * 1000})
        pq.write_table(table, folder / f"{index}.parquet", row_group_size=1000)
    old = digests(folder)
    operation = Operation("encoding", ("a", "x"), "pco")
    assert migrate(spark, [str(folder)], operation, journal).states == {"done": 2}
    assert digests(folder) != old
    assert verify(spark, journal, sample=1).states == {"done": 2}
    assert plan(spark, [str(folder)], operation).actions == {"same": 2}
    assert rollback(spark, journal).states == {"done": 2}
    assert digests(folder) == old


def test_a_table_keeps_its_files(spark: SparkSession, folder: Path, tmp_path: Path) -> None:
    old = make_lake(folder / "delta", 2)
    (folder / "delta" / "_delta_log").mkdir()
    make_lake(folder / "iceberg" / "data", 2)
    (folder / "iceberg" / "metadata").mkdir()
    (folder / "iceberg" / "metadata" / "v1.metadata.json").write_text("{}")
    tables = [str(folder / "delta"), str(folder / "iceberg" / "data")]
    cost = plan(spark, tables, PRIVATE)
    assert cost.actions == {"refused": 4}
    assert {reason.split()[5] for _, reason in cost.reasons} == {"Delta", "Iceberg"}
    journal = str(tmp_path / "journal")
    operation = Operation("private", allow=("table",))
    assert migrate(spark, tables, operation, journal, new_names=True).states == {"done": 4}
    listed = list(changes(spark, journal))
    assert len(listed) == 4
    for change in listed:
        new = Path(change.new_path)
        tail = read_footer(str(new))
        assert (tail.form.value, new.stat().st_size) == ("private", change.size)
        assert change.footer_length == change.size - tail.offset
        # What DuckLake calls `footer_size`, and holds against the file.
        stored = int.from_bytes(new.read_bytes()[-8:-4], "little")
        assert change.footer_length - 8 == stored
        assert Path(change.old_path).stat().st_size == change.old_size
        assert change.crc32 == crc32(new.read_bytes())
    assert verify(spark, journal, sample=1).states == {"done": 4}
    assert rollback(spark, journal).states == {"done": 4}
    assert digests(folder / "delta") == old
    assert len(digests(folder)) == 5


SETTINGS = {
    "spark.sql.execution.arrow.useLargeVarTypes": "true",
    "spark.sql.parquet.binaryAsString": "true",
    "spark.sql.files.ignoreCorruptFiles": "true",
    "spark.sql.parquet.compression.codec": "none",
    "spark.sql.files.maxRecordsPerFile": "5",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "3",
}


def test_odd_names_under_odd_settings(
    spark: SparkSession, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of files, folders and the journal. What is not a file of the lake, or two of them, is known for it."""
    monkeypatch.setattr("inlay_spark.migration.phases._WORTH_A_TASK", 4)
    make_lake(folder, 1)
    source = folder / "part=0" / "0000.parquet"
    for index, name in enumerate(name for name in NAMES if not name.startswith(".")):
        inside = folder / f"a={index} %20 [x]{{y}}\n'"
        inside.mkdir()
        (inside / name).write_bytes(source.read_bytes())
    hidden_one = source.with_name(".hidden.parquet")
    hidden_one.write_bytes(source.read_bytes())
    (folder / "again").symlink_to(source.parent)
    (folder / "link.parquet").symlink_to(source)
    (folder / "folder.parquet").mkdir()
    os.mkfifo(folder / "pipe.parquet")
    os.utime(source, (15_000_000_000, 15_000_000_000))
    wrong = os.fsencode(folder) + b"/\xff.parquet"
    os.link(source, wrong)
    old = digests(folder)
    count = len(old) - 2  # without the wrong name, and without links to what is listed
    journal = str(tmp_path / "journal::[1] {a,b} 100%25 * \u00fc")
    paths = [str(folder), f"{folder}/*", str(folder), f"file://{folder}/part=0"]
    before = {name: spark.conf.get(name) for name in SETTINGS}
    try:
        for name, value in SETTINGS.items():
            spark.conf.set(name, value)
        outcome = migrate(spark, paths, PRIVATE, journal)
        assert outcome.states == {"done": count, "problem": 2}, outcome
        assert [reason for _, reason in outcome.reasons if "UTF-8" in reason]
        assert verify(spark, journal, sample=1).states == {"done": count, "unreadable": 1}
        changed = {name for name, digest in digests(folder).items() if digest != old[name]}
        assert len(changed) == count + 1, changed ^ old.keys()  # what the link leads to
        assert rollback(spark, journal).states == {"done": count}
    finally:
        for name, was in before.items():
            spark.conf.set(name, str(was))
    assert (digests(folder), hidden(folder)) == (old, [str(hidden_one)])


class Cut(BaseException):
    """In place of a kill, which is for `kills.py`."""


def run_until(after: str, spark: SparkSession, folder: Path, journal: str) -> None:
    """Migrates and rolls back, cut off where the phase behind `after` has begun, and Spark has not ended it."""

    def finish(self: MigrationJournal, name: str) -> None:
        if after:
            whole(self, name)
        if after in (name, ""):
            raise Cut

    def run() -> None:
        migrate(spark, [str(folder)], PRIVATE, journal)
        rollback(spark, journal)

    whole = MigrationJournal.finish
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MigrationJournal, "finish", finish)
        with pytest.raises(Cut):
            run()


def test_what_the_job_left_alone_is_not_taken_back(
    spark: SparkSession, folder: Path, journal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody changed a file before it was published, and puts there later, of all bytes, those of the job."""
    make_lake(folder, 3)
    first, *_ = sorted(folder.rglob("*.parquet"))
    theirs = folder.with_name("theirs")
    assert PRIVATE.write(str(first), str(theirs))
    publish = phases.publish

    def change_and_publish(*arguments: Any) -> None:
        first.write_bytes(b"PAR1 and no end")
        publish(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(phases, "publish", change_and_publish)
        assert migrate(spark, [str(folder)], PRIVATE, journal).states == {"done": 2, "problem": 1}
    data = theirs.read_bytes()
    theirs.replace(first)
    back = rollback(spark, journal)
    assert (back.states, first.read_bytes()) == ({"done": 2, "problem": 1}, data)
    assert "the job left it alone: the file changed since it was staged" in back.reasons[0][1]


@pytest.mark.parametrize("after", ["", "plan", "staged", "published", "undo_staged"])
def test_a_job_that_was_cut_off(
    after: str, spark: SparkSession, folder: Path, journal: str
) -> None:
    old = make_lake(folder, 4)
    run_until(after, spark, folder, journal)
    following = PHASES[PHASES.index(after) + 1] if after else "plan"
    (Path(journal) / following / "_temporary" / "0").mkdir(parents=True, exist_ok=True)
    leave_behind(folder, journal)
    if after == "undo_staged":
        with pytest.raises(JournalError, match="not finished"):
            verify(spark, journal)
        with pytest.raises(JournalError, match="rolled back"):
            migrate(spark, [str(folder)], PRIVATE, journal)
    else:
        assert migrate(spark, [str(folder)], PRIVATE, journal).states == {"done": 4}
        assert (forms(folder), hidden(folder)) == ({"private": 4}, [])
    assert rollback(spark, journal).whole
    assert (digests(folder), hidden(folder)) == (old, [])


@pytest.mark.parametrize("after", ["", "plan", "staged"])
def test_a_job_that_is_taken_back_before_it_published(
    after: str, spark: SparkSession, folder: Path, journal: str
) -> None:
    old = make_lake(folder, 2)
    run_until(after, spark, folder, journal)
    if after:
        leave_behind(folder, journal)
    assert rollback(spark, journal).whole
    assert (digests(folder), hidden(folder)) == (old, [])
    with pytest.raises(JournalError, match="rolled back"):
        migrate(spark, [str(folder)], PRIVATE, journal)


def leave_behind(folder: Path, journal: str) -> None:
    """As an attempt does that is killed."""
    job = MigrationJournal.open(journal).job.name
    (folder / "part=0" / f".0000.parquet.{job}.0123456789abcdef.tmp").write_bytes(b"half")


def test_a_file_that_somebody_changed_meanwhile(
    spark: SparkSession, folder: Path, journal: str
) -> None:
    make_lake(folder, 3)
    run_until("staged", spark, folder, journal)
    theirs = folder / "part=0" / "0001.parquet"
    pq.write_table(pa.table({"a": [7]}), theirs)
    data = theirs.read_bytes()
    assert migrate(spark, [str(folder)], PRIVATE, journal).states == {"done": 2, "problem": 1}
    assert hidden(folder) == []
    assert verify(spark, journal).states == {"done": 2, "problem": 1}
    assert rollback(spark, journal).states == {"done": 2, "problem": 1}
    assert theirs.read_bytes() == data


def test_rolled_back_in_the_wrong_order(spark: SparkSession, folder: Path, tmp_path: Path) -> None:
    """The first job's way back is closed by the second, and open again after that one's rollback."""
    old = make_lake(folder, 3)
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    migrate(spark, [str(folder)], Operation("seal"), first)
    migrate(spark, [str(folder)], PRIVATE, second, pattern="000[01]*")
    assert rollback(spark, first).states == {"done": 1, "problem": 2}
    assert [name for name, digest in digests(folder).items() if digest == old[name]] == [
        "part=0/0002.parquet"
    ]
    assert rollback(spark, second).states == {"done": 2}
    assert rollback(spark, first).states == {"done": 2, "same": 1}
    assert (digests(folder), hidden(folder)) == (old, [])
    assert rollback(spark, first).states == {"done": 2, "same": 1}
    assert verify(spark, first, sample=1).states == {"done": 3}
    with pytest.raises(JournalError, match="rolled back"):
        migrate(spark, [str(folder)], Operation("seal"), first)


def test_whose_journal_it_is(spark: SparkSession, folder: Path, journal: str) -> None:
    make_lake(folder, 1)
    (folder / "other").mkdir()
    migrate(spark, [str(folder)], PRIVATE, journal)
    for paths, operation, new_names in [
        ([str(folder)], Operation("final"), False),
        ([str(folder / "part=0")], PRIVATE, False),
        ([str(folder)], PRIVATE, True),
    ]:
        with pytest.raises(RefusedError, match="another job"):
            migrate(spark, paths, operation, journal, new_names=new_names)
    with pytest.raises(RefusedError, match="not a journal"):
        migrate(spark, [str(folder)], PRIVATE, str(folder.parent))
    with pytest.raises(RefusedError, match="inside the lake"):
        migrate(spark, [str(folder)], PRIVATE, str(folder / "journal"))
    with pytest.raises(JournalError, match="no journal"):
        rollback(spark, str(folder / "none"))
    with MigrationJournal.open(journal).lock(), pytest.raises(LockedError, match="another run"):
        rollback(spark, journal)
    job = Path(journal) / "job.json"
    for damage in ["", "[]", '{"journal": 9}']:
        job.write_text(damage)
        with pytest.raises(JournalError):
            migrate(spark, [str(folder)], PRIVATE, journal)


def test_nothing_to_do(spark: SparkSession, folder: Path, journal: str) -> None:
    make_lake(folder, 2)
    assert migrate(spark, [str(folder)], Operation("thrift"), journal).states == {"same": 2}
    assert verify(spark, journal).states == {}
    assert rollback(spark, journal).states == {}
    with pytest.raises(FileNotFoundError):
        plan(spark, [str(folder / "none")], PRIVATE)
    assert plan(spark, [str(folder)], PRIVATE, pattern="*.orc").files == 0

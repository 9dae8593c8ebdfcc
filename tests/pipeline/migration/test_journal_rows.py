"""What the driver reads of the journal, and how few jobs of Spark a small lake takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from inlay_spark.migration import Operation, migrate, rollback
from inlay_spark.migration.journal import Job, MigrationJournal
from inlay_spark.migration.journal_rows import (
    STAGED,
    list_folders,
    load_of,
    read_ends,
    write_rows,
)
from inlay_spark.migration.outcomes import MigrationOutcome, outcome_of, outcome_of_batches
from inlay_spark.migration.phases import read_phase
from inlay_spark.migration.rows import (
    DONE,
    OTHER,
    PROBLEM,
    REFUSED,
    REMOVE,
    ListedFile,
    PublishedFile,
    Row,
    Staged,
)
from inlay_spark.migration.sweeping import Swept
from tests.pipeline.migration.small_files import write_small_files

LISTED = [
    ListedFile("/lake/part=1/a", 10),
    ListedFile("/lake/part=1/b", 20),
    ListedFile("/lake/part=2/c", 30),
    ListedFile("/gone/d", 0, "it is not there"),
]
ROWS = [
    Staged("/lake/a", DONE, size=1),
    Staged("/lake/b", REFUSED, "no", size=2),
    Staged("/lake/c", REMOVE, size=4),
    Staged("/lake/d", PROBLEM, "damaged", size=8),
    Staged("/lake/e", OTHER, size=16),
]
ENDS = [
    PublishedFile("/lake/c", PROBLEM, "it changed", 4),
    PublishedFile("/lake/a", DONE, "", 1),
]


def write(journal: MigrationJournal, phase: str, rows: list[Row]) -> None:
    for _ in write_rows(journal, phase, type(rows[0]), rows):
        pass
    journal.finish(phase)


@pytest.fixture
def journal(tmp_path: Path) -> MigrationJournal:
    job = Job("inlay-0123456789ab", ("/lake",), Operation("private"))
    with MigrationJournal.begin(str(tmp_path / "journal"), job) as made:
        write(made, "plan", LISTED)
        write(made, "staged", ROWS)
        write(made, "published", ENDS)
    return made


def test_what_there_is_to_do(journal: MigrationJournal) -> None:
    assert load_of(journal, "plan") == (4, 60)
    assert load_of(journal, "staged") == (5, 31)
    assert load_of(journal, "staged", STAGED) == (2, 5)
    assert list(list_folders(journal)) == ["/lake/part=1", "/lake/part=2"]


def test_what_became_of_it_as_spark_says_it(journal: MigrationJournal, spark: SparkSession) -> None:
    ends = list(read_ends(journal, "staged", "published"))
    assert [path for batch in ends for path in batch.to_pydict()["path"]] == [
        "/lake/b",
        "/lake/d",
        "/lake/e",
        "/lake/c",
        "/lake/a",
    ]
    outcome = outcome_of_batches(ends, Swept())
    assert outcome.states == {DONE: 1, OTHER: 1, PROBLEM: 2, REFUSED: 1}
    assert outcome.reasons == [
        ("/lake/b", "no"),
        ("/lake/c", "it changed"),
        ("/lake/d", "damaged"),
    ]
    left = read_phase(spark, journal, "staged").where("state NOT IN ('done', 'remove')")
    columns = ["path", "state", "reason"]
    frame = read_phase(spark, journal, "published").select(columns).union(left.select(columns))
    assert outcome_of(frame) == outcome


def test_a_phase_that_was_cut_off_is_written_anew(journal: MigrationJournal) -> None:
    Path(journal.directory.at("staged"), "part-1-of-a-killed-run.parquet").write_bytes(b"half")
    write(journal, "staged", ROWS[:1])
    assert load_of(journal, "staged") == (1, 1)


def test_a_small_lake_takes_one_job_of_spark_each_way(spark: SparkSession, tmp_path: Path) -> None:
    folder, journal = tmp_path / "lake", str(tmp_path / "journal")
    write_small_files(folder, 6)
    context: Any = spark.sparkContext
    tracker = context.statusTracker()
    ways: dict[str, Callable[[], MigrationOutcome]] = {
        "there": lambda: migrate(spark, [str(folder)], Operation("compact", target_size=1 << 20), journal),
        "back": lambda: rollback(spark, journal),
    }  # fmt: skip
    for name, run in ways.items():
        context.setJobGroup(name, name)
        try:
            assert run().states == {"done": 1}
        finally:
            context.setLocalProperty("spark.jobGroup.id", "")
        assert len(tracker.getJobIdsForGroup(name)) == 1

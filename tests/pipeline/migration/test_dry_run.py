"""The dry run and the run put the same files into the same classes, for the same reasons."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from inlay_spark.migration import Operation, migrate, plan
from inlay_spark.migration.group_staging import plan_group, stage_group
from inlay_spark.migration.grouping import group_listed
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.printing import describe_reasons
from inlay_spark.migration.rows import CHANGE, DONE, OTHER, PROBLEM, REFUSED, SAME, ListedFile
from inlay_spark.migration.staging import stage_file
from tests.pipeline.changing.ten_writers import write_templates
from tests.pipeline.migration.small_files import JOB, LARGE

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OPERATIONS: Final = {
    **{name: Operation(name) for name in ("thrift", "private", "migration", "final", "seal")},
    "dual": Operation("dual", design="modular"),
    "encoding": Operation("encoding", ("id",), "pco"),
}


@pytest.fixture(scope="module")
def messy(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten writers, all forms, damage, what is not Parquet, tables, links, and what is not a file at all."""
    lake = tmp_path_factory.mktemp("messy") / "lake"
    write_templates(lake, spark)
    sound = (lake / "arrow-0.parquet").read_bytes()
    for table, mark in (("delta", "_delta_log"), ("sink", "_spark_metadata"), ("hudi", ".hoodie")):
        (lake / table / mark).mkdir(parents=True)
        (lake / table / "one.parquet").write_bytes(sound)
        (lake / table / "bad.parquet").write_bytes(sound[:-9])
        (lake / table / "README.md").write_text("What this is.\n", encoding="utf-8")
    (lake / "link.parquet").symlink_to(lake / "arrow-0.parquet")
    (lake / "dangling.parquet").symlink_to("gone")
    (lake / "loop.parquet").symlink_to("loop.parquet")
    os.mkfifo(lake / "pipe.parquet")
    (lake / "folder.parquet").mkdir()
    (lake / "folder.parquet" / "in it").write_bytes(sound)
    Path(os.fsdecode(os.fsencode(lake) + b"/not-\xff-utf8.parquet")).write_bytes(sound)
    return lake


def copy_lake(lake: Path, to: Path) -> Path:
    """For a test that changes it."""
    pipe = "pipe.parquet"
    shutil.copytree(lake, to, symlinks=True, ignore=shutil.ignore_patterns(pipe))
    os.mkfifo(to / pipe)
    return to


def files_of(lake: Path) -> list[str]:
    return sorted(
        os.path.join(folder, name)
        for folder, _, names in os.walk(lake)
        for name in names
        if name.isascii()
    )


@pytest.mark.parametrize("name", OPERATIONS)
def test_file_by_file(messy: Path, name: str) -> None:
    operation = OPERATIONS[name]
    classes: set[str] = set()
    for path in files_of(messy):
        planned = plan_file(path, operation)
        staged = stage_file(ListedFile(path), operation, JOB)
        if staged.hidden:
            os.unlink(staged.hidden)
        action = DONE if planned.action == CHANGE else planned.action
        assert (action, action == DONE or planned.reason) == (
            staged.state,
            action == DONE or staged.reason,
        ), path
        classes.add(action)
    assert classes >= {DONE, REFUSED, PROBLEM, OTHER}
    assert (SAME in classes) == (name not in ("encoding",))


def test_group_by_group(messy: Path) -> None:
    listed = [ListedFile(path, os.lstat(path).st_size) for path in files_of(messy)]
    classes: set[str] = set()
    for group in group_listed(listed, 1 << 30):
        planned = [(row.state, row.reason, row.files) for row in plan_group(group, LARGE)]
        staged = list(stage_group(group, LARGE, JOB))
        for row in staged:
            if row.hidden:
                os.unlink(row.hidden)
        assert planned == [(row.state, row.reason, row.files) for row in staged]
        classes |= {row.state for row in staged}
    assert classes == {DONE, REFUSED, PROBLEM, OTHER, SAME}


def test_of_a_lake(spark: SparkSession, messy: Path, tmp_path: Path) -> None:
    """Also what only the listing knows."""
    lake = copy_lake(messy, tmp_path / "lake")
    operation = Operation("migration")
    planned = plan(spark, [str(lake)], operation)
    done = migrate(spark, [str(lake)], operation, str(tmp_path / "journal"))
    actions = {DONE if name == CHANGE else name: count for name, count in planned.actions.items()}
    assert actions == done.states
    assert planned.reasons == done.reasons
    assert any("its name is not UTF-8" in reason for _, reason in done.reasons)


def test_files_with_the_same_reason_are_said_once() -> None:
    reasons = [
        (f"/lake/{at}.parquet", f"the footer length is {at:,} bytes, at offset {at}")
        for at in range(996, 1003)
    ]
    reasons += [("/lake/a", "the file is empty"), ("/lake/b", "the file is empty")]
    assert describe_reasons(reasons, {PROBLEM: 12}) == [
        "/lake/996.parquet: the footer length is 996 bytes, at offset 996",
        "  and 6 files for the same reason",
        "/lake/a: the file is empty",
        "/lake/b: the file is empty",
        "and 3 files more",
    ]

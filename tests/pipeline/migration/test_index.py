"""What writers left out, added as a migration: single files with the way back and the proof, and a lake there and back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.ground.refusals import RefusedError
from inlay_spark.migration import Operation, migrate, plan, rollback, verify
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import CHANGE, DONE, PROBLEM, SAME, ListedFile
from inlay_spark.migration.staging import stage_file, stage_undo
from inlay_spark.migration.verifying import verify_file, verify_undone
from tests.pipeline.migration.lakes import digests, hidden
from tests.pipeline.migration.small_files import JOB

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ALL: Final = Operation("index", what=("all",))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """With indexes already, which move behind new Bloom filters: what is new begins before the footer."""
    path = tmp_path / "one.parquet"
    _write(path)
    return path


def _write(path: Path) -> None:
    table = pa.table({"a": range(3_000), "s": ["x", None, "y"] * 1_000})
    pq.write_table(table, path, row_group_size=1_000, write_page_index=True)


@pytest.mark.parametrize("form", ["thrift", "migration", "final"])
def test_there_and_back(file: Path, form: str) -> None:
    if form != "thrift":
        assert publish_file(stage_file(ListedFile(str(file)), Operation(form), JOB)).state == DONE
    before, footer = file.read_bytes(), inlay.open(file).offset
    operation = ALL if form != "final" else Operation("index", what=("bloom-filter",))
    assert plan_file(str(file), operation).action == CHANGE
    staged = stage_file(ListedFile(str(file)), operation, JOB)
    assert publish_file(staged).state == DONE
    if form == "thrift":
        assert staged.keep < footer
    assert plan_file(str(file), operation).action == SAME
    assert inlay.verify(file, values=True).findings == ()
    assert verify_file(staged, operation, sample=True).state == DONE
    undone = stage_undo(staged, operation, JOB)
    assert publish_file(undone).state == DONE
    assert file.read_bytes() == before
    assert verify_undone(staged, sample=True).state == DONE
    assert os.listdir(file.parent) == [file.name]


def test_another_table_is_told(file: Path) -> None:
    """By readers that did not write it."""
    staged = stage_file(ListedFile(str(file)), ALL, JOB)
    assert publish_file(staged).state == DONE
    pq.write_table(pq.read_table(file).slice(1), file)
    assert verify_file(staged, ALL, sample=True).state == PROBLEM


def test_what_goes_with_what() -> None:
    for wrong in (("index", ()), ("seal", ("all",))):
        with pytest.raises(RefusedError, match="names of statements go with index alone"):
            Operation(wrong[0], what=wrong[1])


def test_a_lake_there_and_back(spark: SparkSession, tmp_path: Path) -> None:
    """A bad file is a row, and a job that is run again does nothing."""
    lake, journal = tmp_path / "lake", str(tmp_path / "journal")
    lake.mkdir()
    for name in ("a", "b", "c"):
        _write(lake / f"{name}.parquet")
    (lake / "bad.parquet").write_bytes(b"PAR1 damaged PAR1")
    old = digests(lake)
    assert plan(spark, [str(lake)], ALL).actions == {"change": 3, "problem": 1}
    assert digests(lake) == old
    expected = {"done": 3, "problem": 1}
    assert migrate(spark, [str(lake)], ALL, journal).states == expected
    assert migrate(spark, [str(lake)], ALL, journal).states == expected
    assert hidden(lake) == []
    assert verify(spark, journal, sample=1).states == {"done": 3, "unreadable": 1}
    for path in lake.glob("?.parquet"):
        assert inlay.verify(path, values=True).findings == ()
        assert inlay.add_index(path, what=["all"]).statements == ()
    assert rollback(spark, journal).states["done"] == 3
    assert digests(lake) == old


def test_wrong_names_are_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["spark", "index", str(tmp_path), "--what", "bound"]) == 2
    assert "no statement is called 'bound'" in capsys.readouterr().err

"""GeoParquet and GEOMETRY as a migration: single files with the way back and the proof, and a lake there and back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.geo import check_geometries, convert_to_native
from inlay.ground.refusals import RefusedError
from inlay_spark.migration import Operation, migrate, plan, rollback, verify
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import CHANGE, DONE, PROBLEM, SAME, ListedFile
from inlay_spark.migration.staging import stage_file, stage_undo
from inlay_spark.migration.verifying import verify_file, verify_undone
from parquet_format.parquet import GeometryType
from tests.pipeline.migration.lakes import digests, hidden
from tests.pipeline.migration.small_files import JOB
from tests.verbs.geo.files import LAMBERT, boxes_of, element_of, geo_file, points
from tests.verbs.verify.values.geometry_files import native, point

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TO_NATIVE: Final = Operation("to-native")
PLACES: Final = points((1, 2), (3, 4), (5, 6), rows=1, crs=LAMBERT)
STEPS: Final = {
    "to-native": (TO_NATIVE, PLACES),
    "to-native, other CRS": (Operation("to-native", crs="EPSG:2154", keep_key=True), PLACES),
    "to-geoparquet": (Operation("to-geoparquet"), native([point(1, 2)])),
    "boxes": (Operation("boxes"), native([point(1, 2), point(3, 4)])),
}


@pytest.mark.parametrize("form", ["thrift", "migration", "final"])
@pytest.mark.parametrize("step", STEPS)
def test_there_and_back(tmp_path: Path, step: str, form: str) -> None:
    file = tmp_path / "one.parquet"
    operation, data = STEPS[step]
    file.write_bytes(data)
    if form != "thrift":
        assert publish_file(stage_file(ListedFile(str(file)), Operation(form), JOB)).state == DONE
    before = file.read_bytes()
    assert plan_file(str(file), operation).action == CHANGE
    staged = stage_file(ListedFile(str(file)), operation, JOB)
    assert publish_file(staged).state == DONE
    assert plan_file(str(file), operation).action == SAME
    assert inlay.open(file).form.value == form
    assert verify_file(staged, operation, sample=True).state == DONE
    undone = stage_undo(staged, operation, JOB)
    assert publish_file(undone).state == DONE
    assert file.read_bytes() == before
    assert verify_undone(staged, sample=True).state == DONE
    assert os.listdir(tmp_path) == [file.name]


def test_another_table_is_told(tmp_path: Path) -> None:
    file = tmp_path / "one.parquet"
    file.write_bytes(PLACES)
    staged = stage_file(ListedFile(str(file)), TO_NATIVE, JOB)
    assert publish_file(staged).state == DONE
    pq.write_table(pq.read_table(file).slice(1), file)
    assert verify_file(staged, TO_NATIVE, sample=True).state == PROBLEM


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": "boxes", "crs": "srid:0"}, "a reference system goes with to-native"),
        ({"name": "to-geoparquet", "keep_key": True}, "to keep the key goes with to-native alone"),
    ],
)
def test_what_goes_with_what(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(RefusedError, match=words):
        Operation(**wrong)


def test_a_lake_there_and_back(spark: SparkSession, tmp_path: Path) -> None:
    """A file that is refused is a row, and a job that is run again does nothing."""
    lake, journal = tmp_path / "lake", str(tmp_path / "journal")
    lake.mkdir()
    (lake / "a.parquet").write_bytes(PLACES)
    (lake / "b.parquet").write_bytes(points((7, 8)))
    (lake / "arrow.parquet").write_bytes(geo_file([point(1, 2)], encoding="point"))
    old = digests(lake)
    assert plan(spark, [str(lake)], TO_NATIVE).actions == {"change": 2, "refused": 1}
    assert digests(lake) == old
    expected = {"done": 2, "refused": 1}
    outcome = migrate(spark, [str(lake)], TO_NATIVE, journal)
    assert outcome.states == expected
    ((path, reason),) = outcome.reasons
    assert path.endswith("arrow.parquet")
    assert "the encoding is point, but the column is not a group" in reason
    assert migrate(spark, [str(lake)], TO_NATIVE, journal).states == expected
    assert hidden(lake) == []
    assert verify(spark, journal, sample=1).states["done"] == 2
    for file in (lake / "a.parquet", lake / "b.parquet"):
        data = file.read_bytes()
        assert isinstance(element_of(data).logicalType, GeometryType)
        assert None not in boxes_of(data)
        assert not convert_to_native(file).outcome.changed
        assert check_geometries(file).advice == ()
    assert rollback(spark, journal).states["done"] == 2
    assert digests(lake) == old


def test_one_step_has_to_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["spark", "geo", str(tmp_path)]) == 2
    assert "name one of --to-native, --to-geoparquet and --boxes" in capsys.readouterr().err

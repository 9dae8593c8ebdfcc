"""`intersects` in the option `filters` on Spark: of GeoParquet and of GEOMETRY, and what is left out for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pytest

from inlay.ground.files.local_store import LocalStore
from inlay.rows.pruning import parse_filter
from inlay_spark.rows.plan import FilePart
from inlay_spark.rows.read import read_rows
from inlay_spark.rows.row_tally import RowTally
from tests.verbs.geo.files import points, retyped
from tests.verbs.verify.values.geometry_files import point

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    """The same points as GeoParquet, whose covering tells row groups apart, and as GEOMETRY."""
    data = points((1, 2), (50, 2), (3, 70), (4, 4), rows=1)
    (tmp_path / "key.parquet").write_bytes(data)
    (tmp_path / "type.parquet").write_bytes(retyped(data))
    return tmp_path


INSIDE: Final = "intersects(g, box(0, 0, 10, 10))"
WANTED: Final = [point(1, 2), point(4, 4)]


@pytest.mark.parametrize("name", ["key", "type"])
def test_row_groups_are_left_out(name: str, lake: Path) -> None:
    entry = LocalStore().entry(str(lake / f"{name}.parquet"))
    assert entry is not None
    schema, tally = pa.schema([("g", pa.binary())]), RowTally()
    parts = [FilePart(entry, None)]
    batches = read_rows(LocalStore(), parts, schema, only=parse_filter(INSIDE), tally=tally)
    assert [it for batch in batches for it in batch["g"].to_pylist()] == WANTED
    assert (tally.row_groups, tally.left_row_groups, tally.matching_row_groups) == (4, 2, 2)


def test_on_spark(spark: SparkSession, lake: Path) -> None:
    reader: Any = spark.read.format("inlay").option("filters", INSIDE)
    rows = reader.load(str(lake)).select("g").collect()
    assert sorted(bytes(row.g) for row in rows) == sorted(2 * WANTED)

"""What others make of the files: DuckDB leaves out row groups, GeoPandas and pyarrow read the same rows."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import duckdb
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.geo import add_boxes, convert_to_geoparquet, convert_to_native
from tests.verbs.geo.files import LAMBERT, points

PLACES: Final = [(float(at), at / 2) for at in range(40)]
CORNER: Final = "POLYGON((0 0, 5 0, 5 5, 0 5, 0 0))"


def count_row_groups(path: Path) -> str:
    """`SCANNED / ALL`, as DuckDB says after a filter by a place."""
    with duckdb.connect() as connection:
        plan: str = connection.execute(
            f"EXPLAIN ANALYZE SELECT count(*) FROM '{path}' WHERE g && '{CORNER}'::GEOMETRY"
        ).fetchall()[0][1]
    match = re.search(r"Row Groups Scanned: (\d+ / \d+)", plan)
    assert match is not None, plan
    return match[1]


@pytest.mark.parametrize("how", [{}, {"crs": LAMBERT}, {"width": "float"}])
def test_duckdb_leaves_out_row_groups(how: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(points(*PLACES, rows=4, **how))
    assert count_row_groups(path) == "10 / 10"
    convert_to_native(path)
    assert count_row_groups(path) == "2 / 10"
    convert_to_geoparquet(path)
    assert count_row_groups(path) == "10 / 10"


def test_pyarrow_reads_the_same_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(points(*PLACES, rows=4))
    before = pq.read_table(path)
    convert_to_native(path)
    assert pq.read_table(path).equals(before)
    assert "geometry" in str(pq.ParquetFile(path).schema).lower()
    chunk: Any = pq.ParquetFile(path).metadata.row_group(3).column(0)
    assert chunk.is_geo_stats_set


@pytest.mark.needs("geopandas")
@pytest.mark.parametrize("crs", [None, 4326, 3857, "OGC:CRS84"])
@pytest.mark.parametrize("keep_key", [False, True])
def test_geopandas_reads_the_same(crs: Any, keep_key: bool, tmp_path: Path) -> None:
    geopandas, shapely = map(import_module, ("geopandas", "shapely"))
    path, undo = tmp_path / "a.parquet", tmp_path / "undo"
    geometries = [shapely.Point(1, 2), None, shapely.Point(), shapely.Point(3, 4)]
    frame = geopandas.GeoDataFrame({"i": range(4), "geometry": geometries}, crs=crs)
    frame.to_parquet(path, write_covering_bbox=True, row_group_size=2)
    before = path.read_bytes()
    convert_to_native(path, keep_key=keep_key, undo_to=undo)
    read = geopandas.read_parquet(path)
    assert read.crs == frame.crs
    assert read.geometry.geom_equals(frame.geometry).tolist() == [True, False, True, True]
    assert read.i.tolist() == frame.i.tolist()
    near = geopandas.read_parquet(path, bbox=(0, 0, 2, 2))
    assert near.i.tolist() == [0]
    assert inlay.verify(path, values=True).findings == ()
    inlay.undo_metadata(path, undo)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("version", "before", "after"),
    [("V1", 10, 10), ("V2", 1, 1), ("BOTH", 1, 1), ("NONE", 1, 1)],
)
def test_files_of_duckdb_there_and_back(
    version: str, before: int, after: int, tmp_path: Path
) -> None:
    """Where it writes no box, values give one; its own are believed by itself."""
    path, undo = tmp_path / "a.parquet", tmp_path / "undo"
    with duckdb.connect() as connection:
        connection.execute(
            f"COPY (SELECT ('POINT(' || i || ' ' || (i % 3) || ')')::GEOMETRY g FROM range(20480) t(i)) "
            f"TO '{path}' (FORMAT parquet, GEOPARQUET_VERSION '{version}', ROW_GROUP_SIZE 2048)"
        )
    first = path.read_bytes()
    assert count_row_groups(path) == f"{before} / 10"
    convert_to_native(path, undo_to=undo)
    assert count_row_groups(path) == f"{after} / 10"
    if undo.exists():
        inlay.undo_metadata(path, undo)
    assert path.read_bytes() == first
    convert_to_native(path)
    add_boxes(path)
    assert count_row_groups(path) == "1 / 10"
    assert inlay.verify(path, values=True).findings == ()

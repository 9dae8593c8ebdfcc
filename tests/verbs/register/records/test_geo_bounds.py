"""Corners of boxes of geometries, by the ids of Iceberg V4's `geo_lower` and `geo_upper`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.verbs.register.register import register
from parquet_format.parquet import (
    BoundingBox,
    FileMetaData,
    GeographyType,
    GeometryType,
    GeospatialStatistics,
)
from tests.support.footers import edit_footer


def _write(path: Path, type_: GeometryType | GeographyType, *boxes: BoundingBox | None) -> None:
    """A file with a row group for each box; without a box, one of nulls."""

    def say(metadata: FileMetaData) -> None:
        metadata.schema[2].logicalType = type_
        for group, box in zip(metadata.row_groups, boxes, strict=True):
            meta = group.columns[1].meta_data
            assert meta is not None
            if box is not None:
                kinds = [1 if box.zmin is None else 3001]
                meta.statistics = None
                meta.geospatial_statistics = GeospatialStatistics(bbox=box, geospatial_types=kinds)

    path.parent.mkdir(exist_ok=True)
    geometries = [None if box is None else b"\1\1\0\0\0" + bytes(16) for box in boxes]
    table = pa.table({"at": range(len(boxes)), "g": pa.array(geometries, pa.binary())})
    pq.write_table(table, path, row_group_size=1)
    path.write_bytes(edit_footer(path.read_bytes(), say))


def _box(x: tuple[float, float], y: tuple[float, float] = (-1.0, 1.0), **more: Any) -> BoundingBox:
    return BoundingBox(xmin=x[0], xmax=x[1], ymin=y[0], ymax=y[1], **more)


PLANE, SPHERE = GeometryType(), GeographyType()
CASES: dict[str, tuple[tuple[GeometryType | GeographyType, *tuple[BoundingBox | None, ...]], Any]] = {
    "united": (
        (PLANE, _box((1.0, 2.0)), _box((5.0, 6.0), (0.0, 9.0))),
        ((1.0, -1.0, None, None), (6.0, 9.0, None, None)),
    ),
    "all axes": (
        (PLANE, _box((1.0, 2.0), zmin=3.0, zmax=4.0, mmin=5.0, mmax=6.0)),
        ((1.0, -1.0, 3.0, 5.0), (2.0, 1.0, 4.0, 6.0)),
    ),
    "beside nulls": (
        (PLANE, _box((1.0, 2.0)), None),
        ((1.0, -1.0, None, None), (2.0, 1.0, None, None)),
    ),
    "nulls alone": ((PLANE, None), (None, None)),
    "over the antimeridian": (
        (SPHERE, _box((170.0, -175.0)), _box((-179.0, -170.0))),
        ((170.0, -1.0, None, None), (-170.0, 1.0, None, None)),
    ),
    "no longitude": ((SPHERE, _box((100.0, 200.0))), (None, None)),
    "far in the plane": (
        (PLANE, _box((100.0, 2e6))),
        ((100.0, -1.0, None, None), (2e6, 1.0, None, None)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_corners_are_those_of_the_box(tmp_path: Path, case: str) -> None:
    (type_, *boxes), expected = CASES[case]
    _write(tmp_path / "lake" / "a.parquet", type_, *boxes)
    register(str(tmp_path / "lake"), to="records", output=tmp_path / "out.parquet")
    (row,) = pq.read_table(tmp_path / "out.parquet").to_pylist()
    said = row["content_stats"]["g"]
    corners = tuple(
        None if said[end] is None else tuple(said[end][axis] for axis in "xyzm")
        for end in ("lower_bound", "upper_bound")
    )
    assert corners == expected
    assert "tight_bounds" not in said


def test_ids_are_those_of_iceberg(tmp_path: Path) -> None:
    """As the spec has them for a field with the id 4, here 2."""
    _write(tmp_path / "lake" / "a.parquet", PLANE, _box((1.0, 2.0)))
    register(str(tmp_path / "lake"), to="records", output=tmp_path / "out.parquet")
    column = pq.read_schema(tmp_path / "out.parquet").field("content_stats").type.field("g")
    ids = {
        f"{end.name}.{axis.name}": int(axis.metadata[b"PARQUET:field_id"])
        for end in list(column.type)[:2]
        for axis in end.type
    }
    expected = {"lower_bound": (10_410, "xyzm"), "upper_bound": (10_414, "xyzm")}
    assert ids == {
        f"{end}.{axis}": first + at
        for end, (first, axes) in expected.items()
        for at, axis in enumerate(axes)
    }
    assert [it.metadata[b"PARQUET:field_id"] for it in column.type][:2] == [b"10401", b"10402"]


def test_duckdb_plans_by_boxes_of_records_and_of_a_store(tmp_path: Path) -> None:
    for at in range(4):
        _write(tmp_path / "lake" / f"{at}.parquet", PLANE, _box((10.0 * at, 10.0 * at + 5)))
    _write(tmp_path / "lake" / "4.parquet", PLANE, None)
    register(str(tmp_path / "lake"), to="records", output=tmp_path / "out.parquet")
    inlay.build_store(tmp_path / "lake", output=tmp_path / "store")
    (part,) = (tmp_path / "store").glob("part-*.parquet")
    for source in (tmp_path / "out.parquet", part):
        query = (
            f"SELECT location FROM '{source}' WHERE ifnull(content_stats.g.lower_bound.x <= 23, true) "
            "AND ifnull(content_stats.g.upper_bound.x >= 12, true) ORDER BY location"
        )
        left = [Path(path).stem for (path,) in duckdb.connect().execute(query).fetchall()]
        assert left == ["1", "2", "4"]
    plan = inlay.plan_store(tmp_path / "store", "at = 0 and g is not null")
    assert [Path(path).stem for path in plan.paths] == ["0", "1", "2", "3"]
    assert len(inlay.plan_store(tmp_path / "store", "g = x'00'").files) == 4

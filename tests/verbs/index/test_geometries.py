"""Boxes and types of geometries, as DuckDB writes them for the same values; and why there are none."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import inf, nan
from pathlib import Path

import duckdb
import pytest

import inlay
from parquet_format.parquet import (
    BoundingBox,
    ColumnMetaData,
    GeographyType,
    GeospatialStatistics,
    Statistics,
)
from tests.verbs.index.files import list_chunks
from tests.verbs.verify.values.geometry_files import Value, line, native, point

WHAT = ("geometry-boxes", "geometry-types")

ROWS = 40_000
WITHIN = "POLYGON((0 0,10 0,10 10,0 10,0 0))"


def meta_of(path: Path) -> ColumnMetaData:
    meta = list_chunks(path)[0].meta_data
    assert meta is not None
    return meta


def write(folder: Path, values: Sequence[Value], meaning: GeographyType | None = None) -> Path:
    """Without any statistics."""
    path = folder / "a.parquet"
    path.write_bytes(native(values, meaning=meaning))
    inlay.strip_index(path, what=["all"])
    return path


@pytest.mark.parametrize(
    ("values", "box", "types"),
    [
        ([point(1, 2), None, point(-3, 4)], BoundingBox(xmin=-3, xmax=1, ymin=2, ymax=4), [1]),
        ([line(0, 5, 9, -1)], BoundingBox(xmin=0, xmax=9, ymin=-1, ymax=5), [2]),
        (
            [point(1, 2, 3, kind=1001), point(5, 6)],
            BoundingBox(xmin=1, xmax=5, ymin=2, ymax=6, zmin=3, zmax=3),
            [1, 1001],
        ),
        (
            [point(1, 2, 7, kind=2001)],
            BoundingBox(xmin=1, xmax=1, ymin=2, ymax=2, mmin=7, mmax=7),
            [2001],
        ),
        (
            [point(1, 2, 3, 4, kind=3001)],
            BoundingBox(xmin=1, xmax=1, ymin=2, ymax=2, zmin=3, zmax=3, mmin=4, mmax=4),
            [3001],
        ),
        ([point(nan, nan), point(1, 2)], BoundingBox(xmin=1, xmax=1, ymin=2, ymax=2), [1]),
    ],
)
def test_boxes_and_types(
    values: list[Value], box: BoundingBox, types: list[int], tmp_path: Path
) -> None:
    path = write(tmp_path, values)
    before = path.read_bytes()
    assert inlay.add_index(path, what=WHAT).left_out == ()
    said = meta_of(path).geospatial_statistics
    assert said == GeospatialStatistics(bbox=box, geospatial_types=types)
    assert meta_of(path).statistics == Statistics()
    assert inlay.verify(path, values=True).findings == ()
    assert not inlay.add_index(path, what=WHAT).outcome.changed
    for name in WHAT:
        inlay.strip_index(path, what=[name])
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("values", "reasons"),
    [
        ([point(1, 2), point(nan, 2)], {"geometry-boxes": "value 1 has NaN in one axis"}),
        ([point(1, 2, nan, kind=1001)], {"geometry-boxes": "value 0 has NaN in one axis"}),
        ([line(1, 2, 3, nan)], {"geometry-boxes": "value 0 has NaN in one axis"}),
        ([point(inf, 2)], {"geometry-boxes": "a coordinate is infinite"}),
        ([point(nan, nan)], {"geometry-boxes": "none of its geometries has a coordinate"}),
        ([b"none"], dict.fromkeys(WHAT, "value 0 is not WKB")),
        ([point(1, 2, kind=0x20000001)], dict.fromkeys(WHAT, "value 0 is not WKB")),
        ([point(1, 2, 3, kind=0x80000001)], dict.fromkeys(WHAT, "value 0 is EWKB")),
    ],
)
def test_what_has_no_box(values: list[Value], reasons: dict[str, str], tmp_path: Path) -> None:
    path = write(tmp_path, values)
    left_out = {it.statement: it.reason for it in inlay.add_index(path, what=WHAT).left_out}
    assert left_out.keys() == reasons.keys()
    assert all(words in left_out[name] for name, words in reasons.items())


def test_on_a_sphere_there_are_types_only(tmp_path: Path) -> None:
    """The edges between two points leave the box of these."""
    path = write(tmp_path, [line(0, 50, 90, 50)], GeographyType())
    assert inlay.add_index(path, what=WHAT).left_out == ()
    assert meta_of(path).geospatial_statistics == GeospatialStatistics(geospatial_types=[2])


def test_nothing_is_said_of_nulls(tmp_path: Path) -> None:
    assert not inlay.add_index(write(tmp_path, [None]), what=WHAT).outcome.changed


def test_no_box_stands_beside_false_types(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(native([point(1, 2)], kinds=[2]))
    (left_out,) = inlay.add_index(path, what=WHAT).left_out
    assert "value 0 is a Point, which its geospatial_types do not have" in left_out.reason


def test_duckdb_skips_as_by_its_own(tmp_path: Path) -> None:
    """Field by field its own statements, and of ten row groups it reads one."""
    theirs, ours = tmp_path / "theirs.parquet", tmp_path / "ours.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            f"copy (select ('POINT(' || i || ' ' || (i % 7) || ')')::geometry g, i from range({ROWS}) t(i)) "
            f"to '{theirs}' (format parquet, geoparquet_version 'V2', row_group_size {ROWS // 10})"
        )
    inlay.strip_index(theirs, what=["all"], target=inlay.Target(ours))
    count, few = ask(theirs)
    stripped, many = ask(ours)
    assert many > 4 * few
    inlay.add_index(ours, what=WHAT)
    assert ask(ours) == (count, few)
    assert stripped == count
    for one, other in zip(list_chunks(theirs), list_chunks(ours), strict=True):
        assert one.meta_data is not None
        assert other.meta_data is not None
        assert one.meta_data.geospatial_statistics == other.meta_data.geospatial_statistics


def ask(path: Path) -> tuple[int, int]:
    """Rows within a polygon, and bytes that were read."""
    profile = path.with_name("profile.json")
    with duckdb.connect() as connection:
        connection.execute("pragma enable_profiling='json'")
        connection.execute(f"pragma profiling_output='{profile}'")
        query = f"select sum(i) from '{path}' where g && '{WITHIN}'::geometry"
        ((total,),) = connection.execute(query).fetchall()
    return int(total), int(json.loads(profile.read_text())["io"]["total_bytes_read"])

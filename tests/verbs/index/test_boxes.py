"""`inlay geo boxes`: what `index add` says of geometries, and why a file or a column has none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.geo import add_boxes, convert_to_native
from parquet_format.parquet import (
    BoundingBox,
    ColumnMetaData,
    GeographyType,
    GeospatialStatistics,
    Statistics,
)
from tests.verbs.geo.files import boxes_of, geo_file, retyped
from tests.verbs.index.files import list_chunks
from tests.verbs.verify.values.geometry_files import line, native, point

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

BOX = BoundingBox(xmin=1, xmax=3, ymin=2, ymax=4)
POINTS = [point(1, 2), None, point(3, 4)]


def meta_of(path: Path) -> ColumnMetaData:
    meta = list_chunks(path)[0].meta_data
    assert meta is not None
    return meta


@pytest.mark.parametrize("has_box", [False, True])
def test_there_and_back(tmp_path: Path, inlay: Inlay, *, has_box: bool) -> None:
    """A box that is there stays as it is, and gets statistics beside it."""
    path, undo = tmp_path / "a.parquet", tmp_path / "undo"
    wide = BoundingBox(xmin=0, xmax=9, ymin=0, ymax=9)
    before = native(POINTS, wide if has_box else None, [1] if has_box else ())
    path.write_bytes(before)
    assert meta_of(path).statistics is None
    assert inlay("geo", "boxes", path, "--undo-to", undo).code == 0
    said = GeospatialStatistics(bbox=wide if has_box else BOX, geospatial_types=[1])
    assert meta_of(path).geospatial_statistics == said
    assert meta_of(path).statistics == Statistics()
    assert inlay("geo", "boxes", path).out == f"{path}: nothing to add\n"
    assert inlay("set", path, "--undo", undo).code == 0
    assert path.read_bytes() == before


def test_it_is_what_index_add_says(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.parquet", tmp_path / "theirs.parquet"
    for path in (ours, theirs):
        path.write_bytes(native([*POINTS, line(0, 5, 9, -1)]))
    add_boxes(ours)
    inlay.add_index(theirs, what=["geometry-boxes", "geometry-types"])
    assert ours.read_bytes() == theirs.read_bytes()


def write_geoparquet(path: Path) -> None:
    path.write_bytes(geo_file(POINTS))


def write_numbers(path: Path) -> None:
    pq.write_table(pa.table({"a": [1]}), path)


def write_sphere(path: Path) -> None:
    path.write_bytes(retyped(geo_file(POINTS), GeographyType()))


@pytest.mark.parametrize(
    ("write", "note"),
    [
        (write_numbers, "it has no column of GEOMETRY"),
        (
            write_geoparquet,
            "it has no column of GEOMETRY: `inlay geo to-native` gives the columns of its key geo that type, and boxes",
        ),
        (
            write_sphere,
            "column g: no boxes, for the edges of GEOGRAPHY may leave the box of their ends",
        ),
    ],
)
def test_why_there_is_none(write: Callable[[Path], None], note: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write(path)
    assert note in add_boxes(path).notes


def test_geoparquet_without_a_covering(tmp_path: Path) -> None:
    """What `to-native` cannot say without values."""
    path = tmp_path / "a.parquet"
    write_geoparquet(path)
    convert_to_native(path)
    assert boxes_of(path.read_bytes()) == [None]
    assert add_boxes(path).left_out == ()
    assert boxes_of(path.read_bytes()) == [(1, 2, 3, 4)]

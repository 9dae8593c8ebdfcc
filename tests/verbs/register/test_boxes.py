"""The box of a file is around all of its geometries, or is not known."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.footer.read import read_footer
from inlay.verbs.register.fold_geometries import fold_geometries
from inlay.verbs.register.read_record import RecordMaker
from inlay.verbs.register.record import FileRecord, GeoRecord, LeafRecord
from inlay.verbs.register.unbounded import list_unbounded
from parquet_format.parquet import (
    BoundingBox,
    FileMetaData,
    GeographyType,
    GeometryType,
    GeospatialStatistics,
    SchemaElement,
    Type,
)
from tests.support.footers import edit_footer

_NAN: Final = float("nan")
_PLANE: Final = GeometryType()
_SPHERE: Final = GeographyType()

Said = GeospatialStatistics | None


def box(x: tuple[float, float], y: tuple[float, float] = (0.0, 1.0), **more: Any) -> BoundingBox:
    return BoundingBox(xmin=x[0], xmax=x[1], ymin=y[0], ymax=y[1], **more)


def said(of: BoundingBox | None, *kinds: int) -> GeospatialStatistics:
    return GeospatialStatistics(bbox=of, geospatial_types=list(kinds))


class Case(NamedTuple):
    """Two row groups with a geometry each, and what is known of the file."""

    name: str
    type: GeometryType | GeographyType
    first: Said
    second: Said
    expected: GeoRecord | None
    why: str = ""


_Y: Final = (0.0, 1.0)

CASES: Final = (
    Case(
        "two boxes",
        _PLANE,
        said(box((1.0, 2.0), (5.0, 6.0)), 1),
        said(box((-3.0, 1.5), (5.5, 9.0)), 3),
        GeoRecord((-3.0, 2.0), (5.0, 9.0), kinds=(1, 3)),
    ),
    Case("no box in one", _PLANE, said(box((1.0, 2.0)), 1), said(None, 1), GeoRecord(kinds=(1,)), "row group 1: no box"),
    Case("nothing said of one", _PLANE, said(box((1.0, 2.0)), 1), None, None, "row group 1: no box"),
    Case("types unknown", _PLANE, said(box((1.0, 2.0)), 1), said(box((1.0, 2.0))), GeoRecord((1.0, 2.0), _Y)),
    Case(
        "NaN of x",
        _PLANE,
        said(box((1.0, 2.0)), 1),
        said(box((_NAN, 2.0)), 1),
        GeoRecord(None, _Y, kinds=(1,)),
        "boxes that do not unite",
    ),
    Case(
        "y that runs backwards",
        _SPHERE,
        said(box((1.0, 2.0)), 1),
        said(box((1.0, 2.0), (2.0, 1.0)), 1),
        GeoRecord((1.0, 2.0), None, kinds=(1,)),
        "boxes that do not unite",
    ),
    Case(
        "over the antimeridian in a plane",
        _PLANE,
        said(box((170.0, -170.0)), 1),
        said(box((1.0, 2.0)), 1),
        GeoRecord(None, _Y, kinds=(1,)),
        "boxes that do not unite",
    ),
    Case("around, and east", _SPHERE, said(box((170.0, -170.0)), 1), said(box((-175.0, -160.0)), 1), GeoRecord((170.0, -160.0), _Y, kinds=(1,))),
    Case("around, and west", _SPHERE, said(box((160.0, 175.0)), 1), said(box((170.0, -170.0)), 1), GeoRecord((160.0, -170.0), _Y, kinds=(1,))),
    Case("around twice", _SPHERE, said(box((170.0, -170.0)), 1), said(box((175.0, -160.0)), 1), GeoRecord((170.0, -160.0), _Y, kinds=(1,))),
    Case("all around", _SPHERE, said(box((10.0, -10.0)), 1), said(box((-20.0, 20.0)), 1), GeoRecord((-180.0, 180.0), _Y, kinds=(1,))),
    Case(
        "around, and beyond the sphere",
        _SPHERE,
        said(box((170.0, -170.0)), 1),
        said(box((181.0, 190.0)), 1),
        GeoRecord(None, _Y, kinds=(1,)),
        "boxes that do not unite",
    ),
    Case(
        "z in one, and none in the types of the other",
        _PLANE,
        said(box((1.0, 2.0), zmin=3.0, zmax=4.0), 1001),
        said(box((1.0, 2.0)), 1),
        GeoRecord((1.0, 2.0), _Y, (3.0, 4.0), kinds=(1, 1001)),
    ),
    Case(
        "z in one, and perhaps in the other",
        _PLANE,
        said(box((1.0, 2.0), zmin=3.0, zmax=4.0), 1001),
        said(box((1.0, 2.0))),
        GeoRecord((1.0, 2.0), _Y),
    ),
    Case(
        "half of z, and m",
        _PLANE,
        said(box((1.0, 2.0), zmin=3.0, mmin=5.0, mmax=6.0), 3001),
        said(box((1.0, 2.0), zmin=3.0, zmax=4.0, mmin=4.0, mmax=5.0), 3001),
        GeoRecord((1.0, 2.0), _Y, None, (4.0, 6.0), (3001,)),
    ),
)  # fmt: skip


def _point(x: float, y: float) -> bytes:
    return struct.pack("<BIdd", 1, 1, x, y)


def _record(values: list[list[bytes | None]], edit: Callable[[FileMetaData], Any]) -> LeafRecord:
    sink = io.BytesIO()
    schema = pa.schema([("g", pa.binary())])
    with pq.ParquetWriter(sink, schema, write_statistics=True) as writer:
        for group in values:
            writer.write_table(pa.table({"g": pa.array(group, pa.binary())}))
    data = edit_footer(sink.getvalue(), edit)
    (leaf,) = RecordMaker().make(read_footer(data), "g.parquet").leaves
    return leaf


def _say(metadata: FileMetaData, type_: GeometryType | GeographyType, *chunks: Said) -> None:
    metadata.schema[1].logicalType = type_
    for group, chunk in zip(metadata.row_groups, chunks, strict=True):
        meta = group.columns[0].meta_data
        assert meta is not None
        meta.geospatial_statistics = chunk


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_boxes_of_row_groups_unite(case: Case) -> None:
    leaf = _record(
        [[_point(1.0, 0.5)]] * 2, lambda it: _say(it, case.type, case.first, case.second)
    )
    assert (leaf.geo, leaf.why) == (case.expected, case.why)
    assert leaf.lower is leaf.upper is None, "geometries have no order"
    record = FileRecord("g.parquet", 1, 2, (), (leaf,))
    assert [it.why for it in list_unbounded([record])] == ([case.why] if case.why else [])


def test_a_row_group_of_nulls_needs_no_box() -> None:
    chunk = said(box((1.0, 2.0)), 1)
    leaf = _record([[_point(1.0, 0.5)], [None]], lambda it: _say(it, _PLANE, chunk, None))
    assert leaf.geo == GeoRecord((1.0, 2.0), _Y, kinds=(1,))
    assert leaf.nulls == 1


def test_nothing_but_nulls_has_no_box() -> None:
    leaf = _record([[None], [None]], lambda it: _say(it, _PLANE, None, None))
    assert (leaf.geo, leaf.nulls) == (None, 2)


_LONGITUDES: Final = st.integers(-180, 180).map(float)


@given(st.lists(st.tuples(_LONGITUDES, _LONGITUDES), min_size=1, max_size=4))
def test_no_longitude_of_a_box_is_outside_of_all(axes: list[tuple[float, float]]) -> None:
    element = SchemaElement(name="g", type=Type.BYTE_ARRAY, logicalType=_SPHERE)
    geo, _ = fold_geometries(element, [(0, said(box(axis), 1)) for axis in axes])
    assert geo is not None
    assert geo.x is not None
    for longitude in range(-180, 181):
        if any(_holds(axis, longitude) for axis in axes):
            assert _holds(geo.x, longitude)


def _holds(axis: tuple[float, float], longitude: float) -> bool:
    low, high = axis
    if low > high:
        return longitude >= low or longitude <= high
    return low <= longitude <= high

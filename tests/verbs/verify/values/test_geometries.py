"""Boxes, types and coverings of geometries, against the geometries."""

from __future__ import annotations

import json
from importlib import import_module
from math import inf, nan
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest

import inlay
from inlay.footers.footer.trailer import tail_of
from parquet_format.parquet import BoundingBox, GeographyType, KeyValue
from tests.verbs.verify.values.geometry_files import by_key, line, native, point, square, write
from tests.verbs.verify.values.held import find_lie, require_right

SPHERE: Final = GeographyType()
POINTS: Final = [point(1, 2), None, point(3, 4)]
NO_WKB: Final = "the key `geo` is held against geometries in WKB, and these are '{}'"
AROUND: Final = [point(175, 0), point(-170, 0)]


def around(*edges: float, **others: Any) -> BoundingBox:
    return BoundingBox(xmin=edges[0], ymin=edges[1], xmax=edges[2], ymax=edges[3], **others)


RIGHT: Final[dict[str, bytes]] = {
    "box": native(POINTS, around(1, 2, 3, 4), [1]),
    "wider box": native(POINTS, around(0, 0, 9, 9), [1, 2, 3]),
    "dictionary with few values": native(POINTS * 50, around(1, 2, 3, 4), [1]),
    "no dictionary": native(POINTS, around(1, 2, 3, 4), [1], use_dictionary=False),
    "nothing said": native(POINTS),
    "empty point": native([point(nan, nan)], around(5, 5, 6, 6), [1]),
    "NaN in one axis": native([point(nan, 2), point(1, 1)], around(1, 1, 1, 2), [1]),
    "z without an edge": native([point(1, 2, 3, kind=1001)], around(1, 2, 1, 2), [1001]),
    "z of some": native(
        [point(1, 2, 3, kind=1001), point(1, 2)],
        around(1, 2, 1, 2, zmin=3, zmax=3),
        [1001, 1],
    ),
    "NaN in the box": native(POINTS, around(nan, 2, nan, 4)),
    "over the antimeridian": native(AROUND, around(175, 0, -170, 0), [1]),
    "geography": native(AROUND, around(175, 0, -170, 0), [1], SPHERE),
    "geography, rounded": native([point(1, 2)], around(1 + 2e-16, 2, 1 + 2e-16, 2), [1], SPHERE),
    "on the antimeridian": native([point(180, 0)], around(-180, 0, -170, 0), [1], SPHERE),
    "on a pole": native([point(50, 90)], around(0, 80, 10, 90), [1], SPHERE),
    "nulls only": native([None, None], around(1, 2, 3, 4), [1]),
    "key": by_key(POINTS, bbox=[1, 2, 3, 4], geometry_types=["Point", "Point Z"]),
    "key with z": by_key([point(1, 2, 3, kind=1001)], bbox=[1, 2, 3, 1, 2, 3]),
    "key over the antimeridian": by_key(AROUND, bbox=[175, 0, -170, 0]),
    "key of another shape": by_key(POINTS, bbox=[1, "2", 3, 4], geometry_types=["Shape"]),
    "key with huge numbers": by_key(POINTS, bbox=[10**400, 2, 3, 4]),
    "key of arrow": by_key([b"no WKB"], encoding="point"),
    "EWKB before 1.0": by_key([point(1, 2, 3, kind=0x80000001)], version="0.4.0"),
    "covering": by_key(POINTS, [square(1, 2, 1, 2), None, square(2.5, 3, 4, 4)]),
    "covering of floats": by_key([point(0.5, 2)], [square(0.5, 1, 1, 2)], "float"),
    "no covering of null": by_key([None, point(nan, nan)], [square(1, 1, 2, 2), None]),
    "covering over the antimeridian": by_key(
        [line(175, 0, -170, 5), point(3, 4)], [square(175, 0, -170, 5), square(3, 4, 3, 4)]
    ),
}

LIES: Final[dict[str, tuple[bytes, str, str]]] = {
    "xmin": (
        native(POINTS, around(2, 2, 3, 4)),
        "value-box",
        "xmin is 2.0, and a coordinate is less: 1.0",
    ),
    "ymax": (
        native(POINTS, around(1, 2, 3, 3.5)),
        "value-box",
        "ymax is 3.5, and a coordinate is more: 4.0",
    ),
    "zmax": (
        native([point(1, 2, 3, kind=1001)], around(1, 2, 1, 2, zmin=1, zmax=2)),
        "value-box",
        "zmax is 2.0",
    ),
    "mmin": (
        native([point(1, 2, 3, kind=2001)], around(1, 2, 1, 2, mmin=4, mmax=5)),
        "value-box",
        "mmin is 4.0",
    ),
    "infinite": (
        native([point(inf, 2)], around(1, 2, 3, 4)),
        "value-box",
        "a coordinate is more: inf",
    ),
    "y beside NaN": (native([point(nan, 9)], around(1, 2, 3, 4)), "value-box", "ymax is 4.0"),
    "by a bit": (native([point(1, 2)], around(1 + 3e-16, 2, 3, 4)), "value-box", "xmin is"),
    "in the gap": (
        native([*AROUND, point(-100, 0)], around(175, 0, -170, 0)),
        "value-box",
        "from x 175.0 over the antimeridian to -170.0, and value 2, of x -100.0 to -100.0",
    ),
    "y of a box over the antimeridian": (
        native(AROUND, around(175, 1, -170, 2)),
        "value-box",
        "ymin is 1.0",
    ),
    "in the gap of a geography": (
        native([*AROUND, line(175, 0, 3, 0)], around(175, 0, -170, 0), [], SPHERE),
        "value-box",
        "value 2, of x 3.0 to 175.0",
    ),
    "geography": (
        native([point(5, 5)], around(5.1, 5, 6, 5), [], SPHERE),
        "value-box",
        "xmin is 5.1",
    ),
    "types": (
        native([point(1, 2), line(1, 2, 3, 4)], None, [1, 3]),
        "value-geometry-types",
        "Point, Polygon, and value 1 is a LineString",
    ),
    "no WKB": (
        native([point(1, 2), b"POINT (1 2)"]),
        "value-geometry",
        "value 1 is not WKB: its byte order is 80",
    ),
    "cut": (native([point(1, 2)[:-2]]), "value-geometry", "it needs 16 bytes at offset 5, and 14"),
    "EWKB": (native([point(1, 2, 3, kind=0x80000001)]), "value-geometry", "value 0 is EWKB"),
    "EWKB by the key": (by_key([point(1, 2, 3, kind=0x80000001)]), "value-geometry", "is EWKB"),
    "bbox": (by_key(POINTS, bbox=[1, 2, 3, 3]), "value-geo-box", "ymax is 3.0"),
    "geometry_types": (
        by_key(POINTS, geometry_types=["Point Z"]),
        "value-geo-types",
        "Point Z, and value 0 is a Point",
    ),
    "covering": (
        by_key(POINTS, [square(1, 2, 1, 2), None, square(3, 4.5, 3, 5)]),
        "value-covering",
        "row 2 of the row group: the box has y from 4.5 to 5.0, and the geometry from 4.0 to 4.0",
    ),
    "covering of floats that was rounded": (
        by_key([point(0.1, 0)], [square(0.1, 0, 0.1, 0)], "float"),
        "value-covering",
        "row 0",
    ),
    "no box": (by_key(POINTS, [square(1, 2, 1, 2), None, None]), "value-covering", "row 2"),
    "NaN box": (by_key([point(1, 2)], [square(nan, 2, 3, 4)]), "value-covering", "has x from nan"),
    "covering with a gap": (
        by_key([line(175, 0, 20, 0, -170, 5)], [square(175, 0, -170, 5)]),
        "value-covering",
        "the box has x from 175.0 to -170.0, and the geometry from -170.0 to 175.0",
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_holds_has_no_finding(name: str) -> None:
    require_right(RIGHT[name])


@pytest.mark.parametrize("name", LIES)
def test_a_lie_has_one_finding(name: str) -> None:
    data, code, words = LIES[name]
    find_lie(data, code, words)


def test_a_covering_beside_damage_is_not_audited() -> None:
    data = bytearray(by_key([point(1, 2)], [square(1, 2, 3, 4)]))
    at = data.index(point(1, 2))
    data[at - 30 : at] = bytes(30)
    verified = inlay.verify(bytes(data), values=True)
    assert verified.findings
    assert verified.audited is not None
    assert [(one.column, one.reason) for one in verified.audited.others] == [
        ("g", "its rows are not read, as not all their values decode")
    ]


@pytest.mark.needs("geopandas")
@pytest.mark.parametrize(
    ("version", "encoding"),
    [("1.0.0", "WKB"), ("1.1.0", "WKB"), ("2.0.0", "WKB"), ("1.1.0", "geoarrow")],
)
def test_files_of_geopandas(version: str, encoding: str, tmp_path: Path) -> None:
    geopandas, shapely = map(import_module, ("geopandas", "shapely"))
    shapes = [shapely.Point(n / 7, -n / 3) for n in range(50)]
    if encoding == "WKB":
        shapes += [None, shapely.Point(), shapely.box(1, 2, 9, 10), shapely.Point(1, 2, 3)]
    frame = geopandas.GeoDataFrame({"n": range(len(shapes))}, geometry=shapes, crs=4326)
    path = tmp_path / "shapes.parquet"
    options: dict[str, Any] = {"geometry_encoding": encoding}
    if version != "2.0.0":
        options["write_covering_bbox"] = version == "1.1.0"
    frame.to_parquet(path, schema_version=version, **options)
    verified = inlay.verify(str(path), values=True)
    assert not verified.findings
    assert verified.audited is not None
    reasons = [one.reason for one in verified.audited.others]
    assert reasons == ([] if encoding == "WKB" else [NO_WKB.format("point")])


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ({"encoding": "point", "bbox": [0, 0, 9, 9]}, NO_WKB.format("point")),
        ({"encoding": "linestring", "geometry_types": ["LineString"]}, NO_WKB.format("linestring")),
        ({"encoding": "point", "geometry_types": []}, None),
        ({"encoding": 7, "bbox": [0, 0, 9, 9]}, None),
        ({"encoding": "p" * 1_000, "bbox": [0, 0, 9, 9]}, NO_WKB.format("p" * 32)),
    ],
)
def test_geometries_of_columns_of_their_own_are_not_audited(
    column: dict[str, Any], said: str | None
) -> None:
    """Once for a column, whatever the number of its leaves and row groups; and only where the key says something of it."""
    points = pa.table({"g": pa.array([{"x": 1.0, "y": 2.0}] * 6)})
    body, footer = write(points, row_group_size=2)
    text = json.dumps({"version": "1.1.0", "primary_column": "g", "columns": {"g": column}})
    footer.key_value_metadata = [KeyValue(key="geo", value=text)]
    verified = inlay.verify(body + tail_of(footer.encode()), values=True)
    assert verified.audited is not None
    assert verified.audited.chunks == 6
    assert [(one.place, one.column, one.reason) for one in verified.audited.others] == (
        [("row_groups[0].columns[0]", "g", said)] if said is not None else []
    )


@pytest.mark.parametrize("name", ["geospatial", "geography-lines", "geography-polygons"])
def test_public_files(name: str, parquet_testing: Path) -> None:
    paths = sorted(parquet_testing.rglob(f"{name}*.parquet"))
    assert paths
    for path in paths:
        findings = inlay.verify(str(path), values=True).findings
        assert [one for one in findings if one.code.startswith("value-")] == []

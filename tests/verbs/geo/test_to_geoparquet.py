"""Native types become GeoParquet 1.1: the key says what types and row groups said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

import inlay
from inlay.geo import check_geometries, convert_to_geoparquet, convert_to_native
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from parquet_format.parquet import (
    BoundingBox,
    EdgeInterpolationAlgorithm,
    GeographyType,
    GeometryType,
    GeospatialStatistics,
    KeyValue,
)
from tests.verbs.geo.files import LAMBERT, edited, element_of, geo_of, points
from tests.verbs.verify.values.geometry_files import native, point

BOX: Final = BoundingBox(xmin=1, ymin=2, xmax=3, ymax=4)
VALUES: Final = [point(1, 2), point(3, 4)]
INLINE: Final = json.dumps(LAMBERT)

SAID: Final[dict[str, tuple[bytes, dict[str, Any]]]] = {
    "unset": (native(VALUES, BOX, [1]), {"geometry_types": ["Point"], "bbox": [1, 2, 3, 4]}),
    "no types": (native(VALUES, BOX), {"geometry_types": [], "bbox": [1, 2, 3, 4]}),
    "no box": (native(VALUES, None, [1]), {"geometry_types": ["Point"]}),
    "with z": (
        native(VALUES, BoundingBox(xmin=1, ymin=2, xmax=3, ymax=4, zmin=5, zmax=6), [1001]),
        {"geometry_types": ["Point Z"], "bbox": [1, 2, 5, 3, 4, 6]},
    ),
    "PROJJSON": (
        native(VALUES, BOX, [1], GeometryType(crs=INLINE)),
        {"geometry_types": ["Point"], "bbox": [1, 2, 3, 4], "crs": LAMBERT},
    ),
    "srid:0": (
        native(VALUES, None, [1], GeometryType(crs="srid:0")),
        {"geometry_types": ["Point"], "crs": None},
    ),
    "EPSG:4326": (native(VALUES, None, [], GeometryType(crs="EPSG:4326")), {"geometry_types": []}),
    "geography": (
        native(VALUES, BOX, [1], GeographyType()),
        {"geometry_types": ["Point"], "edges": "spherical", "bbox": [1, 2, 3, 4]},
    ),
    "over the antimeridian": (
        native(VALUES, BoundingBox(xmin=175, ymin=2, xmax=-175, ymax=4), [1]),
        {"geometry_types": ["Point"]},
    ),
}


@pytest.mark.parametrize(("data", "said"), SAID.values(), ids=SAID)
def test_the_key_says_what_the_type_said(data: bytes, said: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(data)
    convert_to_geoparquet(path)
    after = path.read_bytes()
    assert geo_of(after) == {
        "version": "1.1.0",
        "primary_column": "g",
        "columns": {"g": {"encoding": "WKB", **said}},
    }
    assert element_of(after).logicalType is None
    for group in inlay.read_metadata(after).row_groups:
        assert group.columns[0].meta_data is not None
        assert group.columns[0].meta_data.geospatial_statistics is None
    assert check_geometries(after).advice == ()
    assert inlay.read_table(path).column("g").to_pylist() == VALUES


def test_a_pair_that_a_type_names(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(
        edited(
            native(VALUES, BOX, [1], GeometryType(crs="projjson:mine")),
            lambda it: setattr(it, "key_value_metadata", [KeyValue(key="mine", value=INLINE)]),
        )
    )
    convert_to_geoparquet(path)
    assert geo_of(path.read_bytes())["columns"]["g"]["crs"] == LAMBERT


def test_a_code_is_spelt_out_by_who_asks(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    data = native(VALUES, BOX, [1], GeometryType(crs="EPSG:2154"))
    path.write_bytes(data)
    with pytest.raises(RequestError, match="give crs its PROJJSON, which `projinfo"):
        convert_to_geoparquet(path)
    with pytest.raises(RefusedError, match="would move its points"):
        convert_to_geoparquet(path, crs=INLINE.replace("2154", "3857"))
    assert path.read_bytes() == data
    convert_to_geoparquet(path, crs=INLINE)
    assert geo_of(path.read_bytes())["columns"]["g"]["crs"] == LAMBERT


def test_there_and_back_without_an_undo(tmp_path: Path) -> None:
    """What the key said comes back; bounds of bytes, which nobody may use, do not."""
    path = tmp_path / "a.parquet"
    before = points((1, 2), (3, 4), crs=LAMBERT)
    path.write_bytes(before)
    convert_to_native(path)
    result = convert_to_geoparquet(path)
    after = path.read_bytes()
    assert geo_of(after) == geo_of(before)
    assert inlay.read_metadata(after).schema == inlay.read_metadata(before).schema
    assert [(it.before, it.after) for it in result.columns] == [
        ("GEOMETRY(EPSG:2154, PROJJSON)", "WKB")
    ]
    assert not convert_to_geoparquet(path).outcome.changed


REFUSED: Final[dict[str, tuple[bytes, str]]] = {
    "M": (native(VALUES, BOX, [2001]), "has a Point M, and GeoParquet 1.1 has no M"),
    "edges": (
        native(VALUES, None, [1], GeographyType(algorithm=EdgeInterpolationAlgorithm.KARNEY)),
        "has edges that are karney",
    ),
    "unknown crs": (native(VALUES, BOX, [1], GeometryType(crs="somewhere")), "nobody here knows"),
    "two edges": (
        edited(
            points((1, 2), edges="spherical"),
            lambda it: setattr(it.schema[1], "logicalType", GeometryType()),
        ),
        "edges that are planar by its type, and others by the key geo",
    ),
}


@pytest.mark.parametrize(("data", "says"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(data: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(data)
    with pytest.raises(RefusedError, match=says):
        convert_to_geoparquet(path)
    assert path.read_bytes() == data


def test_a_box_that_a_row_group_lacks_leaves_the_file_without(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    data = native(VALUES, BOX, [1], row_group_size=1)

    def drop(footer: Any) -> None:
        footer.row_groups[1].columns[0].meta_data.geospatial_statistics = GeospatialStatistics()

    path.write_bytes(edited(data, drop))
    convert_to_geoparquet(path)
    assert geo_of(path.read_bytes())["columns"]["g"] == {"encoding": "WKB", "geometry_types": []}

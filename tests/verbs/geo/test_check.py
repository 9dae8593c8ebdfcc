"""Every rule of `inlay geo check` has a file that breaks it, and files that keep all of them."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from inlay.geo import check_geometries
from inlay.ground.mistakes import RequestError
from inlay.verbs.geo.check import find_rule, rules_by_id
from parquet_format.parquet import (
    BoundingBox,
    FieldRepetitionType,
    FileMetaData,
    GeographyType,
    GeometryType,
    GeospatialStatistics,
    KeyValue,
    SchemaElement,
    Statistics,
    StringType,
    Type,
)
from tests.support.in_one_test import in_one_test
from tests.verbs.geo.files import CRS84, LAMBERT, edited, geo_file, key_of, points, retyped
from tests.verbs.verify.values.geometry_files import native, point

POINT: Final = points((1.0, 2.0), (3.0, 4.0), rows=1)
INLINE: Final = json.dumps(LAMBERT)


def boxed(
    *boxes: BoundingBox | None, kind: Any = None, kinds: tuple[int, ...] = (1,), **about: Any
) -> bytes:
    """A native file of a row for each box; with a key if anything is said in it."""
    about.setdefault("version", "2.0.0")
    about.setdefault("geometry_types", ["Point"])

    def say(footer: FileMetaData) -> None:
        for group, box in zip(footer.row_groups, boxes, strict=True):
            meta = group.columns[0].meta_data
            assert meta is not None
            meta.statistics = Statistics(null_count=0)
            meta.geospatial_statistics = GeospatialStatistics(
                bbox=box, geospatial_types=list(kinds)
            )

    return edited(retyped(geo_file([point(1, 2)] * len(boxes), rows=1, **about), kind), say)


def around(
    xmin: float, ymin: float, xmax: float, ymax: float, zmin: float | None = None
) -> BoundingBox:
    return BoundingBox(xmin=xmin, ymin=ymin, xmax=xmax, ymax=ymax, zmin=zmin)


BOX: Final = around(1, 2, 1, 2)


def with_key(text: str) -> bytes:
    return edited(
        POINT, lambda it: setattr(it, "key_value_metadata", [KeyValue(key="geo", value=text)])
    )


def twice(footer: FileMetaData) -> None:
    assert footer.key_value_metadata is not None
    footer.key_value_metadata.append(footer.key_value_metadata[0])


def nest(footer: FileMetaData) -> None:
    """The native column in a group."""
    group = SchemaElement(name="in", num_children=1, repetition_type=FieldRepetitionType.OPTIONAL)
    footer.schema.insert(1, group)


def repeat(footer: FileMetaData) -> None:
    footer.schema[1].repetition_type = FieldRepetitionType.REPEATED


def bound(footer: FileMetaData) -> None:
    meta = footer.row_groups[0].columns[0].meta_data
    assert meta is not None
    meta.statistics = Statistics(min_value=b"a", max_value=b"b")


def unstated(footer: FileMetaData) -> None:
    for group in footer.row_groups:
        assert group.columns[0].meta_data is not None
        group.columns[0].meta_data.statistics = None


BROKEN: Final[dict[str, list[bytes]]] = {
    "key-json": [with_key("{"), with_key("[]")],
    "key-once": [edited(POINT, twice)],
    "key-version": [points((1, 2), version="0.4.0"), points((1, 2), version=None)],
    "key-columns": [
        with_key('{"version": "1.1.0", "primary_column": "g", "columns": {}}'),
        with_key('{"version": "1.1.0", "primary_column": "g", "columns": {"g": 3}}'),
    ],
    "key-primary": [points((1, 2), primary="h"), points((1, 2), primary=None)],
    "native-alone": [native([point(1, 2)])],
    "column-there": [with_key(key_of().replace('"g"', '"h"'))],
    "column-repeated": [edited(POINT, repeat)],
    "encoding": [
        points((1, 2), encoding="WKT"),
        points((1, 2), encoding="point", version="1.0.0"),
        points((1, 2), encoding=None),
    ],
    "encoding-type": [
        retyped(POINT, StringType()),
        points((1, 2), encoding="point"),
        edited(POINT, lambda it: setattr(it.schema[1], "type", Type.INT64)),
    ],
    "geometry-types": [
        points((1, 2), geometry_types=["Dot"]),
        points((1, 2), geometry_types=["Point", "Point"]),
        points((1, 2), geometry_types=["Point M"]),
        points((1, 2), geometry_types=None),
    ],
    "crs": [points((1, 2), crs="EPSG:4326"), points((1, 2), crs={"type": "Point"})],
    "edges": [points((1, 2), edges="curly"), points((1, 2), edges="karney")],
    "orientation": [points((1, 2), orientation="clockwise")],
    "epoch": [points((1, 2), epoch="2020"), points((1, 2), epoch=True)],
    "bbox": [
        points((1, 2), bbox=[1, 2, 3]),
        points((1, 2), bbox=[1, 2, 3, 1]),
        points((1, 2), bbox=[1, 2, 3, None]),
    ],
    "covering-shape": [
        geo_file([point(1, 2)], covering={"bbox": {"xmin": ["box", "xmin"]}}),
        geo_file([point(1, 2)], covering={}),
        geo_file(
            [point(1, 2)],
            covering={"bbox": {edge: ["g"] for edge in ("xmin", "ymin", "xmax", "ymax", "left")}},
        ),
    ],
    "covering-columns": [
        geo_file(
            [point(1, 2)],
            covering={"bbox": {edge: ["box", edge] for edge in ("xmin", "ymin", "xmax", "ymax")}},
        ),
        edited(POINT, lambda it: setattr(it.schema[3], "type", Type.INT64)),
    ],
    "covering-version": [points((1, 2), version="1.0.0")],
    "native-physical": [
        edited(boxed(BOX), lambda it: setattr(it.schema[1], "type", Type.INT64)),
    ],
    "native-crs": [boxed(BOX, kind=GeometryType(crs="somewhere"))],
    "native-crs-key": [boxed(BOX, kind=GeometryType(crs="projjson:absent"))],
    "native-box": [
        boxed(around(1, 3, 1, 2)),
        boxed(around(float("inf"), 2, float("inf"), 2)),
        boxed(around(1, 2, 1, 2, zmin=1)),
        boxed(around(170, 2, 190, 2), kind=GeographyType(), edges="spherical"),
        boxed(around(1, 2, 1, 91), kind=GeographyType(), edges="spherical"),
    ],
    "native-no-box": [boxed(BOX, None)],
    "native-statistics": [edited(boxed(BOX), unstated)],
    "native-bounds": [edited(boxed(BOX), bound)],
    "native-missing": [points((1, 2), version="2.0.0")],
    "native-undescribed": [
        edited(
            boxed(BOX),
            lambda it: setattr(
                it,
                "key_value_metadata",
                [KeyValue(key="geo", value=key_of().replace('"g"', '"h"'))],
            ),
        ),
    ],
    "native-root": [edited(boxed(BOX), nest)],
    "same-crs": [
        boxed(BOX, crs=LAMBERT),
        boxed(BOX, crs=None),
        boxed(BOX, kind=GeometryType(crs="srid:0")),
        boxed(BOX, kind=GeometryType(crs="EPSG:3857"), crs=LAMBERT),
    ],
    "inline-crs": [boxed(BOX, kind=GeometryType(crs="EPSG:2154"), crs=LAMBERT)],
    "same-edges": [boxed(BOX, edges="spherical"), boxed(BOX, kind=GeographyType())],
    "same-types": [boxed(BOX, geometry_types=["Point", "Polygon"])],
    "same-bbox": [boxed(BOX, bbox=[5, 5, 6, 6]), boxed(BOX, bbox=[1, 2.000001, 1, 3])],
}

KEPT: Final[dict[str, bytes]] = {
    "GeoParquet 1.1": POINT,
    "GeoParquet 1.0": geo_file([point(1, 2)], version="1.0.0"),
    "covering of floats": points((1, 2), width="float"),
    "CRS84": points((1, 2), crs=CRS84),
    "null": points((1, 2), crs=None),
    "over the antimeridian": points((175, 2), (-175, 2), bbox=[175, 2, -175, 2]),
    "everything": points((1, 2), edges="spherical", orientation="counterclockwise", epoch=2020.5),
    "GeoParquet 2.0": boxed(BOX),
    "GeoParquet 2.0 with a system": boxed(BOX, kind=GeometryType(crs=INLINE), crs=LAMBERT),
    "GeoParquet 2.0, unknown": boxed(BOX, kind=GeometryType(crs="srid:0"), crs=None),
    "GeoParquet 1.1 beside native types": boxed(BOX, version="1.1.0"),
    "native over the antimeridian": boxed(
        around(175, 0, -175, 0), kind=GeographyType(), edges="spherical"
    ),
    "boxes from a covering of 32 bits, and bounds of the values": boxed(
        around(-(2.0**-149), 2 - 2.0**-22, 1 + 2.0**-21, 2 + 2.0**-21), bbox=[0, 2, 1, 2]
    ),
    "GEOGRAPHY without a box": boxed(None, kind=GeographyType(), edges="spherical"),
    "types not known": boxed(BOX, geometry_types=[], kinds=()),
    "no geometries": edited(POINT, lambda it: setattr(it, "key_value_metadata", None)),
}


def test_every_rule_has_a_file_that_breaks_it() -> None:
    assert list(BROKEN) == list(rules_by_id())


@in_one_test(
    ("name", "data"), [(name, data) for name, several in BROKEN.items() for data in several]
)
def test_a_broken_rule_is_told(name: str, data: bytes) -> None:
    checked = check_geometries(data)
    assert name in {each.rule.id for each in checked.advice}
    assert checked.has_warnings >= (rules_by_id()[name].severity == "warning")


@pytest.mark.parametrize("data", KEPT.values(), ids=KEPT)
def test_a_file_that_keeps_all_rules(data: bytes) -> None:
    assert [(each.rule.id, each.seen) for each in check_geometries(data).advice] == []


def test_ids_are_unique_and_explained() -> None:
    for name, rule in rules_by_id().items():
        assert find_rule(name) is rule
        assert rule.summary[0].isupper()
        assert rule.why.endswith(".")
        assert rule.fix[0] in "`" or rule.fix[0].islower()
    with pytest.raises(RequestError, match=r"there is no rule 'same-cr'.*did you mean 'same-crs'"):
        find_rule("same-cr")


def test_deeply_nested_json_is_no_key() -> None:
    """It neither recurses nor raises."""
    data = with_key('{"a":' * 100_000)
    assert [each.rule.id for each in check_geometries(data).advice] == ["key-json"]
    nested: Any = "[" * 90 + "]" * 90
    data = with_key(
        key_of(crs=json.loads(nested), bbox=json.loads(nested), edges=json.loads(nested))
    )
    assert {"crs", "bbox", "edges"} <= {each.rule.id for each in check_geometries(data).advice}

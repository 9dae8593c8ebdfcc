"""GeoParquet becomes GEOMETRY and GEOGRAPHY by a change of the footer: types, systems, boxes, statistics, and the bytes of before."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

import inlay
from inlay.__main__ import run
from inlay.geo import (
    GeoConversion,
    check_geometries,
    convert_to_geoparquet,
    convert_to_native,
)
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from parquet_format.parquet import (
    BoundingBox,
    EdgeInterpolationAlgorithm,
    FieldRepetitionType,
    FileMetaData,
    GeographyType,
    GeometryType,
    GeospatialStatistics,
    KeyValue,
    SortingColumn,
    Statistics,
    StringType,
)
from tests.verbs.geo.files import (
    CRS84,
    LAMBERT,
    WGS84,
    boxes_of,
    edited,
    element_of,
    geo_file,
    geo_of,
    points,
    retyped,
    with_nan_counts,
)
from tests.verbs.verify.values.geometry_files import point, square

Convert: TypeAlias = Callable[..., tuple[bytes, GeoConversion]]

POINTS: Final = [(1.0, 2.0), (3.0, 4.0), (5.0, 6.0), (7.0, 8.0)]
INLINE: Final = json.dumps(LAMBERT, separators=(",", ":"))


@pytest.fixture
def convert(tmp_path: Path) -> Convert:
    """A file turned native, in place, with what became of it."""

    def run(data: bytes, **how: Any) -> tuple[bytes, GeoConversion]:
        path = tmp_path / "a.parquet"
        path.write_bytes(data)
        result = convert_to_native(path, **how)
        return path.read_bytes(), result

    return run


def test_types_boxes_and_statistics(convert: Convert) -> None:
    before = points(*POINTS, rows=2)
    after, result = convert(before)
    assert element_of(after).logicalType == GeometryType()
    assert boxes_of(after) == [(1, 2, 3, 4), (5, 6, 7, 8)]
    for group in inlay.read_metadata(after).row_groups:
        meta = group.columns[0].meta_data
        assert meta is not None
        assert meta.statistics == Statistics(null_count=0)
        assert meta.geospatial_statistics is not None
        assert meta.geospatial_statistics.geospatial_types == [1]
    assert geo_of(after) == geo_of(before) | {"version": "2.0.0"}
    assert [it._asdict() for it in result.columns] == [
        {"column": "g", "before": "WKB", "after": "GEOMETRY", "boxes": 2, "row_groups": 2}
    ]
    assert result.notes == (
        "column 'g': bounds of its bytes are left out, for geometries have no order",
    )


def test_nothing_before_the_footer_moves_and_it_comes_back(tmp_path: Path) -> None:
    before = points(*POINTS, rows=2)
    path, undo = tmp_path / "a.parquet", tmp_path / "a.undo"
    path.write_bytes(before)
    result = convert_to_native(path, undo_to=undo, target=inlay.Target(in_place=True))
    after = path.read_bytes()
    change = result.outcome.change
    assert change is not None
    footer = len(before) - 8 - int.from_bytes(before[-8:-4], "little")
    assert change.keep == footer
    assert after[:footer] == before[:footer]
    assert inlay.read_table(path).equals(inlay.read_table(before))
    inlay.undo_metadata(path, undo)
    assert path.read_bytes() == before


def test_a_second_time_changes_nothing(convert: Convert) -> None:
    once, _ = convert(points(*POINTS))
    twice, result = convert(once)
    assert twice == once
    assert not result.outcome.changed
    assert result.columns == ()


CRS: Final[dict[str, tuple[dict[str, Any], str | None]]] = {
    "absent": ({}, None),
    "null": ({"crs": None}, "srid:0"),
    "CRS84": ({"crs": CRS84}, None),
    "EPSG:4326, which GeoParquet has with x before y": ({"crs": WGS84}, None),
    "another": ({"crs": LAMBERT}, INLINE),
}
"""What the key says, and then the type; by --keep-1.1 the way back gives the key of before."""


@pytest.mark.parametrize(("about", "text"), CRS.values(), ids=CRS)
def test_systems_are_kept_apart(
    about: dict[str, Any], text: str | None, convert: Convert, tmp_path: Path
) -> None:
    before = points(*POINTS, **about)
    after, _ = convert(before, keep_key=True)
    assert element_of(after).logicalType == GeometryType(crs=text)
    assert geo_of(after) == geo_of(before)
    convert_to_geoparquet(tmp_path / "a.parquet")
    back = (tmp_path / "a.parquet").read_bytes()
    assert geo_of(back) == geo_of(before)
    assert element_of(back) == element_of(before)


GIVEN: Final[dict[str, tuple[Any, str, str, Any]]] = {
    "a code of what the key says": (LAMBERT, "EPSG:2154", "EPSG:2154", LAMBERT),
    "a number of what the key says": (LAMBERT, "srid:2154", "srid:2154", LAMBERT),
    "the default, spelt out": (CRS84, "OGC:CRS84", "OGC:CRS84", CRS84),
    "what nobody knew": (None, INLINE, INLINE, LAMBERT),
    "what is not PROJJSON": ("EPSG:2154", INLINE, INLINE, LAMBERT),
    "that nobody knows": ("EPSG:2154", "srid:0", "srid:0", None),
    "a pair of the file": ("EPSG:2154", "projjson:mine", "projjson:mine", LAMBERT),
}
"""The key says, --crs, the type says, the key says then."""


@pytest.mark.parametrize(("key", "crs", "text", "then"), GIVEN.values(), ids=GIVEN)
def test_a_system_may_be_given(key: Any, crs: str, text: str, then: Any, convert: Convert) -> None:
    def add_pair(footer: FileMetaData) -> None:
        assert footer.key_value_metadata is not None
        footer.key_value_metadata.append(KeyValue(key="mine", value=json.dumps(LAMBERT)))

    after, _ = convert(edited(points(*POINTS, crs=key), add_pair), crs=crs)
    assert element_of(after).logicalType == GeometryType(crs=text)
    assert geo_of(after)["columns"]["g"]["crs"] == then


def test_edges_become_geography_without_boxes(convert: Convert) -> None:
    for edges, algorithm in (
        ("spherical", EdgeInterpolationAlgorithm.SPHERICAL),
        ("karney", EdgeInterpolationAlgorithm.KARNEY),
    ):
        after, result = convert(points(*POINTS, edges=edges))
        assert element_of(after).logicalType == GeographyType(algorithm=algorithm)
        assert boxes_of(after) == [None]
        assert any("edges of GEOGRAPHY" in note for note in result.notes)


def test_the_key_may_stay_as_it_is(convert: Convert) -> None:
    before = points(*POINTS, version="1.0.0")
    assert geo_of(convert(before, keep_key=True)[0]) == geo_of(before)


def test_native_types_alone_get_the_key(convert: Convert) -> None:
    native, _ = convert(points(*POINTS, rows=2))
    alone = edited(native, lambda footer: setattr(footer, "key_value_metadata", None))
    assert geo_of(convert(alone)[0]) == {
        "version": "2.0.0",
        "primary_column": "g",
        "columns": {"g": {"encoding": "WKB", "geometry_types": ["Point"], "bbox": [1, 2, 7, 8]}},
    }
    coded = edited(
        alone, lambda it: setattr(it.schema[1], "logicalType", GeometryType(crs="EPSG:3857"))
    )
    after, result = convert(coded)
    assert after == coded
    assert "give crs its PROJJSON" in result.notes[0]


def test_a_file_without_geometries_stays(convert: Convert) -> None:
    plain = edited(points((1, 2)), lambda it: setattr(it, "key_value_metadata", None))
    after, result = convert(plain)
    assert after == plain
    assert "nothing else says which columns hold geometries" in result.notes[0]


def test_null_counts_come_from_levels(convert: Convert) -> None:
    def strip(footer: FileMetaData) -> None:
        for group in footer.row_groups:
            assert group.columns[0].meta_data is not None
            group.columns[0].meta_data.statistics = None

    data = geo_file([point(1, 2), None], [square(1, 2, 1, 2), None], edit=strip)
    meta = inlay.read_metadata(convert(data)[0]).row_groups[0].columns[0].meta_data
    assert meta is not None
    assert meta.statistics is not None
    assert meta.statistics.null_count in (None, 1)  # pyarrow before 21 writes no levels


def test_what_rested_on_an_order_goes(convert: Convert) -> None:
    def claim(footer: FileMetaData) -> None:
        footer.row_groups[0].sorting_columns = [
            SortingColumn(column_idx=1, descending=False, nulls_first=False),
            SortingColumn(column_idx=0, descending=False, nulls_first=False),
        ]

    after, result = convert(points(*POINTS, edit=claim))
    claims = inlay.read_metadata(after).row_groups[0].sorting_columns
    assert [it.column_idx for it in claims or ()] == [1]
    assert any("sorted" in note for note in result.notes)


def test_a_covering_says_nothing_of_z(convert: Convert) -> None:
    """It never has Z or M, so that a box from it has none, whatever the types are."""
    data = geo_file([point(1, 2, 9, kind=1001)], [square(1, 2, 1, 2)], geometry_types=["Point Z"])
    meta = inlay.read_metadata(convert(data)[0]).row_groups[0].columns[0].meta_data
    assert meta is not None
    assert meta.geospatial_statistics == GeospatialStatistics(
        bbox=BoundingBox(xmin=1, xmax=1, ymin=2, ymax=2), geospatial_types=[1001]
    )


def test_types_that_the_key_does_not_name_are_not_said(convert: Convert) -> None:
    """An empty list is what nobody has looked at."""
    data = geo_file([point(1, 2)], [square(1, 2, 1, 2)], geometry_types=[])
    meta = inlay.read_metadata(convert(data)[0]).row_groups[0].columns[0].meta_data
    assert meta is not None
    assert meta.geospatial_statistics is not None
    assert meta.geospatial_statistics.geospatial_types is None


REFUSED: Final[dict[str, tuple[bytes, str]]] = {
    "GeoArrow": (geo_file([b""], encoding="point"), "the column is not a group"),
    "EWKB": (
        geo_file([point(1, 2, 3, kind=0x80000001)], geometry_types=["Point Z"]),
        "value 0 is EWKB, by flags in its type, and native types are ISO WKB",
    ),
    "no WKB": (geo_file([b"POINT (1 2)"]), "value 0 is not WKB"),
    "before 1.0": (points((1, 2), version="0.4.0"), "before 1.0, whose geometries may be EWKB"),
    "text": (
        retyped(points((1, 2)), StringType()),
        "is STRING by its type, and WKB by the key geo",
    ),
    "repeated": (
        edited(
            points((1, 2)),
            lambda it: setattr(it.schema[1], "repetition_type", FieldRepetitionType.REPEATED),
        ),
        "nested or repeated",
    ),
    "unknown crs": (points((1, 2), crs="EPSG:2154"), "say what it is with --crs"),
    "two systems": (retyped(points((1, 2), crs=LAMBERT)), "by its type: nobody can tell"),
    "two edges": (
        retyped(points((1, 2), edges="spherical")),
        "spherical by the key geo, and planar by its type: nobody .* `inlay set --delete geo`",
    ),
    "unknown edges": (
        points((1, 2), edges="curly"),
        "no type has: curly, and not planar, spherical, vincenty",
    ),
    "a column that is not there": (points((1, 2), primary="h"), "its key geo cannot be right"),
}


@pytest.mark.parametrize(("data", "says"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(data: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(data)
    with pytest.raises(RefusedError, match=says):
        convert_to_native(path)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("key", "crs", "error", "says"),
    [
        (LAMBERT, "EPSG:3857", RefusedError, "would move its points"),
        (None, "EPSG:3857", RequestError, "give crs its PROJJSON"),
        (None, "Lambert", RequestError, "not a reference system that can be given"),
        (None, "projjson:absent", RequestError, "not a reference system that can be given"),
    ],
)
def test_a_system_that_cannot_be_given(
    key: Any, crs: str, error: type[Exception], says: str, convert: Convert
) -> None:
    with pytest.raises(error, match=says):
        convert(points((1, 2), crs=key), crs=crs)


@pytest.mark.parametrize(
    ("crs", "type_", "key"),
    [
        ("srid:0", "srid:0", None),
        ("OGC:CRS84", "OGC:CRS84", "absent"),
    ],
)
def test_somebody_says_which_of_two_systems_is_right(
    crs: str, type_: str, key: Any, convert: Convert
) -> None:
    """GeoPandas writes no system as null in the key, and leaves it out of the type, where that means OGC:CRS84."""
    data = retyped(points((1, 2), crs=None, version="2.0.0"))
    after, _ = convert(data, crs=crs)
    assert element_of(after).logicalType == GeometryType(crs=type_)
    assert geo_of(after)["columns"]["g"].get("crs", "absent") == key
    assert [each.rule.id for each in check_geometries(after).advice] == []


def test_a_third_system_is_not_taken(convert: Convert) -> None:
    data = retyped(points((1, 2), crs=None, version="2.0.0"))
    with pytest.raises(RefusedError, match="EPSG:3857 is neither of them"):
        convert(data, crs="EPSG:3857")


LEFT_OUT: Final[dict[str, tuple[bytes, str]]] = {
    "a row goes over the antimeridian": (
        geo_file([point(175, 0)], [{"xmin": 175, "ymin": 0, "xmax": -175, "ymax": 0}]),
        "a row goes over the antimeridian",
    ),
    "NaN in one axis": (
        geo_file([point(nan, 5)], [{"xmin": nan, "ymin": 5, "xmax": nan, "ymax": 5}]),
        "a row has NaN",
    ),
    "nothing in one axis": (
        geo_file([point(nan, 5)], [{"xmin": None, "ymin": 5, "xmax": None, "ymax": 5}]),
        "a row has NaN, or nothing, in one axis",
    ),
    "no covering": (geo_file([point(1, 2)]), "no covering column"),
    "half a covering": (
        geo_file([point(1, 2)], covering={"bbox": {"xmin": ["g"]}}),
        "its covering has no ymin",
    ),
}


@pytest.mark.parametrize(("data", "why"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_a_box_that_is_left_out(data: bytes, why: str, convert: Convert) -> None:
    after, result = convert(data)
    assert boxes_of(after) == [None]
    assert why in "".join(result.notes)
    assert element_of(after).logicalType == GeometryType()


def test_the_footer_alone_proves_a_box(convert: Convert, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without NaN, and within less than half of the earth, no value of the covering is read."""
    from inlay.verbs.geo import covering_boxes

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("values are read")

    monkeypatch.setattr(covering_boxes, "choose_opener", refuse)
    after, _ = convert(points(*POINTS, rows=2, edit=with_nan_counts))
    assert boxes_of(after) == [(1, 2, 3, 4), (5, 6, 7, 8)]
    wide = [(-100.0, 2.0), (100.0, 4.0)]
    after, _ = convert(points(*wide, crs=LAMBERT, edit=with_nan_counts))
    assert boxes_of(after) == [(-100, 2, 100, 4)]
    for data in (points(*POINTS, rows=2), points(*wide, edit=with_nan_counts)):
        with pytest.raises(AssertionError, match="values are read"):
            convert(data)


@pytest.mark.parametrize("form", ["private", "migration"])
def test_a_flatbuffer_beside_the_footer_follows(form: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(points(*POINTS, rows=2))
    assert run(["footer", "add", str(path)]) == 0
    if form == "migration":
        assert run(["footer", "promote", str(path)]) == 0
    convert_to_native(path)
    footer = inlay.open(path)
    assert footer.form.name.lower() == form
    assert not inlay.verify(path, data=True).findings
    assert element_of(path.read_bytes()).logicalType == GeometryType()


def test_values_agree_with_what_is_said(convert: Convert, tmp_path: Path) -> None:
    for data in (
        points(*POINTS, rows=2),
        points(*POINTS, width="float"),
        points(*POINTS, crs=LAMBERT),
    ):
        after, _ = convert(data)
        assert inlay.verify(after, values=True).findings == ()


def test_a_system_is_text(convert: Convert) -> None:
    with pytest.raises(TypeError, match="crs is text, such as OGC:CRS84, not 5"):
        convert(points((1, 2)), crs=5)

"""Native types and their statistics: Geospatial.md of parquet-format."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Final

from inlay.ground.geometries.crs import CrsKind
from inlay.ground.geometries.geometry_columns import GeometryColumn, GeometryFile
from inlay.ground.schema_copies.named_keys import BY_KEY
from inlay.ground.wording.amounts import count
from inlay.ground.wording.printable import shorten
from inlay.verbs.geo.rule import NOTE, WARNING, GeoRule, GeoSighting
from parquet_format.parquet import BoundingBox, ColumnMetaData, GeographyType, Type

_SOURCE: Final = "parquet-format, Geospatial.md"
_REWRITE: Final = "have a current writer write the file anew"
_TO_NATIVE: Final = "`inlay geo to-native` adds them, and moves no page"
_LONGITUDE: Final = 180.0
_LATITUDE: Final = 90.0


def _list_natives(file: GeometryFile) -> Iterator[GeometryColumn]:
    return (column for column in file.columns if column.native is not None)


def _list_chunks(
    file: GeometryFile, column: GeometryColumn
) -> Iterator[tuple[int, ColumnMetaData]]:
    """With the number of the row group; those that have a value."""
    for number, meta in enumerate(file.chunks_of(column)):
        if meta is not None and meta.num_values:
            yield number, meta


def _list_boxes(file: GeometryFile, column: GeometryColumn) -> Iterator[tuple[int, BoundingBox]]:
    for number, meta in _list_chunks(file, column):
        said = meta.geospatial_statistics
        if said is not None and said.bbox is not None:
            yield number, said.bbox


def _check_physical(file: GeometryFile) -> Iterator[GeoSighting]:
    for column in _list_natives(file):
        assert column.node is not None
        if column.node.element.type != Type.BYTE_ARRAY:
            yield GeoSighting(column.name, "its native type is not on BYTE_ARRAY")


def _check_crs(file: GeometryFile) -> Iterator[GeoSighting]:
    for column in _list_natives(file):
        crs = column.type_crs
        if crs is not None and crs.kind is CrsKind.OTHER and not crs.text.startswith(BY_KEY):
            yield GeoSighting(column.name, f"its type has the crs {shorten(crs.text, 60)!r}")


def _check_crs_key(file: GeometryFile) -> Iterator[GeoSighting]:
    for column in _list_natives(file):
        crs = column.type_crs
        if crs is not None and crs.kind is CrsKind.OTHER and crs.text.startswith(BY_KEY):
            key = shorten(crs.text[len(BY_KEY) :], 60)
            yield GeoSighting(
                column.name,
                f"its type names the pair {key!r}, but no such pair holds PROJJSON",
            )


def _check_box(file: GeometryFile) -> Iterator[GeoSighting]:
    for column in _list_natives(file):
        for number, box in _list_boxes(file, column):
            if what := _explain_box(box, is_on_sphere=isinstance(column.native, GeographyType)):
                yield GeoSighting(column.name, f"row group {number}: {what}")
                break


def _explain_box(box: BoundingBox, *, is_on_sphere: bool) -> str:
    corners = (box.xmin, box.xmax, box.ymin, box.ymax)
    if not all(map(isfinite, corners)):
        return "its box has what is not a finite number"
    if box.ymin > box.ymax:
        return f"its box has {box.ymin!r} as ymin and {box.ymax!r} as ymax"
    if (box.zmin is None) is not (box.zmax is None) or (box.mmin is None) is not (box.mmax is None):
        return "its box has a half of z or m"
    if is_on_sphere and max(map(abs, corners[:2])) > _LONGITUDE:
        return "the x of its box is not a longitude"
    if is_on_sphere and max(map(abs, corners[2:])) > _LATITUDE:
        return "the y of its box is not a latitude"
    return ""


def _check_no_box(file: GeometryFile) -> Iterator[GeoSighting]:
    """Of GEOGRAPHY nothing here works one out, and hardly a writer gives one."""
    for column in _list_natives(file):
        if isinstance(column.native, GeographyType):
            continue
        chunks = [meta for _, meta in _list_chunks(file, column)]
        boxes = sum(1 for _ in _list_boxes(file, column))
        empty = sum(
            it.statistics is not None and it.statistics.null_count == it.num_values for it in chunks
        )
        if boxes + empty < len(chunks):
            yield GeoSighting(
                column.name,
                f"{count(len(chunks) - boxes - empty, 'row group')} of {len(chunks):,} without a box",
            )


def _check_statistics(file: GeometryFile) -> Iterator[GeoSighting]:
    for column in _list_natives(file):
        lonely = sum(
            it.statistics is None
            and it.geospatial_statistics is not None
            and it.geospatial_statistics.bbox is not None
            for _, it in _list_chunks(file, column)
        )
        if lonely:
            yield GeoSighting(
                column.name, f"{count(lonely, 'row group')} with a box and without statistics"
            )


def _check_bounds(file: GeometryFile) -> Iterator[GeoSighting]:
    for column in _list_natives(file):
        for number, meta in _list_chunks(file, column):
            said = meta.statistics
            if (
                said is not None
                and (said.min_value, said.max_value, said.min, said.max) != (None,) * 4
            ):
                yield GeoSighting(column.name, f"row group {number}: it has bounds of its bytes")
                break


RULES: Final = (
    GeoRule(
        id="native-physical",
        severity=WARNING,
        summary="A native type is on BYTE_ARRAY",
        why="Readers fail at its values.",
        fix=_REWRITE,
        source=f"{_SOURCE}, Logical Types",
        check=_check_physical,
    ),
    GeoRule(
        id="native-crs",
        severity=WARNING,
        summary="The crs of a type is PROJJSON, projjson:KEY, srid:N, or a code such as OGC:CRS84",
        why="DuckDB drops another text, Spark and geoarrow refuse it.",
        fix=_REWRITE,
        source=f"{_SOURCE}, Coordinate Reference System",
        check=_check_crs,
    ),
    GeoRule(
        id="native-crs-key",
        severity=WARNING,
        summary="The pair that a crs names is there, and is PROJJSON",
        why="Nobody can tell where the points are.",
        fix="`inlay set --key KEY=@FILE` writes the pair",
        source=f"{_SOURCE}, Coordinate Reference System",
        check=_check_crs_key,
    ),
    GeoRule(
        id="native-box",
        severity=WARNING,
        summary="A box has finite numbers, y, z and m in order, and of GEOGRAPHY longitudes and latitudes",
        why="Readers leave out row groups by it.",
        fix=_REWRITE,
        source=f"{_SOURCE}, Bounding Box",
        check=_check_box,
    ),
    GeoRule(
        id="native-no-box",
        severity=NOTE,
        summary="Every row group of GEOMETRY has a box, if it has geometries",
        why="A filter by a place reads these row groups.",
        fix="`inlay geo boxes` works them out from values, `inlay geo to-native` from a covering column",
        source=f"{_SOURCE}, Bounding Box",
        check=_check_no_box,
    ),
    GeoRule(
        id="native-statistics",
        severity=NOTE,
        summary="Beside a box there are statistics",
        why="DuckDB 2.0 looks at a box only there.",
        fix=_TO_NATIVE,
        source=f"{_SOURCE}, Statistics",
        check=_check_statistics,
    ),
    GeoRule(
        id="native-bounds",
        severity=NOTE,
        summary="Geometries have no bounds",
        why="No order of them is defined.",
        fix="`inlay geo to-native` takes them out",
        source=f"{_SOURCE}, Statistics",
        check=_check_bounds,
    ),
)

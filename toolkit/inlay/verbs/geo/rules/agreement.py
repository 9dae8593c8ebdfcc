"""What the key `geo` and the native types say of one column: GeoParquet 2.0-dev."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.ground.geometries.crs import CrsKind, are_same_place
from inlay.ground.geometries.geometry_columns import GeometryColumn, GeometryFile
from inlay.ground.values.geometry_kinds import name_kind
from inlay.ground.wording.printable import shorten
from inlay.verbs.geo.file_statements import unite_boxes, unite_kinds
from inlay.verbs.geo.rule import NOTE, WARNING, GeoRule, GeoSighting
from inlay.verbs.geo.rules.columns import is_second

_SOURCE: Final = "GeoParquet 2.0.0-dev"
_NOBODY: Final = "ask who wrote it which is right; if the type is, `inlay set --delete geo` and `inlay geo to-native` write the key anew"
_MOST_SHOWN: Final = 60

_ROUNDED: Final = 2.0**-21
"""Of a number, four steps of 32 bits: a writer may round a covering outwards by two, and a box from it is one wider."""

_LEAST: Final = 2.0**-147
"""The same of 0."""


def _list_both(file: GeometryFile) -> Iterator[GeometryColumn]:
    return (it for it in file.columns if it.about is not None and it.native is not None)


def _check_annotated(file: GeometryFile) -> Iterator[GeoSighting]:
    if not is_second(file):
        return
    for column in file.columns:
        if column.about is not None and column.node is not None and column.native is None:
            yield GeoSighting(
                column.name, f"the version is {file.version}, which has no native type"
            )


def _check_described(file: GeometryFile) -> Iterator[GeoSighting]:
    if file.document is None:
        return
    for column in file.columns:
        if column.about is None and column.is_at_root:
            yield GeoSighting(column.name, "it has a native type, and the key does not describe it")


def _check_root(file: GeometryFile) -> Iterator[GeoSighting]:
    for column in file.columns:
        if column.native is not None and not column.is_at_root and file.document is not None:
            yield GeoSighting(column.name, "it has a native type, and is nested or repeated")


def _check_crs(file: GeometryFile) -> Iterator[GeoSighting]:
    for column in _list_both(file):
        key, said = column.key_crs, column.type_crs
        assert key is not None
        assert said is not None
        if CrsKind.OTHER not in (key.kind, said.kind) and not are_same_place(key, said):
            shown = [shorten(crs.shown, _MOST_SHOWN) for crs in (key, said)]
            yield GeoSighting(
                column.name, f"its crs is {shown[0]} in the key, and {shown[1]} in its type"
            )


def _check_inline(file: GeometryFile) -> Iterator[GeoSighting]:
    if not is_second(file):
        return
    for column in _list_both(file):
        said = column.type_crs
        if (
            said is not None
            and said.kind in (CrsKind.SRID, CrsKind.CODE, CrsKind.PROJJSON_KEY)
            and not said.is_default
        ):
            yield GeoSighting(
                column.name,
                f"its type has the crs {shorten(said.text, _MOST_SHOWN)!r}, and not PROJJSON",
            )


def _check_edges(file: GeometryFile) -> Iterator[GeoSighting]:
    for column in _list_both(file):
        if column.key_edges is not None and column.key_edges != column.type_edges:
            yield GeoSighting(
                column.name,
                f"its edges are {shorten(column.key_edges, _MOST_SHOWN)} in the key, and {column.type_edges} by its type",
            )


def _check_types(file: GeometryFile) -> Iterator[GeoSighting]:
    for column in _list_both(file):
        assert column.about is not None
        names = column.about.get("geometry_types")
        kinds = unite_kinds(file, column)
        if not isinstance(names, list) or not names or not kinds:
            continue
        measured = [name_kind(kind) for kind in kinds]
        if set(map(str, names)) != set(measured):
            listed = ", ".join(map(str, names))
            yield GeoSighting(
                column.name,
                f"geometry_types are {shorten(listed, _MOST_SHOWN)} in the key, and {', '.join(measured)} in the row groups",
            )


def _check_bbox(file: GeometryFile) -> Iterator[GeoSighting]:
    for column in _list_both(file):
        said, united = column.described.box, unite_boxes(file, column)
        if said is None or united is None or said.lows[0] > said.highs[0]:
            continue
        half = len(united) // 2
        is_outside = any(
            said.lows[axis] - low > _rounding_of(said.lows[axis])
            or high - said.highs[axis] > _rounding_of(said.highs[axis])
            for axis, (low, high) in enumerate(
                zip(united[:2], united[half : half + 2], strict=True)
            )
        )
        if is_outside:
            yield GeoSighting(column.name, "boxes of row groups lie outside of the bbox in the key")


def _rounding_of(end: float) -> float:
    return max(abs(end) * _ROUNDED, _LEAST)


RULES: Final = (
    GeoRule(
        id="native-missing",
        severity=WARNING,
        summary="In GeoParquet 2.0 every column that the key describes has a native type",
        why="Readers look for its type and statistics there.",
        fix="`inlay geo to-native` gives it one",
        source=_SOURCE,
        check=_check_annotated,
    ),
    GeoRule(
        id="native-undescribed",
        severity=WARNING,
        summary="The key describes every column with a native type",
        why="ClickHouse 26.9 refuses the file, and GeoPandas reads bytes.",
        fix="`inlay geo to-native` writes it into the key",
        source=_SOURCE,
        check=_check_described,
    ),
    GeoRule(
        id="native-root",
        severity=WARNING,
        summary="Geometries stand at the top, and are not repeated",
        why="Readers take one geometry for each row.",
        fix="have the column written at the top",
        source=_SOURCE,
        check=_check_root,
    ),
    GeoRule(
        id="same-crs",
        severity=WARNING,
        summary="Key and type have the same crs",
        why="GeoPandas reads the key, DuckDB and pyarrow the type, so the points are in two places.",
        fix="ask who wrote it which is right, and say it with `inlay geo to-native --crs`",
        source=_SOURCE,
        check=_check_crs,
    ),
    GeoRule(
        id="inline-crs",
        severity=NOTE,
        summary="In GeoParquet 2.0 the crs of a type is PROJJSON, unless it is OGC:CRS84",
        why="DuckDB 2.0 drops a code. Spark 4.3 takes only codes, so no text suits both.",
        fix="`inlay geo to-native --crs` writes the other one",
        source=_SOURCE,
        check=_check_inline,
    ),
    GeoRule(
        id="same-edges",
        severity=WARNING,
        summary="Key and type have the same edges",
        why="Lengths and areas depend on the reader.",
        fix=_NOBODY,
        source=_SOURCE,
        check=_check_edges,
    ),
    GeoRule(
        id="same-types",
        severity=WARNING,
        summary="The geometry_types of the key are the types in the row groups",
        why="Readers choose a type for the column by the key.",
        fix=_NOBODY,
        source=_SOURCE,
        check=_check_types,
    ),
    GeoRule(
        id="same-bbox",
        severity=WARNING,
        summary="The boxes of row groups lie in the bbox of the key",
        why="Readers leave out files by the key, and row groups by their boxes.",
        fix="`inlay verify --values` tells which of them is wrong",
        source=_SOURCE,
        check=_check_bbox,
    ),
)

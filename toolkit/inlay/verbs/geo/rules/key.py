"""The key `geo` as a whole: GeoParquet, File metadata."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from inlay.ground.geometries.geometry_columns import GeometryFile
from inlay.ground.schema_copies.keys import GEO
from inlay.ground.wording.printable import shorten
from inlay.verbs.geo.rule import NOTE, WARNING, GeoRule, GeoSighting

_VERSION: Final = re.compile(r"[12]\.\d+\.\d+(-[\w.]+)?")
_SOURCE: Final = "GeoParquet 1.1.0, File metadata"
_REWRITE: Final = "have a current writer write the file anew"


def _check_json(file: GeometryFile) -> Iterator[GeoSighting]:
    if file.problem:
        yield GeoSighting("", f"of the key {GEO}, {file.problem}")


def _check_once(file: GeometryFile) -> Iterator[GeoSighting]:
    pairs = file.metadata.key_value_metadata or ()
    times = sum(pair.key == GEO for pair in pairs)
    if times > 1:
        yield GeoSighting("", f"there are {times} keys {GEO}")


def _check_version(file: GeometryFile) -> Iterator[GeoSighting]:
    if file.document is None:
        return
    version = file.document.get("version")
    if not isinstance(version, str):
        yield GeoSighting("", "the key has no version as text")
    elif not _VERSION.fullmatch(version):
        yield GeoSighting("", f"the version is {shorten(version, 40)!r}")


def _check_columns(file: GeometryFile) -> Iterator[GeoSighting]:
    if file.document is None:
        return
    columns = file.document.get("columns")
    if not isinstance(columns, dict) or not columns:
        yield GeoSighting("", "the key describes no columns")
        return
    for name, about in columns.items():
        if not isinstance(about, dict):
            yield GeoSighting(name, "what the key says of it is not an object")


def _check_primary(file: GeometryFile) -> Iterator[GeoSighting]:
    if file.document is None:
        return
    columns = file.document.get("columns")
    primary = file.document.get("primary_column")
    if not isinstance(primary, str):
        yield GeoSighting("", "the key has no primary_column as text")
    elif isinstance(columns, dict) and primary not in columns:
        yield GeoSighting(
            "", f"primary_column is {shorten(primary, 40)!r}, which the key does not describe"
        )


def _check_alone(file: GeometryFile) -> Iterator[GeoSighting]:
    natives = [column for column in file.columns if column.native is not None]
    if file.text is None and natives:
        yield GeoSighting(natives[0].name, f"it has a native type, and the file has no key {GEO}")


RULES: Final = (
    GeoRule(
        id="key-json",
        severity=WARNING,
        summary="The key geo is a JSON object",
        why="Readers refuse the file, or read plain bytes.",
        fix=_REWRITE,
        source=_SOURCE,
        check=_check_json,
    ),
    GeoRule(
        id="key-once",
        severity=WARNING,
        summary="There is one key geo",
        why="Readers take the first, or the last.",
        fix=_REWRITE,
        source=_SOURCE,
        check=_check_once,
    ),
    GeoRule(
        id="key-version",
        severity=WARNING,
        summary="The version is 1.x or 2.x",
        why="Before 1.0 members had other names, and geometries could be EWKB. Readers may refuse a version that they do not know.",
        fix=_REWRITE,
        source=f"{_SOURCE}, version",
        check=_check_version,
    ),
    GeoRule(
        id="key-columns",
        severity=WARNING,
        summary="The key describes one column or more, each with an object",
        why="Readers find no geometries.",
        fix=_REWRITE,
        source=f"{_SOURCE}, columns",
        check=_check_columns,
    ),
    GeoRule(
        id="key-primary",
        severity=WARNING,
        summary="The primary column is one that the key describes",
        why="GeoPandas and GDAL take it for the geometry of the table, and fail.",
        fix=_REWRITE,
        source=f"{_SOURCE}, primary_column",
        check=_check_primary,
    ),
    GeoRule(
        id="native-alone",
        severity=NOTE,
        summary="Beside native types there is the key geo",
        why="GeoPandas 1.2 and ClickHouse 26.9 refuse a file that has native types alone.",
        fix="`inlay geo to-native` writes the key beside them",
        source="measured, docs/geo.md",
        check=_check_alone,
    ),
)

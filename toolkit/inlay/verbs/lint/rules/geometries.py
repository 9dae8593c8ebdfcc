"""Geometries: what is said of them that few readers take, and what they are to be found by."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from inlay.ground.geometries.short_crs import shorten_crs
from inlay.ground.schema_copies.geo_fit import explain_unfit_geo
from inlay.ground.schema_copies.keys import GEO
from inlay.ground.statements.chunk_numbers import HAS_BOUNDS, HAS_BOX
from inlay.ground.wording.printable import shorten
from inlay.verbs.lint.additions import may_be_added_to
from inlay.verbs.lint.column_facts import ChunkFacts
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.rule import NOTE, WARNING, LintRule, Remedy, Sighting, Thresholds, quote_path
from inlay.verbs.lint.sightings import describe_chunks, has_bounds, list_bounds
from parquet_format.parquet import GeographyType, GeometryType

_LONGITUDE_LATITUDE: Final = "OGC:CRS84"
_MOST_SHOWN: Final = 40
_LONGEST: Final = 200
_OF_SPARK: Final = (_LONGITUDE_LATITUDE, "EPSG:3857", "SRID:0")


def _advise_on_statistics(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HAS_BOX):
        lonely = [chunk for chunk in column.filled if _is_box_alone(chunk)]
        if lonely and isinstance(column.meaning, GeometryType):
            otherwise = Remedy(
                "rewrite with DuckDB 2.0: COPY ... TO ... (FORMAT parquet, GEOPARQUET_VERSION 'V2')"
            )
            command = f"inlay geo boxes {quote_path(file.path)}"
            remedy = Remedy(command) if may_be_added_to(file) else otherwise
            seen = "a box of geometries without statistics"
            yield describe_chunks(column, lonely, seen, remedy, reads=len(lonely))


def _is_box_alone(chunk: ChunkFacts) -> bool:
    geometries = chunk.meta.geospatial_statistics
    has_box = geometries is not None and geometries.bbox is not None
    return has_box and chunk.meta.statistics is None


def _advise_on_crs(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        meaning = column.element.logicalType
        if not isinstance(meaning, GeometryType | GeographyType) or meaning.crs is None:
            continue
        lost = _describe_loss(meaning.crs)
        if lost:
            yield Sighting(
                f"the coordinates are in {shorten(shorten_crs(meaning.crs), _MOST_SHOWN)}: {lost}",
                Remedy(
                    f"leave it unset, or write {_LONGITUDE_LATITUDE}, if they are longitudes and latitudes of WGS 84; "
                    "no other text is taken by both"
                ),
                column=column.path,
                place=file.schema_places[id(column.leaf)],
            )


def _describe_loss(crs: str) -> str:
    """Who does not take a reference system; empty for one that both take."""
    if crs.upper() == _LONGITUDE_LATITUDE:
        return "" if crs == _LONGITUDE_LATITUDE else "PySpark 4.3 does not take it"
    if crs in _OF_SPARK:
        return "DuckDB 2.0 drops it"
    if crs.lstrip().startswith("{"):
        return "PySpark 4.3 does not take it"
    return "PySpark 4.3 does not take it, and DuckDB 2.0 drops it"


def _advise_on_bounds(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HAS_BOUNDS):
        if not isinstance(column.element.logicalType, GeometryType | GeographyType):
            continue
        bound = [chunk for chunk in column.chunks if has_bounds(chunk)]
        if bound:
            remedy = Remedy("rewrite with pyarrow or DuckDB, which write none")
            if may_be_added_to(file):
                strip = f"inlay index strip {quote_path(file.path)} --what bounds"
                remedy = Remedy(f"{strip} --columns {shlex.quote(column.text)}")
            seen = "bounds of geometries, which have no order"
            num_bytes = sum(map(_measure_bounds, bound))
            yield describe_chunks(column, bound, seen, remedy, num_bytes=num_bytes)


def _measure_bounds(chunk: ChunkFacts) -> int:
    statistics = chunk.meta.statistics
    return sum(map(len, list_bounds(statistics))) if statistics is not None else 0


def _advise_on_native_types(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    if any(pair.key == GEO for pair in file.metadata.key_value_metadata or ()):
        return
    for column in file.columns:
        if isinstance(column.element.logicalType, GeometryType | GeographyType):
            otherwise = Remedy("write the key geo of GeoParquet 2.0, too")
            command = f"inlay geo to-native {quote_path(file.path)}"
            yield Sighting(
                f"it has a native type, and the file has no key {GEO}: GeoPandas and ClickHouse refuse it",
                Remedy(command) if may_be_added_to(file) else otherwise,
                column=column.path,
                place=file.schema_places[id(column.leaf)],
            )
            return


def _advise_on_key(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for pair in file.metadata.key_value_metadata or ():
        what = explain_unfit_geo(pair.value or "", file.schema) if pair.key == GEO else None
        if what is not None:
            yield Sighting(
                f"what the key {GEO} says of geometries cannot be right: {shorten(what, _LONGEST)}",
                Remedy(
                    f"have the writer say it again; without it: inlay set {quote_path(file.path)} --delete {GEO} -o OUT"
                ),
                place="key_value_metadata",
            )
            return


RULES: Final = (
    LintRule(
        id="unfit-geo",
        severity=WARNING,
        summary="The key geo is GeoParquet, and describes columns that are there",
        why="GeoPandas, GDAL and DuckDB find geometries by it: with a wrong one they refuse the file, or read plain bytes.",
        source="GeoParquet 1.1.0, File metadata",
        advise=_advise_on_key,
    ),
    LintRule(
        id="geometry-without-key",
        severity=NOTE,
        summary="Beside native types of geometries there is the key geo",
        why="GeoPandas 1.2 and ClickHouse 26.9 refuse a file that has native types alone.",
        source="measured, docs/geo.md",
        advise=_advise_on_native_types,
    ),
    LintRule(
        id="lonely-box",
        severity=NOTE,
        summary="A box of geometries has statistics beside it",
        why="DuckDB 2.0 looks at the box only where there are statistics, if only of nulls, so a filter by a place reads all row groups.",
        source="parquet.thrift, ColumnMetaData.geospatial_statistics",
        advise=_advise_on_statistics,
    ),
    LintRule(
        id="unread-crs",
        severity=NOTE,
        summary="The reference system of geometries is one that readers take",
        why="Spark takes OGC:CRS84, EPSG:3857 and SRID:0, DuckDB OGC:CRS84 and PROJJSON. "
        "What DuckDB does not know it leaves out, and so it does in what it writes.",
        source="parquet-format, Geospatial.md, Coordinate Reference System",
        advise=_advise_on_crs,
    ),
    LintRule(
        id="bounds-of-geometries",
        severity=NOTE,
        summary="Geometries have a box, and no bounds",
        why="No order of them is defined, so no reader may use bounds.",
        source="parquet-format, Geospatial.md, Statistics",
        advise=_advise_on_bounds,
    ),
)

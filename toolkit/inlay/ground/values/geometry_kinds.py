"""The kinds of geometries: their numbers, as WKB and Parquet have them, and their names, as GeoParquet has them."""

from __future__ import annotations

from typing import Final

KINDS: Final = (
    "Point",
    "LineString",
    "Polygon",
    "MultiPoint",
    "MultiLineString",
    "MultiPolygon",
    "GeometryCollection",
)
"""From 1: the numbers of WKB (Geospatial.md of parquet-format)."""

AXES: Final = ("", " Z", " M", " ZM")
"""By the thousands of the number."""

NUMBERS: Final = {
    name + axes: thousands * 1000 + number
    for thousands, axes in enumerate(AXES)
    for number, name in enumerate(KINDS, 1)
}
"""By name."""


def name_kind(number: int) -> str:
    """A number that is of no kind stays one."""
    thousands, kind = divmod(number, 1000)
    if 0 <= thousands < len(AXES) and 1 <= kind <= len(KINDS):
        return f"{KINDS[kind - 1]}{AXES[thousands]}"
    return str(number)

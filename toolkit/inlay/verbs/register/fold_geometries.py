"""From the boxes of chunks to that of the file, and from their types of geometries. The format: Geospatial.md of parquet-format."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Final

from inlay.ground.schema.meaning import find_meaning
from inlay.verbs.register.record import Axis, GeoRecord
from parquet_format.parquet import (
    GeographyType,
    GeometryType,
    GeospatialStatistics,
    SchemaElement,
)

_HALF: Final = 180.0
"""Degrees from the prime meridian to the antimeridian."""

_OF_Z: Final = (1, 3)
_OF_M: Final = (2, 3)
"""Thousands of the number of a type with that axis."""

GroupGeometries = tuple[int, GeospatialStatistics | None]
"""The number of a row group that may have a geometry, and what is said of these."""


def is_geometry(element: SchemaElement) -> bool:
    return isinstance(find_meaning(element), GeometryType | GeographyType)


def fold_geometries(
    element: SchemaElement, chunks: Sequence[GroupGeometries]
) -> tuple[GeoRecord | None, str]:
    """The box around all of them, each axis by itself, and why x or y is not known; None where nothing is."""
    boxes = [_list_axes(said) for _, said in chunks]
    is_on_sphere = isinstance(find_meaning(element), GeographyType)
    kinds = [said.geospatial_types if said is not None else None for _, said in chunks]
    geo = GeoRecord(
        _unite_x([box[0] for box in boxes], is_on_sphere=is_on_sphere),
        _unite([box[1] for box in boxes]),
        _unite([box[2] for box, of in zip(boxes, kinds, strict=True) if _may_have(of, _OF_Z)]),
        _unite([box[3] for box, of in zip(boxes, kinds, strict=True) if _may_have(of, _OF_M)]),
        _fold_kinds(kinds),
    )
    why = ""
    if geo.x is None or geo.y is None:
        open_in = [number for number, said in chunks if said is None or said.bbox is None]
        why = f"row group {open_in[0]}: no box" if open_in else "boxes that do not unite"
    return (None if geo == GeoRecord() else geo), why


def _may_have(kinds: Sequence[int] | None, thousands: tuple[int, int]) -> bool:
    """Whether a geometry of a chunk may have this axis: where all types are known, and none of them has it, a box without it leaves nothing
    open."""
    return not kinds or any(kind // 1000 in thousands for kind in kinds)


def _fold_kinds(chunks: Sequence[Sequence[int] | None]) -> tuple[int, ...] | None:
    """An empty list says nothing."""
    kinds: set[int] = set()
    for said in chunks:
        if not said:
            return None
        kinds.update(said)
    return tuple(sorted(kinds))


def _unite(axes: Sequence[Axis | None]) -> Axis | None:
    """None where any is not known, or runs backwards."""
    known = [axis for axis in axes if axis is not None and axis[0] <= axis[1]]
    if not known or len(known) < len(axes):
        return None
    return min(low for low, _ in known), max(high for _, high in known)


def _unite_x(axes: Sequence[Axis | None], *, is_on_sphere: bool) -> Axis | None:
    """Around the sphere, too: an axis that goes over the antimeridian is widened at the end where that takes less.

    In a plane nothing says where the antimeridian is, so one that goes over it leaves all open.
    """
    known = [axis for axis in axes if axis is not None]
    around = [axis for axis in known if axis[0] > axis[1]]
    if not around:
        return _unite(axes)
    are_on_it = all(-_HALF <= it <= _HALF for axis in known for it in axis)
    if not is_on_sphere or not are_on_it or len(known) < len(axes):
        return None
    west, east = min(low for low, _ in around), max(high for _, high in around)
    for low, high in known:
        if low > high:
            continue
        if high - east <= west - low:
            east = max(east, high)
        else:
            west = min(west, low)
    return (west, east) if west > east else (-_HALF, _HALF)


def _list_axes(said: GeospatialStatistics | None) -> list[Axis | None]:
    """x, y, z and m. One end alone, or NaN, says nothing."""
    box = said.bbox if said is not None else None
    if box is None:
        return [None] * 4
    ends = (
        (box.xmin, box.xmax),
        (box.ymin, box.ymax),
        (box.zmin, box.zmax),
        (box.mmin, box.mmax),
    )
    return [
        None if low is None or high is None or isnan(low) or isnan(high) else (low, high)
        for low, high in ends
    ]

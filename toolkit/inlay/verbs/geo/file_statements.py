"""What all row groups together say of a column of geometries: its types and its box. What one of them leaves open, nobody knows of the
file."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from inlay.ground.geometries.geometry_columns import GeometryColumn, GeometryFile
from parquet_format.parquet import BoundingBox, ColumnMetaData


def unite_kinds(geo: GeometryFile, column: GeometryColumn) -> list[int] | None:
    """Their numbers in order. None where a row group with geometries does not say them; an empty list says nothing."""
    kinds: set[int] = set()
    for meta in geo.chunks_of(column):
        if meta is not None and _is_empty(meta):
            continue
        said = meta.geospatial_statistics if meta is not None else None
        if said is None or not said.geospatial_types:
            return None
        kinds.update(said.geospatial_types)
    return sorted(kinds)


def unite_boxes(geo: GeometryFile, column: GeometryColumn) -> Sequence[float] | None:
    """xmin, ymin, xmax, ymax; with z between them, where every box has it. None where a row group with geometries has no box, and where
    one goes over the antimeridian."""
    boxes: list[BoundingBox] = []
    for meta in geo.chunks_of(column):
        if meta is not None and _is_empty(meta):
            continue
        said = meta.geospatial_statistics if meta is not None else None
        if said is None or said.bbox is None:
            return None
        boxes.append(said.bbox)
    if not boxes or any(box.xmin > box.xmax for box in boxes):
        return None
    lows = [min(box.xmin for box in boxes), min(box.ymin for box in boxes)]
    highs = [max(box.xmax for box in boxes), max(box.ymax for box in boxes)]
    zmins = [box.zmin for box in boxes if box.zmin is not None]
    zmaxs = [box.zmax for box in boxes if box.zmax is not None]
    if len(zmins) == len(zmaxs) == len(boxes):
        lows.append(min(zmins))
        highs.append(max(zmaxs))
    united = [*lows, *highs]
    return united if all(map(isfinite, united)) else None


def _is_empty(meta: ColumnMetaData) -> bool:
    """Whether there is no value but nulls."""
    said = meta.statistics
    return meta.num_values == 0 or (said is not None and said.null_count == meta.num_values)

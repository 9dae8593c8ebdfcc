"""The box around the geometries of a chunk: by it readers leave out row groups that are elsewhere."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING, Final

from inlay.ground.values.geometry_kinds import name_kind
from inlay.verbs.index.chosen_columns import ChosenColumn
from inlay.verbs.index.empty_statistics import has_box
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always
from parquet_format.parquet import (
    BoundingBox,
    ColumnChunk,
    ColumnMetaData,
    GeometryType,
    GeospatialStatistics,
    Statistics,
)

if TYPE_CHECKING:
    from inlay.pages.engine.geometry_measures import MeasuredGeometries


def _is_there(_chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
    """With statistics beside it, or DuckDB does not look at it."""
    return has_box(meta) and meta.statistics is not None


def _suits(column: ChosenColumn, _only_helpful: bool) -> bool:
    """Of GEOGRAPHY there is none: the edges on a sphere leave the box of their ends."""
    return isinstance(column.element.logicalType, GeometryType)


def _may_say(chunk: MeasuredChunk) -> bool:
    return chunk.is_byte_array and chunk.value_count > 0


def _add(chunk: MeasuredChunk) -> str:
    reason = "" if has_box(chunk.meta) else _add_box(chunk)
    if not reason and chunk.meta.statistics is None:
        chunk.meta.statistics = Statistics()
    return reason


def _add_box(chunk: MeasuredChunk) -> str:
    measured, said = chunk.geometries, chunk.meta.geospatial_statistics
    types = said.geospatial_types if said is not None else None
    if reason := _explain_none(measured) or _find_unsaid(measured, types):
        return reason
    if said is None:
        said = chunk.meta.geospatial_statistics = GeospatialStatistics()
    lows, highs = measured.box
    said.bbox = BoundingBox(xmin=lows[0], xmax=highs[0], ymin=lows[1], ymax=highs[1])
    if lows[2] <= highs[2]:
        said.bbox.zmin, said.bbox.zmax = lows[2], highs[2]
    if lows[3] <= highs[3]:
        said.bbox.mmin, said.bbox.mmax = lows[3], highs[3]
    return ""


def _explain_none(measured: MeasuredGeometries) -> str:
    """Why there is no box; empty where there is one."""
    if measured.faults:
        return next(iter(measured.faults.values()))
    if measured.partial >= 0:
        return (
            f"value {measured.partial:,} has NaN in one axis, and with a box DuckDB loses such rows"
        )
    lows, highs = measured.box
    if lows[0] > highs[0] or lows[1] > highs[1]:
        return "none of its geometries has a coordinate"
    if any(isinf(low) or isinf(high) for low, high in zip(lows, highs, strict=True) if low <= high):
        return "a coordinate is infinite, and readers do not agree on such boxes"
    return ""


def _find_unsaid(measured: MeasuredGeometries, types: list[int] | None) -> str:
    """A type that the chunk does not name, as a clause: then it says something false already."""
    for kind, first in measured.kinds.items():
        if types and kind not in types:
            return f"value {first:,} is a {name_kind(kind)}, which its geospatial_types do not have"
    return ""


def _strip(_chunk: ColumnChunk, meta: ColumnMetaData) -> None:
    said = meta.geospatial_statistics
    if said is not None and said.bbox is not None:
        said.bbox = None
        if said == GeospatialStatistics():
            meta.geospatial_statistics = None


STATEMENT: Final = Statement(
    name="geometry-boxes",
    rank=11,
    is_there=_is_there,
    may_say=_may_say,
    helps=always,
    suits=_suits,
    reads_values=lambda chunk: not has_box(chunk.meta),
    add=_add,
    strip=_strip,
    has_some=lambda _chunk, meta: has_box(meta),
    findings=("box", "value-box"),
)

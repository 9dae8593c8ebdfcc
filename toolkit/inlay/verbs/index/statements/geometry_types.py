"""The types of the geometries of a chunk, as the codes of ISO WKB."""

from __future__ import annotations

from typing import Final

from inlay.verbs.index.chosen_columns import ChosenColumn
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    GeographyType,
    GeometryType,
    GeospatialStatistics,
)


def _is_there(_chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
    """An empty list says nothing."""
    said = meta.geospatial_statistics
    return said is not None and bool(said.geospatial_types)


def _suits(column: ChosenColumn, _only_helpful: bool) -> bool:
    return isinstance(column.element.logicalType, GeometryType | GeographyType)


def _may_say(chunk: MeasuredChunk) -> bool:
    return chunk.is_byte_array and chunk.value_count > 0


def _add(chunk: MeasuredChunk) -> str:
    if chunk.geometries.faults:
        return next(iter(chunk.geometries.faults.values()))
    if chunk.meta.geospatial_statistics is None:
        chunk.meta.geospatial_statistics = GeospatialStatistics()
    chunk.meta.geospatial_statistics.geospatial_types = sorted(chunk.geometries.kinds)
    return ""


def _has_some(_chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
    """An empty list, too, and what says nothing at all: pyarrow writes that where all is null."""
    said = meta.geospatial_statistics
    return said is not None and (said.geospatial_types is not None or said.bbox is None)


def _strip(_chunk: ColumnChunk, meta: ColumnMetaData) -> None:
    said = meta.geospatial_statistics
    if said is not None:
        said.geospatial_types = None
        if said == GeospatialStatistics():
            meta.geospatial_statistics = None


STATEMENT: Final = Statement(
    name="geometry-types",
    rank=10,
    is_there=_is_there,
    may_say=_may_say,
    helps=always,
    suits=_suits,
    reads_values=always,
    add=_add,
    strip=_strip,
    findings=("value-geometry-types",),
    has_some=_has_some,
)

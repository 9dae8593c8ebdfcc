"""The box around the geometries of a chunk, and their types: taken out, for readers then look at the geometries themselves."""

from __future__ import annotations

from typing import Final

from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always, in_levels
from parquet_format.parquet import ColumnChunk, ColumnMetaData


def _add(_chunk: MeasuredChunk) -> str:
    return "without it, readers look at the geometries"


def _strip(_chunk: ColumnChunk, meta: ColumnMetaData) -> None:
    meta.geospatial_statistics = None


CORRECTION: Final = Statement(
    name="geospatial-statistics",
    rank=13,
    is_there=lambda _chunk, meta: meta.geospatial_statistics is not None,
    may_say=always,
    helps=always,
    reads_values=in_levels,
    add=_add,
    strip=_strip,
    findings=("box", "value-box", "value-geometry-types"),
)

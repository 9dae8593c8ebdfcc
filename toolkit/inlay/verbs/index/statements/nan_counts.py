"""How many values of a chunk are NaN: without it readers do not know whether bounds are all of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.ground.statements.ends import is_float
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always
from parquet_format.parquet import ColumnChunk, ColumnMetaData


def _is_there(_chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
    return meta.statistics is not None and meta.statistics.nan_count is not None


def _add(chunk: MeasuredChunk) -> str:
    chunk.require_bounds()
    chunk.statistics.nan_count = chunk.nans
    return ""


def _add_to_held(chunks: Sequence[MeasuredChunk]) -> list[str]:
    for chunk in chunks:
        assert chunk.held is not None  # or it is not among these
        chunk.statistics.nan_count = chunk.held.nans
    return [""] * len(chunks)


def _strip(_chunk: ColumnChunk, meta: ColumnMetaData) -> None:
    if meta.statistics is not None:
        meta.statistics.nan_count = None


STATEMENT: Final = Statement(
    name="nan-counts",
    rank=2,
    is_there=_is_there,
    may_say=always,
    helps=always,
    suits=lambda column, _: is_float(column.element),
    reads_values=always,
    add=_add,
    add_to_held=_add_to_held,
    strip=_strip,
    findings=("nan-count", "value-nans", "nan-bounds", "index-sums"),
)

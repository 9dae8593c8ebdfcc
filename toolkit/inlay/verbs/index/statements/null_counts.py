"""How many values of a chunk are null, by its definition levels. DataFusion skips nothing by bounds without it."""

from __future__ import annotations

from typing import Final

from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always, in_levels
from parquet_format.parquet import ColumnChunk, ColumnMetaData


def _is_there(_chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
    return meta.statistics is not None and meta.statistics.null_count is not None


def _add(chunk: MeasuredChunk) -> str:
    chunk.statistics.null_count = chunk.null_count
    return ""


def _strip(_chunk: ColumnChunk, meta: ColumnMetaData) -> None:
    if meta.statistics is not None:
        meta.statistics.null_count = None


STATEMENT: Final = Statement(
    name="null-counts",
    rank=1,
    is_there=_is_there,
    may_say=always,
    helps=always,
    reads_values=in_levels,
    add=_add,
    strip=_strip,
    findings=(
        "null-count",
        "value-nulls",
        "null-bounds",
        "index-nulls",
        "header-nulls",
        "level-counts",
    ),
)

"""How many distinct values a chunk has."""

from __future__ import annotations

from typing import Final

from inlay.pages.engine.chunk_values import ChunkValues
from inlay.pages.engine.distinct_values import count_distinct
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always
from parquet_format.parquet import ColumnChunk, ColumnMetaData


def _is_there(_chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
    return meta.statistics is not None and meta.statistics.distinct_count is not None


def _add(chunk: MeasuredChunk) -> str:
    counts = count_distinct(ChunkValues.of(chunk.dense))
    if len(counts) > 1:
        return "zeros or NaNs are among the values, and writers count them in several ways"
    chunk.statistics.distinct_count = counts.start
    return ""


def _strip(_chunk: ColumnChunk, meta: ColumnMetaData) -> None:
    if meta.statistics is not None:
        meta.statistics.distinct_count = None


CORRECTION: Final = Statement(
    name="distinct-counts",
    rank=10,
    is_there=_is_there,
    may_say=always,
    helps=always,
    reads_values=always,
    needs_all_values=True,
    add=_add,
    strip=_strip,
    findings=(
        "value-distinct",
        "distinct-count",
        "distinct-bounds",
        "index-distinct",
        "dictionary-count",
    ),
)

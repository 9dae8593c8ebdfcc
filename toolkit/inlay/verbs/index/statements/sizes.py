"""How often each level is in a chunk, and how many bytes its byte arrays have: what readers need to know how much memory it takes."""

from __future__ import annotations

from typing import Final

from inlay.verbs.index.chosen_columns import ChosenColumn
from inlay.verbs.index.false_statements import add_levels
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always
from parquet_format.parquet import ColumnChunk, ColumnMetaData, SizeStatistics, Type


def _suits(column: ChosenColumn, only_helpful: bool) -> bool:
    is_large = column.element.type == Type.BYTE_ARRAY or column.leaf.max_repetition > 0
    return is_large or not only_helpful


def _may_say(chunk: MeasuredChunk) -> bool:
    """Of required numbers nothing would be in it."""
    return chunk.leaf.max_definition > 0 or chunk.is_byte_array


def _add(chunk: MeasuredChunk) -> str:
    sizes, leaf = SizeStatistics(), chunk.leaf
    if chunk.is_byte_array:
        sizes.unencoded_byte_array_data_bytes = sum(chunk.page_bytes)
    levels = chunk.level_counts
    if levels and leaf.max_repetition:
        sizes.repetition_level_histogram = add_levels([it.repetitions for it in levels])
    if levels and leaf.max_definition:
        sizes.definition_level_histogram = add_levels([it.definitions for it in levels])
    chunk.meta.size_statistics = sizes
    return ""


def _strip(_chunk: ColumnChunk, meta: ColumnMetaData) -> None:
    meta.size_statistics = None


STATEMENT: Final = Statement(
    name="sizes",
    rank=5,
    is_there=lambda _chunk, meta: meta.size_statistics is not None,
    may_say=_may_say,
    helps=always,
    suits=_suits,
    reads_values=lambda chunk: chunk.is_byte_array,
    add=_add,
    strip=_strip,
    findings=("value-levels", "value-bytes", "level-counts", "byte-sizes", "index-sums"),
)

"""A Bloom filter of the values of a chunk: by it readers leave out row groups that do not have a value."""

from __future__ import annotations

from typing import Final

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.values.orders import keys_of
from inlay.pages.engine.bloom_building import build_bloom_filter, build_filter_of_numbers
from inlay.pages.engine.piece import BLOOM_FILTER
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always
from inlay.verbs.index.statements.bounds import has_bounds
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    DecimalType,
    Float16Type,
    Type,
)

_BYTES: Final = {Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY}


def _is_there(_chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
    return meta.bloom_filter_offset is not None


def _may_say(chunk: MeasuredChunk) -> bool:
    """Bounds say of booleans what there is to say; what has no order is not asked for by value."""
    is_compared = bool(keys_of(chunk.element, ColumnOrder.TYPE_ORDER))
    return is_compared and chunk.meta.type != Type.BOOLEAN and chunk.value_count > 0


def _add(chunk: MeasuredChunk) -> str:
    meaning = find_meaning(chunk.element)
    if isinstance(meaning, Float16Type):
        return "with a filter of FLOAT16, DuckDB does not find values that are there"
    if meaning is None and chunk.meta.type in _BYTES:
        return "with a filter of bytes, DuckDB before 2.0 does not find values that are there"
    if isinstance(meaning, DecimalType) and chunk.is_byte_array:
        return "a decimal in a BYTE_ARRAY has several spellings, and readers ask for one of them"
    if has_bounds(chunk.meta):
        chunk.require_truth()
    held = chunk.held
    chunk.parts[BLOOM_FILTER] = (
        build_bloom_filter(chunk.dense.values, chunk.false_positives)
        if held is None or held.kept is None
        else build_filter_of_numbers(
            held.kept, held.size // held.values, chunk.is_float, chunk.false_positives
        )
    )
    return ""


def _strip(_chunk: ColumnChunk, meta: ColumnMetaData) -> None:
    meta.bloom_filter_offset = meta.bloom_filter_length = None


STATEMENT: Final = Statement(
    name="bloom-filter",
    rank=9,
    is_there=_is_there,
    may_say=_may_say,
    helps=lambda _chunk: False,
    reads_values=always,
    needs_all_values=True,
    add=_add,
    strip=_strip,
    part=BLOOM_FILTER,
    findings=("bloom-filter", "value-bloom", "bloom-bounds", "offset"),
)

"""A Bloom filter of the values of a chunk: by it readers leave out row groups that do not have a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.values.orders import keys_of
from inlay.pages.engine.bloom_building import (
    HeldNumbers,
    build_bloom_filter,
    build_filter_of_numbers,
    build_filters_of_numbers,
)
from inlay.pages.engine.piece import BLOOM_FILTER
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always, helps_nobody
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
    if unfit := _explain_unfit(chunk):
        return unfit
    if has_bounds(chunk.meta):
        chunk.require_truth()
    numbers, share = _list_held(chunk), chunk.false_positives
    chunk.parts[BLOOM_FILTER] = (
        build_bloom_filter(chunk.dense.values, share)
        if numbers is None
        else build_filter_of_numbers(*numbers, share)
    )
    return ""


def _add_to_held(chunks: Sequence[MeasuredChunk]) -> list[str | None]:
    numbers = [(it, _list_held(it)) for it in chunks]
    reasons = [None if own is None else _explain_unfit(it) for it, own in numbers]
    fit = [it for it, reason in zip(numbers, reasons, strict=True) if reason == ""]
    filters = build_filters_of_numbers([own for _, own in fit if own], chunks[0].false_positives)
    for (chunk, _), data in zip(fit, filters, strict=True):
        chunk.parts[BLOOM_FILTER] = data
    return reasons


def _list_held(chunk: MeasuredChunk) -> HeldNumbers | None:
    """Its values, where they need not be decoded again."""
    held = chunk.held
    if held is None or not held.kept:
        return None
    return HeldNumbers(held.kept, held.column.width, held.column.is_float)


def _explain_unfit(chunk: MeasuredChunk) -> str:
    """Why no filter of the column is of use to all readers; empty where one is."""
    if chunk.meta.type not in _BYTES:
        return ""
    meaning = find_meaning(chunk.element)
    if isinstance(meaning, Float16Type):
        return "with a filter of FLOAT16, DuckDB does not find values that are there"
    if meaning is None:
        return "with a filter of bytes, DuckDB before 2.0 does not find values that are there"
    if isinstance(meaning, DecimalType) and chunk.is_byte_array:
        return "a decimal in a BYTE_ARRAY has several spellings, and readers ask for one of them"
    return ""


def _strip(_chunk: ColumnChunk, meta: ColumnMetaData) -> None:
    meta.bloom_filter_offset = meta.bloom_filter_length = None


STATEMENT: Final = Statement(
    name="bloom-filter",
    rank=9,
    is_there=_is_there,
    may_say=_may_say,
    helps=helps_nobody,
    reads_values=always,
    needs_all_values=True,
    add=_add,
    strip=_strip,
    part=BLOOM_FILTER,
    add_to_held=_add_to_held,
    findings=("bloom-filter", "value-bloom", "bloom-bounds", "offset"),
)

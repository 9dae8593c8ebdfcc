"""The least and the largest value of a chunk in the order of its column, and whether they are values."""

from __future__ import annotations

from typing import Final

from inlay.verbs.index.cut_bounds import LONGEST_OF_CHUNK, cut_bounds
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always
from parquet_format.parquet import ColumnChunk, ColumnMetaData


def has_bounds(meta: ColumnMetaData) -> bool:
    """Whether one is there; the deprecated ones are others."""
    said = meta.statistics
    return said is not None and (said.min_value is not None or said.max_value is not None)


def _is_there(_chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
    """Both: most readers take half of the bounds for none."""
    said = meta.statistics
    return said is not None and said.min_value is not None and said.max_value is not None


def _add(chunk: MeasuredChunk) -> str:
    if unfit := chunk.explain_no_bounds():
        return unfit
    assert chunk.key is not None  # or there are none
    cut = cut_bounds(chunk.extremes, chunk.element, chunk.key, LONGEST_OF_CHUNK)
    assert cut is not None  # a chunk with values has ends
    chunk.require_bounds()
    said = chunk.statistics
    if said.min_value is None:
        said.min_value, said.is_min_value_exact = cut.low, cut.is_low_exact
    if said.max_value is None:
        said.max_value, said.is_max_value_exact = cut.high, cut.is_high_exact
    return ""


def _has_some(_chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
    """The deprecated ones as well."""
    said = meta.statistics
    return has_bounds(meta) or (said is not None and (said.min is not None or said.max is not None))


def take_bounds(meta: ColumnMetaData) -> None:
    """The deprecated ones, too: some readers take them where there are no others."""
    said = meta.statistics
    if said is not None:
        said.min_value = said.max_value = said.min = said.max = None
        said.is_min_value_exact = said.is_max_value_exact = None


STATEMENT: Final = Statement(
    name="bounds",
    rank=3,
    is_there=_is_there,
    may_say=lambda chunk: chunk.value_count > 0,
    helps=always,
    reads_values=always,
    add=_add,
    strip=lambda _chunk, meta: take_bounds(meta),
    has_some=_has_some,
    is_in_some=has_bounds,
    findings=(
        "value-bounds",
        "value-old-bounds",
        "value-no-order",
        "bound-width",
        "bound-order",
        "old-bounds",
        "null-bounds",
        "nan-bounds",
        "one-value",
        "distinct-bounds",
        "byte-sizes",
        "index-bounds",
        "bloom-bounds",
    ),
)

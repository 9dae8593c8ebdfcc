"""Whether bounds that are there are values, or may have been cut: without it no reader answers `min()` and `max()` by them."""

from __future__ import annotations

from typing import Final

from inlay.ground.values.orders import Key, rank
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always
from inlay.verbs.index.statements.bounds import has_bounds
from parquet_format.parquet import ColumnChunk, ColumnMetaData


def _is_there(chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
    """Of each bound that is there."""
    said = meta.statistics
    if said is None or not _has_some(chunk, meta):
        return False
    hides_min = said.min_value is not None and said.is_min_value_exact is None
    return not (hides_min or (said.max_value is not None and said.is_max_value_exact is None))


def _has_some(_chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
    said = meta.statistics
    return said is not None and (
        said.is_min_value_exact is not None or said.is_max_value_exact is not None
    )


def _add(chunk: MeasuredChunk) -> str:
    if chunk.key is None:
        return chunk.explain_no_bounds()
    chunk.require_bounds()
    said, ends = chunk.statistics, chunk.extremes
    if said.min_value is not None and said.is_min_value_exact is None:
        said.is_min_value_exact = _is_same(said.min_value, ends.low, chunk.key)
    if said.max_value is not None and said.is_max_value_exact is None:
        said.is_max_value_exact = _is_same(said.max_value, ends.high, chunk.key)
    return ""


def _is_same(bound: bytes, value: bytes | None, key: Key) -> bool:
    """Both zeros are, and no NaN is."""
    mine = rank(key, bound)
    return value is not None and mine is not None and mine == rank(key, value)


def _strip(_chunk: ColumnChunk, meta: ColumnMetaData) -> None:
    if meta.statistics is not None:
        meta.statistics.is_min_value_exact = meta.statistics.is_max_value_exact = None


STATEMENT: Final = Statement(
    name="exact-flags",
    rank=4,
    is_there=_is_there,
    may_say=lambda chunk: has_bounds(chunk.meta),
    helps=always,
    reads_values=always,
    add=_add,
    strip=_strip,
    has_some=_has_some,
    findings=("value-exact",),
)

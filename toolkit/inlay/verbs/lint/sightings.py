"""Sightings of some chunks of a column, and what several rules ask of chunks."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.ground.values.orders import keys_of
from inlay.verbs.lint.believed_counts import is_all_nan, is_all_null
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts
from inlay.verbs.lint.phrases import in_groups
from inlay.verbs.lint.rule import Remedy, Sighting
from parquet_format.parquet import ColumnOrder, NullType, Statistics, Type, VariantType


def describe_chunks(
    column: ColumnFacts,
    chunks: Sequence[ChunkFacts],
    seen: str,
    remedy: Remedy,
    num_bytes: int | None = None,
    reads: int | None = None,
) -> Sighting:
    """`seen`, and in how many row groups; the place is that of the first."""
    groups = in_groups(len(chunks), len(column.chunks))
    return Sighting(
        f"{seen} {groups}", remedy, column.path, column.place(chunks[0]), num_bytes, reads
    )


def has_order(column: ColumnFacts) -> bool:
    """Whether bounds of the column mean anything: not those of INT96, intervals, geometries, the parts of a Variant, and
    columns that have nothing but nulls."""
    parent = column.leaf.parent
    if parent is not None and isinstance(parent.element.logicalType, VariantType):
        return False
    if isinstance(column.meaning, NullType):
        return False
    return bool(keys_of(column.element, ColumnOrder.TYPE_ORDER))


def may_have_bounds(column: ColumnFacts, chunk: ChunkFacts) -> bool:
    """Whether a writer could give bounds that are not there: not of nulls and NaNs alone, nor of a column without an order, nor of bytes
    whose nulls it counted, for then it left out bounds that were too long."""
    if is_all_null(column, chunk) or is_all_nan(column, chunk) or not has_order(column):
        return False
    statistics = chunk.meta.statistics
    is_counted = statistics is not None and statistics.null_count is not None
    return not (column.element.type == Type.BYTE_ARRAY and is_counted) or has_bounds(chunk)


def list_bounds(statistics: Statistics) -> list[bytes]:
    """Those that are there, the deprecated ones as well."""
    every = (statistics.min_value, statistics.max_value, statistics.min, statistics.max)
    return [bound for bound in every if bound is not None]


def has_bounds(chunk: ChunkFacts) -> bool:
    """Whether there is one at least."""
    statistics = chunk.meta.statistics
    if statistics is None:
        return False
    return statistics.min_value is not None or bool(list_bounds(statistics))

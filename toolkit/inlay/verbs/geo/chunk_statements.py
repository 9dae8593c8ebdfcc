"""What the chunks of a column of geometries say beside its box: a native type has no order, so it has counts and no bounds."""

from __future__ import annotations

from typing import Final

from inlay.ground.statements.counts import count_filled
from inlay.pages.engine.leaf import Leaf
from parquet_format.parquet import ColumnChunk, ColumnMetaData, FileMetaData, Statistics

_BOUNDS: Final = (
    "min",
    "max",
    "min_value",
    "max_value",
    "is_min_value_exact",
    "is_max_value_exact",
)


def drop_bounds(chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
    """Takes out bounds of bytes, in statistics and in the column index; whether there were any."""
    said = meta.statistics
    had = chunk.column_index_offset is not None
    if said is not None and any(getattr(said, name) is not None for name in _BOUNDS):
        meta.statistics = said.replace(**dict.fromkeys(_BOUNDS))
        had = True
    chunk.column_index_offset = chunk.column_index_length = None
    return had


def add_statistics(meta: ColumnMetaData, leaf: Leaf) -> bool:
    """Statistics where there are none, for DuckDB looks at no box without them: with the number of nulls, if the levels tell it."""
    if meta.statistics is not None:
        return False
    nulls = 0 if not leaf.max_definition else None
    sizes = meta.size_statistics
    if leaf.max_definition and sizes is not None:
        levels = sizes.definition_level_histogram
        filled = count_filled(levels, leaf.max_definition, meta.num_values)
        nulls = None if filled is None else meta.num_values - filled
    meta.statistics = Statistics(null_count=nulls)
    return True


def drop_sorting(metadata: FileMetaData, leaf: int) -> bool:
    """A claim to be sorted ends before a column without an order; whether there was one."""
    had = False
    for group in metadata.row_groups:
        claims = group.sorting_columns or []
        for at, claim in enumerate(claims):
            if claim.column_idx == leaf:
                group.sorting_columns = claims[:at] or None
                had = True
                break
    return had

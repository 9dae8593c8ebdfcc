"""Statements of a chunk that cannot all be true stay behind: `docs/statements.md` has the table.

A reader that knows no such rule believes one of them, and prunes by it. What is gone can no longer speak against the column index of
its chunk, so that stays behind, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from inlay.ground.statements.believed import (
    BOUNDS,
    DISTINCT,
    LEVELS,
    NANS,
    NULLS,
    REPETITIONS,
    SIZE,
)
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.left_out import name_columns
from inlay.verbs.parts.distrust import drop_statistics_bounds
from inlay.verbs.parts.planned_groups import Take
from inlay.verbs.parts.source_statements import VoidStatements
from parquet_format.parquet import ColumnChunk, RowGroup


def drop_contradictions(takes: Sequence[Take]) -> list[str]:
    """Has them dropped, before anything else is, which may be one side of a contradiction. A sentence if there are any."""
    names: dict[str, None] = {}
    first = ""
    drops_index = False
    for part, places, row_groups in takes:
        leaves, groups = set(places), set(row_groups)
        dropped = {
            place: void
            for place, void in part.contradicted.items()
            if place[0] in groups and place[1] in leaves
        }
        for (group, leaf), void in dropped.items():
            name = ".".join(part.tree.leaves[leaf].path)
            names[name] = None
            first = first or f"of column {name} in row group {group} of {part.name}, {void.what}"
            drops_index |= void.drops_index
        if dropped:
            part.edits.insert(0, partial(_drop_all, dropped))
    if not names:
        return []
    what = "statistics and column indexes" if drops_index else "statistics"
    return [f"{what} of {name_columns(names)} stay behind, for something contradicts them: {first}"]


def _drop_all(
    dropped: Mapping[tuple[int, int], VoidStatements], row_groups: Sequence[RowGroup]
) -> None:
    for (group, leaf), void in dropped.items():
        _drop(row_groups[group].columns[leaf], void)


def _drop(chunk: ColumnChunk, void: VoidStatements) -> None:
    meta = metadata_of(chunk)
    statistics, sizes = meta.statistics, meta.size_statistics
    if statistics is not None:
        if void.sum & NULLS:
            statistics.null_count = None
        if void.sum & NANS:
            statistics.nan_count = None
        if void.sum & DISTINCT:
            statistics.distinct_count = None
        if void.sum & BOUNDS:
            drop_statistics_bounds(statistics)
    if sizes is not None:
        if void.sum & LEVELS:
            sizes.definition_level_histogram = None
        if void.sum & REPETITIONS:
            sizes.repetition_level_histogram = None
        if void.sum & SIZE:
            sizes.unencoded_byte_array_data_bytes = None
    if void.drops_index:
        chunk.column_index_offset = chunk.column_index_length = None

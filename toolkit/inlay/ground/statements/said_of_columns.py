"""What row groups say of each column, and what some of them leave unsaid: numbers of nulls, and bounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from inlay.ground.statements.native_pass import list_said
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import ColumnChunk, RowGroup, Statistics

SOME: Final = 1
NOT_ALL: Final = 2
"""What a file says of a column: some row groups make the statement, and some do not. Together they are 3."""


class StatementsOfColumns(NamedTuple):
    """Of numbers of nulls, and of bounds: `SOME` and `NOT_ALL` for each leaf."""

    nulls: bytes
    bounds: bytes


def hear_footer(data: bytes, leaves: int, row_groups: Sequence[int]) -> StatementsOfColumns | None:
    """Of these row groups in a footer that was decoded from `data`. None where the native pass is not built, and for what it does not
    know."""
    if list_said is None:
        return None
    said = list_said(data, DEFAULT_LIMITS.depth, leaves, row_groups)
    return None if said is None else StatementsOfColumns(*said)


def hear_row_groups(row_groups: Sequence[RowGroup], leaves: int) -> StatementsOfColumns:
    """There are no bounds of nulls, and nothing is said of no values."""
    said_nulls, said_bounds = bytearray(leaves), bytearray(leaves)
    for row_group in row_groups:
        for number, chunk in enumerate(row_group.columns):
            nulls, bounds = _hear(chunk)
            said_nulls[number] |= nulls
            said_bounds[number] |= bounds
    return StatementsOfColumns(bytes(said_nulls), bytes(said_bounds))


def _hear(chunk: ColumnChunk) -> tuple[int, int]:
    meta = chunk.meta_data
    assert meta is not None
    statistics = meta.statistics
    unsaid = NOT_ALL if meta.num_values > 0 else 0
    if statistics is None:
        return unsaid, unsaid
    nulls = unsaid if statistics.null_count is None else SOME
    bounds = SOME if _has_bound(statistics) else 0
    is_whole = statistics.min_value is not None and statistics.max_value is not None
    is_whole |= statistics.min is not None and statistics.max is not None
    if not is_whole and statistics.null_count != meta.num_values:
        bounds |= unsaid
    return nulls, bounds


def _has_bound(statistics: Statistics) -> bool:
    said = statistics.min_value, statistics.max_value, statistics.min, statistics.max
    return any(bound is not None for bound in said)

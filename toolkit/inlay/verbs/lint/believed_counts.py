"""What rules believe of what a footer counts: nothing that the same footer contradicts, as in docs/statements.md."""

from __future__ import annotations

from inlay.ground.statements.believed import Believed
from inlay.ground.statements.bounds import has_bounds, read_bounds
from inlay.ground.statements.chunk_nulls import find_counts
from inlay.ground.statements.chunk_numbers import (
    COUNTS_DISTINCT,
    IS_ALL_NAN,
    IS_ALL_NULL,
    IS_DOUBTFUL,
)
from inlay.ground.statements.counts import are_only_nulls, fits_distinct
from inlay.ground.statements.ends import fits_distinct_values
from inlay.ground.statements.said import SaidBounds, describe_bounds
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts


def find_believed_counts(column: ColumnFacts, chunk: ChunkFacts) -> Believed:
    """The numbers of nulls and of NaNs; None for one that is not known, or that something contradicts."""
    rules, statistics = column.rules, chunk.meta.statistics
    bounds = SaidBounds()
    if statistics is not None:
        is_any = has_bounds(rules, statistics)
        bounds = describe_bounds(rules, statistics, read_bounds(rules, statistics), is_any=is_any)
    return find_counts(rules, chunk.meta, chunk.num_rows, bounds)


def is_all_null(column: ColumnFacts, chunk: ChunkFacts) -> bool:
    """False where the number of nulls is not known."""
    if not chunk.said.traits & IS_ALL_NULL:
        return False
    nulls = find_believed_counts(column, chunk).nulls
    return nulls is not None and are_only_nulls(nulls, chunk.said.values)


def is_all_nan(column: ColumnFacts, chunk: ChunkFacts) -> bool:
    """Whether all that is not null is NaN, of which no writer may give bounds; False where either number is not known."""
    if not chunk.said.traits & IS_ALL_NAN:
        return False
    counts = find_believed_counts(column, chunk)
    return counts.nulls is not None and counts.nans is not None


def is_never_null(column: ColumnFacts) -> bool:
    """Whether no row group has a null; False where one does not say."""
    if column.null_count != 0:
        return False
    is_written_right = not column.is_doubted
    if is_written_right and not column.traits & IS_DOUBTFUL:
        return True  # nearly all columns are told so
    return all(
        (is_written_right and not chunk.said.traits & IS_DOUBTFUL)
        or find_believed_counts(column, chunk).nulls == 0
        for chunk in column.chunks
    )


def count_values(column: ColumnFacts, chunk: ChunkFacts) -> int:
    """At most so many are not null: without the nulls, if they were counted."""
    values = max(chunk.said.values, 0)
    if not chunk.said.nulls:
        return values
    return values - (find_believed_counts(column, chunk).nulls or 0)


def find_distinct(column: ColumnFacts, chunk: ChunkFacts) -> int | None:
    """The number of distinct values; None where it is not known, or where the numbers of values or the bounds contradict it."""
    if not chunk.said.traits & COUNTS_DISTINCT:
        return None
    statistics = chunk.meta.statistics
    distinct = statistics.distinct_count if statistics is not None else None
    if statistics is None or distinct is None:
        return None
    if not fits_distinct(distinct, count_values(column, chunk)):
        return None
    rules = column.rules
    if rules.is_float:
        return distinct
    ends = read_bounds(rules, statistics).ends
    return distinct if fits_distinct_values(distinct, ends, is_cut=rules.is_cut) else None

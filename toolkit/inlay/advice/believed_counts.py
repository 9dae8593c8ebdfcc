"""What rules believe of what a footer counts: nothing that the same footer contradicts, as in docs/statements.md."""

from __future__ import annotations

from inlay.advice.column_facts import ChunkFacts, ColumnFacts
from inlay.statements.believed import Believed
from inlay.statements.bound_ends import choose_bounds, choose_key, read_ends
from inlay.statements.chunk_nulls import find_counts
from inlay.statements.counts import are_only_nulls, fits_distinct
from inlay.statements.ends import Ends, fits_distinct_values, is_bound, is_float, may_be_cut
from inlay.statements.said import SaidBounds
from parquet_format.parquet import Statistics


def find_believed_counts(column: ColumnFacts, chunk: ChunkFacts) -> Believed:
    """The numbers of nulls and of NaNs; None for one that is not known, or that something contradicts."""
    meta, statistics = chunk.meta, chunk.meta.statistics
    return find_counts(
        meta,
        chunk.num_rows,
        column.max_definition,
        column.writer,
        is_in_list=column.max_repetition > 0,
        bounds=_describe_bounds(column, statistics) if statistics is not None else None,
    )


def _describe_bounds(column: ColumnFacts, statistics: Statistics) -> SaidBounds:
    every = (statistics.min_value, statistics.max_value, statistics.min, statistics.max)
    is_any = any(is_bound(raw, column.element.type) for raw in every)
    ends = _read_ends(column, statistics)
    is_number = is_float(column.element)
    raws = choose_bounds(statistics, column.element)
    is_nan = is_number and any(
        is_bound(raw, column.element.type) and end is None
        for raw, end in zip(raws, ends, strict=True)
    )
    return SaidBounds(is_any, is_nan, ends, may_be_cut(column.element), is_number)


def _read_ends(column: ColumnFacts, statistics: Statistics) -> Ends:
    raws = choose_bounds(statistics, column.element)
    return read_ends(choose_key(column.element, column.order), column.element, *raws)


def is_all_null(column: ColumnFacts, chunk: ChunkFacts) -> bool:
    """False where the number of nulls is not known."""
    statistics, values = chunk.meta.statistics, chunk.meta.num_values
    if statistics is None or statistics.null_count != values:
        return False
    nulls = find_believed_counts(column, chunk).nulls
    return nulls is not None and are_only_nulls(nulls, values)


def is_all_nan(column: ColumnFacts, chunk: ChunkFacts) -> bool:
    """Whether all that is not null is NaN, of which no writer may give bounds; False where either number is not known."""
    statistics, values = chunk.meta.statistics, chunk.meta.num_values
    if statistics is None or statistics.nan_count is None or statistics.null_count is None:
        return False
    if statistics.nan_count + statistics.null_count != values:
        return False
    counts = find_believed_counts(column, chunk)
    return counts.nulls is not None and counts.nans is not None


def is_never_null(column: ColumnFacts) -> bool:
    """Whether no row group has a null; False where one does not say."""
    return column.null_count == 0 and all(
        find_believed_counts(column, chunk).nulls == 0 for chunk in column.chunks
    )


def count_values(column: ColumnFacts, chunk: ChunkFacts) -> int:
    """At most so many are not null: without the nulls, if they were counted."""
    statistics, values = chunk.meta.statistics, max(chunk.meta.num_values, 0)
    if statistics is None or not statistics.null_count:
        return values
    return values - (find_believed_counts(column, chunk).nulls or 0)


def find_distinct(column: ColumnFacts, chunk: ChunkFacts) -> int | None:
    """The number of distinct values; None where it is not known, or where the numbers of values or the bounds contradict it."""
    statistics = chunk.meta.statistics
    distinct = statistics.distinct_count if statistics is not None else None
    if statistics is None or distinct is None:
        return None
    if not fits_distinct(distinct, count_values(column, chunk)):
        return None
    if is_float(column.element):
        return distinct
    ends, is_cut = _read_ends(column, statistics), may_be_cut(column.element)
    return distinct if fits_distinct_values(distinct, ends, is_cut=is_cut) else None

"""What a chunk or page says of its own values, in one form for all that ask."""

from __future__ import annotations

from typing import NamedTuple

from inlay.ground.statements.bounds import KnownBounds, has_nan
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.counts import count_filled
from inlay.ground.statements.ends import NO_ENDS, Ends
from parquet_format.parquet import SizeStatistics, Statistics


class SaidCounts(NamedTuple):
    """None where nothing is said. `filled` is by the levels, `size` that of all byte arrays."""

    values: int | None
    nulls: int | None = None
    nans: int | None = None
    distinct: int | None = None
    filled: int | None = None
    size: int | None = None


class SaidBounds(NamedTuple):
    """`ends` are by the keys of the column. Of bounds that cannot be compared, only whether there `is_any` counts, and whether one
    `is_nan`."""

    is_any: bool = False
    is_nan: bool = False
    ends: Ends = NO_ENDS
    is_cut: bool = False
    is_float: bool = False


def list_counts(
    rules: ColumnRules,
    statistics: Statistics,
    values: int | None,
    sizes: SizeStatistics | None = None,
) -> SaidCounts:
    """In a list there may be no value beside numbers that do not say so, because empty lists are nulls or not: so nothing is said by
    0 distinct values, and by the levels only where all values are null. Then none has the highest level.
    """
    nulls, is_in_list = statistics.null_count, rules.column.is_in_list
    filled = size = None
    if sizes is not None and values is not None:
        if not is_in_list or nulls == values:
            filled = count_filled(sizes.definition_level_histogram, rules.highest, values)
        size = sizes.unencoded_byte_array_data_bytes if rules.has_sizes else None
        size = None if size is not None and size < 0 else size
    nans = statistics.nan_count if rules.is_float else None
    distinct = statistics.distinct_count
    if is_in_list:
        distinct = distinct or None
    return SaidCounts(values, nulls, nans, distinct, filled, size)


def describe_bounds(
    rules: ColumnRules, statistics: Statistics, bounds: KnownBounds, *, is_any: bool
) -> SaidBounds:
    return SaidBounds(
        is_any,
        rules.is_float and has_nan(bounds, statistics),
        bounds.ends,
        rules.is_cut,
        rules.is_float,
    )

"""What can be believed of the numbers of nulls and NaNs of a chunk, by all that its metadata says: readers pass over chunks of nulls
alone, and advice rests on them."""

from __future__ import annotations

from inlay.ground.statements.believed import Believed, find_believed
from inlay.ground.statements.counts import are_only_nulls, count_filled
from inlay.ground.statements.ends import is_bound
from inlay.ground.statements.said import SaidBounds, SaidCounts
from inlay.ground.writers.created_by import Writer
from inlay.ground.writers.distrust import may_null_count_be_wrong
from parquet_format.parquet import ColumnMetaData, Type


def has_only_nulls(meta: ColumnMetaData, rows: int, highest: int, writer: Writer | None) -> bool:
    """Of a column that is in no list. `highest` is its highest definition level: 0 where it cannot be null."""
    statistics = meta.statistics
    if statistics is None or statistics.null_count != rows or meta.num_values != rows:
        return False
    nulls = find_counts(meta, rows, highest, writer).nulls
    return nulls is not None and are_only_nulls(nulls, rows)


def find_counts(
    meta: ColumnMetaData,
    rows: int,
    highest: int,
    writer: Writer | None,
    *,
    is_in_list: bool = False,
    bounds: SaidBounds | None = None,
) -> Believed:
    """Of a chunk in a row group with so many rows. Without `bounds`, the values of the bounds are not compared with the counts.

    A list has a value for each row, or more. Its empty ones are counted as nulls or not, so the levels are held against the nulls
    only where all values are null: then none has the highest level.
    """
    statistics, sizes = meta.statistics, meta.size_statistics
    values = meta.num_values
    if statistics is None:
        return Believed(None if highest else 0, None)
    nulls, filled, size = statistics.null_count, None, None
    if nulls is not None and may_null_count_be_wrong(writer, nulls, meta.encodings):
        nulls = None
    if sizes is not None:
        if not is_in_list or nulls == values:
            filled = count_filled(sizes.definition_level_histogram, highest, values)
        is_text = meta.type == Type.BYTE_ARRAY
        size = sizes.unencoded_byte_array_data_bytes if is_text else None
    is_counted = values >= rows if is_in_list else values == rows
    said = SaidCounts(
        values if is_counted else None,
        nulls,
        statistics.nan_count,
        statistics.distinct_count,
        filled,
        size,
    )
    if bounds is None:
        every = (statistics.min_value, statistics.max_value, statistics.min, statistics.max)
        bounds = SaidBounds(any(raw is not None and is_bound(raw, meta.type) for raw in every))
    return find_believed(said, bounds, can_be_null=highest > 0)

"""Whether a chunk holds nothing but nulls, by all that its metadata says: readers pass over such chunks."""

from __future__ import annotations

from inlay.statements.believed import find_believed
from inlay.statements.counts import are_only_nulls, count_filled
from inlay.statements.ends import is_bound
from inlay.statements.said import SaidBounds, SaidCounts
from inlay.writers.created_by import Writer
from inlay.writers.distrust import may_null_count_be_wrong
from parquet_format.parquet import ColumnMetaData, Type


def has_only_nulls(meta: ColumnMetaData, rows: int, highest: int, writer: Writer | None) -> bool:
    """Of a column that is in no list. `highest` is its highest definition level: 0 where it cannot be null."""
    statistics = meta.statistics
    if statistics is None or statistics.null_count != rows or meta.num_values != rows:
        return False
    if may_null_count_be_wrong(writer, rows, meta.encodings):
        return False
    bounds = (statistics.min_value, statistics.max_value, statistics.min, statistics.max)
    sizes, filled, size = meta.size_statistics, None, None
    if sizes is not None:
        filled = count_filled(sizes.definition_level_histogram, highest, rows)
        is_text = meta.type == Type.BYTE_ARRAY
        size = sizes.unencoded_byte_array_data_bytes if is_text else None
    said = SaidCounts(
        rows, statistics.null_count, statistics.nan_count, statistics.distinct_count, filled, size
    )
    about = SaidBounds(any(raw is not None and is_bound(raw, meta.type) for raw in bounds))
    nulls = find_believed(said, about, can_be_null=highest > 0).nulls
    return nulls is not None and are_only_nulls(nulls, rows)

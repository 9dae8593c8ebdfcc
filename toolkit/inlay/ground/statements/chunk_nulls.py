"""What can be believed of the numbers of nulls and NaNs of a chunk, by all that its metadata says: readers pass over chunks of nulls
alone, and advice rests on them."""

from __future__ import annotations

from inlay.ground.statements.believed import Believed, find_believed
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.counts import are_only_nulls
from inlay.ground.statements.ends import is_bound
from inlay.ground.statements.said import SaidBounds, list_counts
from inlay.ground.writers.affected import WrittenColumn
from inlay.ground.writers.created_by import Writer
from inlay.ground.writers.distrust import may_null_count_be_wrong
from parquet_format.parquet import ColumnMetaData, SchemaElement


def has_only_nulls(meta: ColumnMetaData, rows: int, highest: int, writer: Writer | None) -> bool:
    """Of a column that is in no list. `highest` is its highest definition level: 0 where it cannot be null."""
    statistics = meta.statistics
    if statistics is None or statistics.null_count != rows or meta.num_values != rows:
        return False
    every = (statistics.min_value, statistics.max_value, statistics.min, statistics.max)
    is_any = any(raw is not None and is_bound(raw, meta.type) for raw in every)
    element = SchemaElement(name="", type=meta.type)  # beside nulls, no more of it is asked for
    rules = ColumnRules(WrittenColumn(element, can_be_null=highest > 0), None, writer, highest)
    nulls = find_counts(rules, meta, rows, SaidBounds(is_any)).nulls
    return nulls is not None and are_only_nulls(nulls, rows)


def find_counts(
    rules: ColumnRules, meta: ColumnMetaData, rows: int, bounds: SaidBounds
) -> Believed:
    """Of a chunk in a row group with so many rows. A list has a value for each row, or more."""
    statistics, values = meta.statistics, meta.num_values
    can_be_null = rules.column.can_be_null
    if statistics is None:
        return Believed(None if can_be_null else 0, None)
    is_counted = values >= rows if rules.column.is_in_list else values == rows
    said = list_counts(rules, statistics, values if is_counted else None, meta.size_statistics)
    nulls = said.nulls
    if nulls is not None and may_null_count_be_wrong(rules.writer, nulls, meta.encodings):
        said = said._replace(nulls=None)
    return find_believed(said, bounds, can_be_null=can_be_null)

"""Statistics that would not count the nulls of a column that has some: fastparquet takes it for one without nulls, and fails or gives other values.

So where null counts are taken out, the rest goes along: in all row groups, for DataFusion takes bounds of some for those of the file.
"""

from __future__ import annotations

from collections.abc import Iterable

from inlay.ground.wording.amounts import count
from inlay.verbs.index.chosen_columns import ColumnInGroup
from inlay.verbs.index.empty_statistics import has_box
from parquet_format.parquet import ColumnMetaData, Statistics


def find_columns_with_nulls(chunks: Iterable[ColumnInGroup]) -> set[str]:
    """By their null counts: to be asked before these go."""
    return {
        it.column.name
        for it in chunks
        if it.meta.statistics is not None and it.meta.statistics.null_count
    }


def take_statistics(meta: ColumnMetaData) -> bool:
    """Whether they said anything. Empty ones stay beside a box, for DuckDB looks at no box without them."""
    said = meta.statistics
    meta.statistics = Statistics() if said is not None and has_box(meta) else None
    return said is not None and said != Statistics()


def describe_taken(columns: int) -> tuple[str, ...]:
    """A note, or none."""
    if not columns:
        return ()
    return (
        f"null-counts take the other statistics of {count(columns, 'column')} with nulls along: fastparquet takes a column whose "
        "statistics do not count nulls for one without",
    )

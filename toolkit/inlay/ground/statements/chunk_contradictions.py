"""What the footer says of a chunk and contradicts by itself: of two such statements, nobody can know which one is false."""

from __future__ import annotations

from collections.abc import Iterator

from inlay.ground.statements.believed import (
    BOUNDS,
    LEVELS,
    REPETITIONS,
    SIZE,
    Contradiction,
    find_believed,
)
from inlay.ground.statements.bounds import INVERTED, are_inverted, has_bounds, read_bounds
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.counts import is_histogram
from inlay.ground.statements.said import describe_bounds, list_counts
from parquet_format.parquet import ColumnMetaData, SizeStatistics, Statistics

_NOTHING = Statistics()


def find_contradictions(
    rules: ColumnRules, meta: ColumnMetaData, rows: int
) -> tuple[Contradiction, ...]:
    """Of a chunk of a row group with so many rows. The number of values is right: pages and rows are held against that."""
    values, sizes = meta.num_values, meta.size_statistics
    statistics = _NOTHING if meta.statistics is None else meta.statistics
    if sizes is None and statistics is _NOTHING:
        return ()
    bounds = read_bounds(rules, statistics)
    counts = list_counts(rules, statistics, values, sizes)
    about = describe_bounds(rules, statistics, bounds, is_any=has_bounds(rules, statistics))
    believed = find_believed(counts, about, can_be_null=rules.column.can_be_null)
    why = bounds.why if bounds.are_contradicted else ""
    if not why and are_inverted(rules, statistics):
        why = INVERTED
    return (
        *([Contradiction(BOUNDS, why)] if why else ()),
        *(_find_in_sizes(rules, sizes, values, rows) if sizes is not None else ()),
        *believed.contradictions,
    )


def _find_in_sizes(
    rules: ColumnRules, sizes: SizeStatistics, values: int, rows: int
) -> Iterator[Contradiction]:
    definitions, repetitions = (
        sizes.definition_level_histogram,
        sizes.repetition_level_histogram,
    )
    if definitions and not is_histogram(definitions, rules.highest, values):
        yield Contradiction(LEVELS, "definition levels that are not those of the values")
    if repetitions and not (
        is_histogram(repetitions, rules.highest_repetition, values) and repetitions[0] == rows
    ):
        yield Contradiction(REPETITIONS, "repetition levels that are not those of the rows")
    size = sizes.unencoded_byte_array_data_bytes
    if size is not None and rules.has_sizes and size < 0:
        yield Contradiction(SIZE, "fewer bytes of values than none")

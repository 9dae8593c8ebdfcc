"""Statistics that are absent, or of which a part is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.ground.statements.chunk_numbers import (
    HAS_HALF,
    HAS_NEW_BOUNDS,
    HAS_NO_BOUNDS,
    HAS_OLD_ONLY,
    HIDES_EXACTNESS,
    HIDES_NULLS,
)
from inlay.ground.wording.amounts import count
from inlay.verbs.lint.additions import add_from_levels, add_from_values
from inlay.verbs.lint.column_facts import ColumnFacts
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.remedies import rewrite_file
from inlay.verbs.lint.rule import NOTE, WARNING, LintRule, Remedy, Sighting, Thresholds
from inlay.verbs.lint.sightings import describe_chunks, has_bounds, may_have_bounds
from parquet_format.parquet import ColumnOrder, Type

_REWRITE: Final = (
    "rewrite with write_statistics=True (pyarrow), EnabledStatistics::Page (parquet-rs)"
)

_BOUNDS: Final = ("null-counts", "bounds")


def _rewrite(file: FileFacts, column: ColumnFacts, otherwise: str = _REWRITE) -> Remedy:
    """pyarrow gives bounds in the order of the type alone."""
    if column.order not in (None, ColumnOrder.TYPE_ORDER):
        return Remedy(otherwise)
    return rewrite_file(file, otherwise)


def _advise_on_missing(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HAS_NO_BOUNDS):
        bare = [it for it in column.filled if not has_bounds(it) and may_have_bounds(column, it)]
        if bare:
            remedy = add_from_values(file, column, bare, _BOUNDS, _rewrite(file, column))
            yield describe_chunks(column, bare, "no bounds", remedy, reads=len(bare))


def _advise_on_partial(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HAS_HALF):
        halves = [chunk for chunk in column.filled if chunk.said.traits & HAS_HALF]
        if halves:
            statistics = halves[0].meta.statistics
            is_min = statistics is not None and statistics.max_value is None and statistics.max is None  # fmt: skip
            seen = f"only a {'minimum' if is_min else 'maximum'}"
            whole = _rewrite(file, column)
            remedy = add_from_values(file, column, halves, ("bounds",), whole)
            yield describe_chunks(column, halves, seen, remedy)


def _advise_on_null_counts(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HIDES_NULLS):
        silent = [it for it in column.filled if it.said.traits & HIDES_NULLS]
        if silent:
            remedy = add_from_levels(file, column, "null-counts", _rewrite(file, column))
            yield describe_chunks(column, silent, "bounds without a number of nulls", remedy)


def _advise_on_deprecated(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HAS_OLD_ONLY):
        old = [chunk for chunk in column.filled if chunk.said.traits & HAS_OLD_ONLY]
        if old:
            whole = _rewrite(
                file,
                column,
                "rewrite with pyarrow, DuckDB, or Spark 2.4 or later, which fill min_value and max_value",
            )
            remedy = add_from_values(file, column, old, _BOUNDS, whole)
            yield describe_chunks(column, old, "only the deprecated min and max", remedy)


def _advise_on_orders(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    lost = [
        column for column in file.columns if column.order is None and column.traits & HAS_NEW_BOUNDS
    ]
    if lost:
        yield Sighting(
            f"min_value and max_value of {count(len(lost), 'column')} without column orders, so nothing says what they mean",
            rewrite_file(
                file,
                "rewrite with pyarrow, parquet-rs, or Spark 2.4 or later, which fill column_orders",
            ),
            place="column_orders",
        )


def _advise_on_exactness(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HIDES_EXACTNESS):
        if column.element.type != Type.BYTE_ARRAY or not column.has_order:
            continue
        silent = [chunk for chunk in column.filled if chunk.said.traits & HIDES_EXACTNESS]
        if silent:
            whole = _rewrite(
                file,
                column,
                "rewrite with parquet-rs, or with pyarrow 22, DuckDB 1.3, or later ones",
            )
            remedy = add_from_values(file, column, silent, ("exact-flags",), whole)
            yield describe_chunks(
                column, silent, "bounds that do not say whether they are cut", remedy
            )


RULES: Final = (
    LintRule(
        id="missing-statistics",
        severity=WARNING,
        summary="Columns have a minimum and a maximum",
        why="A filter on such a column reads every row group that has no bounds. "
        "Bytes whose nulls are counted are not meant: Arrow and parquet-java leave out bounds of more than 4 KiB.",
        source="parquet.thrift, Statistics; apache/parquet-java#3574",
        advise=_advise_on_missing,
    ),
    LintRule(
        id="partial-statistics",
        severity=WARNING,
        summary="A minimum always comes with a maximum",
        why="Most readers take half of the bounds for none. "
        "pyiceberg and deltalake take the other half from other row groups, and leave out files with rows that match.",
        source="apache/arrow#43382; apache/arrow#36139",
        advise=_advise_on_partial,
    ),
    LintRule(
        id="missing-null-count",
        severity=NOTE,
        summary="Statistics with bounds also count the nulls",
        why="Readers cannot skip anything for `is null`, and may not answer count() from the footer. "
        "Old readers took an absent number for 0, and lost rows.",
        source="parquet.thrift, Statistics.null_count; apache/parquet-java#2134",
        advise=_advise_on_null_counts,
    ),
    LintRule(
        id="deprecated-bounds",
        severity=WARNING,
        summary="Bounds are in min_value and max_value",
        why="The old fields are in signed order, so readers ignore those of text, unsigned integers and decimals in bytes.",
        source="parquet.thrift, Statistics.min; PARQUET-1025",
        advise=_advise_on_deprecated,
    ),
    LintRule(
        id="missing-column-orders",
        severity=WARNING,
        summary="The footer states the order that bounds are in",
        why="parquet-format has readers ignore min_value and max_value without one.",
        source="parquet.thrift, FileMetaData.column_orders",
        advise=_advise_on_orders,
    ),
    LintRule(
        id="unknown-exactness",
        severity=NOTE,
        summary="Bounds of text say whether they are truncated",
        why="Readers can answer min() and max() from the footer only if the bounds are values of the column.",
        source="parquet.thrift, Statistics.is_max_value_exact; PARQUET-2352",
        advise=_advise_on_exactness,
    ),
)

"""Orders of bounds that not all readers know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.ground.statements.chunk_numbers import HAS_NEW_BOUNDS
from inlay.verbs.lint.additions import add_from_levels
from inlay.verbs.lint.column_facts import ChunkFacts
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.remedies import rewrite_file
from inlay.verbs.lint.rule import NOTE, LintRule, Sighting, Thresholds
from inlay.verbs.lint.sightings import describe_chunks, has_bounds
from parquet_format.parquet import ColumnOrder


def _advise_on_unread(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    """Not where a value is NaN, or may be: in the order of the type there would be no bounds beside it."""
    for column in file.columns:
        if column.order != ColumnOrder.IEEE_754_TOTAL_ORDER or not column.traits & HAS_NEW_BOUNDS:
            continue
        bound = [chunk for chunk in column.filled if has_bounds(chunk)]
        if bound and not any(map(_may_have_nan, bound)):
            otherwise = rewrite_file(
                file, "rewrite with pyarrow or DuckDB, which give bounds in the order of the type"
            )
            remedy = add_from_levels(file, column, "type-order", otherwise)
            yield describe_chunks(
                column, bound, "bounds in IEEE 754 order", remedy, reads=len(bound)
            )


def _may_have_nan(chunk: ChunkFacts) -> bool:
    statistics = chunk.meta.statistics
    return statistics is None or statistics.nan_count != 0


RULES: Final = (
    LintRule(
        id="unread-order",
        severity=NOTE,
        summary="Floating-point bounds are in an order that old readers know",
        why="pyarrow up to 26 does not know IEEE 754 order, and skips nothing by such bounds. "
        "Without NaNs, those in the order of the type say as much.",
        source="parquet.thrift, ColumnOrder.IEEE_754_TOTAL_ORDER; apache/arrow-rs#9619",
        advise=_advise_on_unread,
    ),
)

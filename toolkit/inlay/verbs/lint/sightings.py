"""Sightings of some chunks of a column, and what several rules ask of chunks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inlay.ground.statements.chunk_numbers import COUNTS_NULLS, HAS_BOUNDS
from inlay.verbs.lint.believed_counts import is_all_nan, is_all_null
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts
from inlay.verbs.lint.estimate import Estimate
from inlay.verbs.lint.phrases import in_groups
from inlay.verbs.lint.rule import Remedy, Sighting, Sightings
from parquet_format.parquet import Statistics, Type


def describe_chunks(
    column: ColumnFacts,
    chunks: Sequence[ChunkFacts],
    seen: str,
    remedy: Remedy,
    num_bytes: int | None = None,
    reads: int | None = None,
) -> Sighting:
    """`seen`, and in how many row groups; the place is that of the first."""
    groups = in_groups(len(chunks), len(column.twin.chunks))
    return Sighting(
        f"{seen} {groups}", remedy, column.path, column.place(chunks[0]), num_bytes, reads
    )


def describe_columns(
    columns: Sequence[ColumnFacts],
    list_chunks: Callable[[ColumnFacts], Sequence[ChunkFacts]],
    see: Callable[[ColumnFacts], str],
    remedies: Sequence[Remedy],
    num_bytes: Sequence[Estimate] = (),
) -> Sightings:
    """One of each column, at the first of its chunks that are listed; a list beside the columns has the remedy of each, and one the bytes."""
    return Sightings(
        [column.path for column in columns],
        [column.place(list_chunks(column)[0]) for column in columns],
        [see(column) for column in columns],
        remedies,
        num_bytes,
    )


def may_have_bounds(column: ColumnFacts, chunk: ChunkFacts) -> bool:
    """Whether a writer could give bounds that are not there: not of nulls and NaNs alone, nor of a column without an order, nor of bytes
    whose nulls it counted, for then it left out bounds that were too long."""
    if is_all_null(column, chunk) or is_all_nan(column, chunk) or not column.has_order:
        return False
    is_counted = chunk.said.traits & COUNTS_NULLS
    return not (column.element.type == Type.BYTE_ARRAY and is_counted) or has_bounds(chunk)


def list_bounds(statistics: Statistics) -> list[bytes]:
    """Those that are there, the deprecated ones as well."""
    every = (statistics.min_value, statistics.max_value, statistics.min, statistics.max)
    return [bound for bound in every if bound is not None]


def has_bounds(chunk: ChunkFacts) -> bool:
    """Whether there is one at least."""
    return bool(chunk.said.traits & HAS_BOUNDS)

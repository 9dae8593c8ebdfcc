"""The rows of the sources, written by pyarrow as one row group after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any

import pyarrow as pa

from inlay.ground.free_memory import give_back
from inlay.ground.wording.amounts import count
from inlay.pages.encodings.plain_footer import OnFinding
from inlay.pages.engine.errors import ChunkError
from inlay.verbs.rewrite.bare_file import read_bare_schema
from inlay.verbs.rewrite.bare_schema import ReadFor
from inlay.verbs.rewrite.geometry_columns import mark_geometries
from inlay.verbs.rewrite.leaf_columns import column_of
from inlay.verbs.rewrite.rewrite_plan import RewritePlan
from inlay.verbs.rewrite.sorting import collect_rows, find_order, is_sorted
from inlay.verbs.rewrite.unreadable_chunk import place_unreadable
from inlay.verbs.rewrite.wide_decimals import find_bounds, gets_bounds
from inlay.verbs.rewrite.writer_options import OF_COLUMN, choose_by_sample, open_writer
from inlay_variant.storage.arrow_classes import Array
from parquet_format.parquet import Statistics

Advance = Callable[[int], None]
"""Told how many rows are done."""


@dataclass(slots=True)
class RowsWritten:
    """`order` has for each row its number among those of the sources, None where it is the same. `are_sorted` says of each row
    group whether it is in the order that all sources claim, `bounds` what pyarrow does not find out of a leaf.
    `incompressible` are columns that have no codec any more.
    """

    order: Array | None = None
    are_sorted: list[bool] = field(default_factory=list[bool])
    bounds: list[dict[int, Statistics]] = field(default_factory=list[dict[int, Statistics]])
    incompressible: list[str] = field(default_factory=list[str])


def stream_sources(
    plan: RewritePlan, schema: pa.Schema, read_for: ReadFor, on_finding: OnFinding
) -> Iterator[pa.RecordBatch]:
    """Raises ChunkError with file, row group and column for pages that cannot be read, and for a file with other rows than it says."""
    for source in plan.sources:
        rows = 0
        metadata = source.part.file.metadata()
        with place_unreadable(source.rows, metadata):
            for batch in source.rows.stream(schema, read_for, plan.batch_rows, on_finding):
                rows += batch.num_rows
                yield batch
        if rows != source.num_rows:
            what = f"its pages have {count(rows, 'row')}, and the footer says {source.num_rows:,}"
            error = ChunkError(what, 0)
            error.place = source.part.name
            raise error


def write_rows(
    plan: RewritePlan, file: IO[bytes], advance: Advance, on_finding: OnFinding
) -> RowsWritten:
    """A whole file, with a footer of pyarrow. Raises what `stream_sources` raises; RefusedError for too much to be sorted."""
    schema = read_bare_schema(plan.tree, ReadFor.ORDER)
    batches = stream_sources(plan, schema, ReadFor.ORDER, on_finding)
    written = RowsWritten()
    groups = _group(batches, schema, plan.group_rows, plan.group_bytes)
    if plan.sorting:
        rows = collect_rows(batches, schema)
        written.order = find_order(rows, plan.sorting, plan.tree)
        groups = _take_groups(rows, written.order, plan.group_rows)
        del rows
    _write_groups(plan, file, schema, groups, written, advance)
    return written


def _write_groups(
    plan: RewritePlan,
    file: IO[bytes],
    schema: pa.Schema,
    groups: Iterator[pa.Table],
    written: RowsWritten,
    advance: Advance,
) -> None:
    writer: Any = None
    done = 0
    try:
        for group in groups:
            shown = mark_geometries(group, plan.tree)
            if writer is None:
                options, written.incompressible = choose_by_sample(
                    plan.options, shown, plan.tree, plan.habits
                )
                writer = open_writer(file, shown.schema, options)
            if plan.claimed:
                written.are_sorted.append(is_sorted(group, plan.claimed, plan.tree))
            written.bounds.append(_find_bounds(plan, group))
            writer.write_table(shown, row_group_size=group.num_rows)
            done += group.num_rows
            advance(done)
        if writer is None:
            empty = mark_geometries(schema.empty_table(), plan.tree)
            writer = open_writer(file, empty.schema, plan.options)
    finally:
        if writer is not None:
            writer.close()
    del writer
    give_back(len(plan.tree.leaves) * OF_COLUMN)


def _find_bounds(plan: RewritePlan, group: pa.Table) -> dict[int, Statistics]:
    orders = plan.metadata.column_orders or []
    return {
        number: find_bounds(column_of(group, leaf))
        for number, (leaf, order) in enumerate(zip(plan.tree.leaves, orders, strict=True))
        if gets_bounds(leaf, order)
    }


def _group(
    batches: Iterator[pa.RecordBatch], schema: pa.Schema, size: int, most: int | None
) -> Iterator[pa.Table]:
    """Tables of so many rows, or of fewer that have `most` bytes, and one of what is left."""
    waiting: list[pa.RecordBatch] = []
    rows = held = 0
    for batch in batches:
        rest = batch
        while rows + rest.num_rows >= size:
            first = size - rows
            yield pa.Table.from_batches([*waiting, rest.slice(0, first)], schema)
            rest = rest.slice(first)
            waiting, rows, held = [], 0, 0
        if rest.num_rows:
            waiting.append(rest)
            rows += rest.num_rows
            held += rest.nbytes
        if most is not None and held >= most:
            yield pa.Table.from_batches(waiting, schema)
            waiting, rows, held = [], 0, 0
    if rows:
        yield pa.Table.from_batches(waiting, schema)


def _take_groups(rows: pa.Table, order: Array, size: int) -> Iterator[pa.Table]:
    for start in range(0, rows.num_rows, size):
        yield rows.take(order.slice(start, size))

"""Rows in the order of some columns, in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

import pyarrow as pa

from inlay.ground.arrow_rows import Array, ChunkedArray
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.wording.amounts import format_size
from inlay.verbs.rewrite.leaf_columns import column_of
from inlay.verbs.rewrite.wide_decimals import is_not_negative, is_wide_decimal
from inlay_variant.storage.arrow_classes import pc
from parquet_format.parquet import SortingColumn, Type

MOST_BYTES: Final = 2 << 30
"""Of values that are sorted: with their copy and the row group that is written, they take three times as much memory."""


def refuse_large(size: int) -> RefusedError:
    most = format_size(MOST_BYTES)
    what = f"rows are sorted in memory, and their values take {format_size(size)} or more: {most} is the most"
    return RefusedError(
        "sort", f"{what}; rewrite fewer files at a time, or sort with DuckDB or Spark"
    )


def collect_rows(batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> pa.Table:
    """All of them. Raises RefusedError if they take more than they may."""
    rows: list[pa.RecordBatch] = []
    size = 0
    for batch in batches:
        rows.append(batch)
        size += batch.nbytes
        if size > MOST_BYTES:
            raise refuse_large(size)
    return pa.Table.from_batches(rows, schema).combine_chunks()


def find_order(rows: pa.Table, keys: Sequence[SortingColumn], tree: SchemaTree) -> Array:
    """The numbers of the rows as the keys sort them; rows that are equal by all keys stay in their order."""
    columns: list[ChunkedArray] = []
    directions: list[str] = []
    for key in keys:
        direction = "descending" if key.descending else "ascending"
        parts = _key_columns(rows, key.column_idx, tree)
        if key.nulls_first:  # pyarrow puts them last
            columns.append(pc.is_null(parts[0]))
            directions.append("descending")
        columns += parts
        directions += [direction] * len(parts)
    names = [str(at) for at in range(len(columns))]
    table = cast("Any", pa.table)(columns, names=names)
    order: Array = pc.sort_indices(table, sort_keys=list(zip(names, directions, strict=True)))
    return order


def is_sorted(rows: pa.Table, keys: Sequence[SortingColumn], tree: SchemaTree) -> bool:
    order = find_order(rows, keys, tree)
    numbers = cast("Any", pa.array)(range(len(order)), order.type)
    return order.equals(numbers)


def _key_columns(rows: pa.Table, number: int, tree: SchemaTree) -> Sequence[ChunkedArray]:
    """The column as pyarrow can sort it. INT96 is the number of a day and nanoseconds of the day."""
    leaf = tree.leaves[number]
    column: Any = column_of(rows, leaf)
    if is_wide_decimal(leaf.element):
        return [is_not_negative(column), column]
    if leaf.element.type == Type.INT96:
        return [_view(column, 8, 12, pa.int32()), _view(column, 0, 8, pa.int64())]
    if pa.types.is_float16(column.type):
        return [column.cast(pa.float32())]
    return [column]


def _view(column: Any, start: int, stop: int, type_: pa.DataType) -> ChunkedArray:
    """Bytes of each value as a number."""
    cut = pc.binary_slice(column, start, stop)
    chunks: Any = [chunk.view(type_) for chunk in cut.chunks]
    numbers: ChunkedArray = cast("Any", pa.chunked_array)(chunks, type_)
    return numbers

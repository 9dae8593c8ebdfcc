"""The statistics of files as facts, which a filter is judged by as it is by those of row groups. They were judged when they were stored."""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa

from inlay.ground.arrow_rows import Array, child_of, column_in
from inlay.ground.statements.bounds import KnownBounds
from inlay.rows.pruning.facts import Facts
from inlay.verbs.register.schema.table_types import SimpleType
from inlay.verbs.register.targets.records.entry_schema import StatisticsColumn

_FLOATS: Final = (SimpleType.FLOAT16, SimpleType.FLOAT, SimpleType.DOUBLE)


def read_facts(
    column: StatisticsColumn | None, batch: pa.RecordBatch, rows: list[int]
) -> list[Facts]:
    """Of each file, with so many rows. `batch` has their records; without a column of its own, nothing is known of a leaf."""
    if column is None:
        return [Facts(KnownBounds(), None, None, True)] * len(rows)
    statistics = column_in(batch, "content_stats")
    assert isinstance(statistics, pa.StructArray)
    own = child_of(statistics, column.field.name)
    assert isinstance(own, pa.StructArray)  # its type was compared
    has_field = {field.name for field in column.fields}
    if column.bound_type is None:
        has_field -= {"lower_bound", "upper_bound"}  # boxes have no order

    def read(name: str) -> list[Any]:
        return _list_keys(child_of(own, name)) if name in has_field else [None] * len(rows)

    lows, highs = read("lower_bound"), read("upper_bound")
    nulls = [0] * len(rows) if column.leaf.is_required else read("null_value_count")
    is_float = column.leaf.type in _FLOATS
    return [
        # Where a file has another number of values than of rows, that all are null is not known.
        Facts(KnownBounds(low, high), row if value == row else None, null, is_float and nan != 0)
        for low, high, row, value, null, nan in zip(
            lows, highs, rows, read("value_count"), nulls, read("nan_value_count"), strict=True
        )
    ]


def _list_keys(array: Array) -> list[Any]:
    """Values as a filter places its own: what is counted as ints, decimals without their point, text as bytes."""
    type_ = array.type
    if pa.types.is_decimal(type_):
        make = pa.decimal128 if type_.bit_width == 128 else pa.decimal256
        whole = array.view(make(type_.precision, 0))
        return [None if it is None else int(it) for it in whole.to_pylist()]
    if pa.types.is_string(type_):
        array = array.cast(pa.binary())
    elif pa.types.is_date32(type_) or pa.types.is_time32(type_):
        array = array.view(pa.int32())
    elif pa.types.is_timestamp(type_) or pa.types.is_time64(type_):
        array = array.view(pa.int64())
    keys: list[Any] = array.to_pylist()
    return keys

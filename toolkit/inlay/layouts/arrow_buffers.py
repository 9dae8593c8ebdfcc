"""Buffers as Arrow arrays, and ordinals of columns and row groups as columns of an answer."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from inlay_runtime.packed import Expanded, ExpandedBytes

_INT32, _INT64, _BINARY, _BOOL = pa.int32(), pa.int64(), pa.binary(), pa.bool_()


def int32s(values: bytes | array[int], length: int) -> pa.Array[Any]:
    return pa.Array.from_buffers(_INT32, length, [None, pa.py_buffer(values)], 0)


def int64s(values: bytes, length: int) -> pa.Array[Any]:
    return pa.Array.from_buffers(_INT64, length, [None, pa.py_buffer(values)], 0)


def expanded_int64s(column: Expanded | None, length: int) -> pa.Array[Any]:
    """All null where there is no column."""
    return _fixed(_INT64, column, length)


def expanded_bools(column: Expanded | None, length: int) -> pa.Array[Any]:
    """All null where there is no column."""
    return _fixed(_BOOL, column, length)


def _fixed(of: pa.DataType, column: Expanded | None, length: int) -> pa.Array[Any]:
    if column is None:
        return pa.nulls(length, of)
    validity = None if column.validity is None else pa.py_buffer(column.validity)
    return pa.Array.from_buffers(of, length, [validity, pa.py_buffer(column.values)], column.null_count)


def binaries(column: ExpandedBytes | None, length: int) -> pa.Array[Any]:
    """All null where there is no column."""
    if column is None:
        return pa.nulls(length, _BINARY)
    validity = None if column.validity is None else pa.py_buffer(column.validity)
    buffers = [validity, pa.py_buffer(column.offsets), pa.py_buffer(column.content)]
    return pa.Array.from_buffers(_BINARY, length, buffers, column.null_count)


def each_column(columns: Sequence[int], row_groups: int) -> array[int]:
    """Each of these ordinals as often as there are row groups, one after the other."""
    if len(columns) < row_groups:
        repeated = array("i")
        for column in columns:
            repeated.extend(array("i", [column]) * row_groups)
        return repeated
    given = array("i", columns)
    repeated = array("i", [0]) * (len(given) * row_groups)
    for at in range(row_groups):
        repeated[at::row_groups] = given
    return repeated

"""Buffers of the packed kernels as Arrow arrays, without a copy."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from inlay.footers.designs.extracted import Array
from inlay_runtime.packed import Expanded, ExpandedBytes

_ARRAY: Any = pa.Array
_NULLS: Any = pa.nulls
_INT32, _INT64, _BINARY, _BOOL = pa.int32(), pa.int64(), pa.binary(), pa.bool_()


def wrap_int32s(values: bytes, length: int) -> Array:
    return _ARRAY.from_buffers(_INT32, length, [None, pa.py_buffer(values)], 0)


def wrap_int64s(values: bytes, length: int) -> Array:
    return _ARRAY.from_buffers(_INT64, length, [None, pa.py_buffer(values)], 0)


def wrap_expanded_int64s(column: Expanded | None, length: int) -> Array:
    """All null where there is no column."""
    return _fixed(_INT64, column, length)


def wrap_expanded_bools(column: Expanded | None, length: int) -> Array:
    """All null where there is no column."""
    return _fixed(_BOOL, column, length)


def _fixed(of: pa.DataType, column: Expanded | None, length: int) -> Array:
    if column is None:
        return _NULLS(length, of)
    validity = None if column.validity is None else pa.py_buffer(column.validity)
    return _ARRAY.from_buffers(
        of, length, [validity, pa.py_buffer(column.values)], column.null_count
    )


def wrap_binaries(column: ExpandedBytes | None, length: int) -> Array:
    """All null where there is no column."""
    if column is None:
        return _NULLS(length, _BINARY)
    validity = None if column.validity is None else pa.py_buffer(column.validity)
    buffers = [validity, pa.py_buffer(column.offsets), pa.py_buffer(column.content)]
    return _ARRAY.from_buffers(_BINARY, length, buffers, column.null_count)

"""Columns of the runtime as Arrow arrays; the buffers are shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import pyarrow as pa

from inlay_runtime.columnar.plan import Kind
from inlay_runtime.text import shown, text_from

if TYPE_CHECKING:
    from inlay_runtime.columnar import ExtractedColumn

Array: TypeAlias = Any
"""A `pyarrow.Array`. The stubs know too little of what its methods give."""

_TYPES: Final = {
    Kind.BOOL: pa.bool_(),
    Kind.I8: pa.int8(),
    Kind.I16: pa.int16(),
    Kind.I32: pa.int32(),
    Kind.I64: pa.int64(),
    Kind.DOUBLE: pa.float64(),
    Kind.BINARY: pa.binary(),
    Kind.STRING: pa.binary(),
    Kind.UUID: pa.binary(16),
}


def array_of(column: ExtractedColumn) -> Array:
    if column.items is not None:
        return list_of(column, array_of(column.items))
    array = bytes_array_of(column)
    return _text_of(array) if column.kind is Kind.STRING else array


def bytes_array_of(column: ExtractedColumn) -> Array:
    """The same, with strings as the bytes that they are in the file."""
    values = pa.py_buffer(column.values)
    buffers = [_buffer(column.validity), values]
    if column.offsets is not None:
        buffers.insert(1, _buffer(column.offsets))
    type_ = _TYPES[column.kind]
    array: Array = cast(Any, pa.Array).from_buffers(
        type_, column.length, buffers, column.null_count
    )
    return array


def _text_of(array: Array) -> Array:
    """Arrow's strings are UTF-8; what is none is spelt as its bytes."""
    try:
        return array.cast(pa.string())
    except pa.ArrowInvalid:
        texts = [raw if raw is None else shown(text_from(raw)) for raw in array.to_pylist()]
        return pa.array(texts, type=pa.string())


def list_of(column: ExtractedColumn, items: Array) -> Array:
    """The lists of a column, with other items in place of theirs."""
    buffers = [_buffer(column.validity), _buffer(column.offsets)]
    return pa.Array.from_buffers(
        pa.list_(items.type), column.length, buffers, column.null_count, children=[items]
    )


def _buffer(data: bytes | memoryview | None) -> pa.Buffer | None:
    return None if data is None else pa.py_buffer(data)

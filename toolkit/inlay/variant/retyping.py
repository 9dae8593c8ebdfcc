"""Columns as pyarrow reads them, with Variants in the place of their storage; no value is copied."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import pyarrow as pa

from inlay.variant.arrow import Array, ChunkedArray, ExtensionArray, fields_of
from inlay.variant.arrow_type import VariantType
from inlay.variant.nested_types import is_called_variant
from inlay.variant.normal import normalised, validity_of
from inlay.variant.shape import is_list, shape_of, value_field

Rows = TypeVar("Rows", pa.Table, pa.RecordBatch)


def retyped(column: ChunkedArray | Array, type_: pa.DataType) -> ChunkedArray | Array:
    """The column over `type_`, which differs from its own in that it has Variants where that has their storage, or
    a storage that is not nullable where that may be. What is null there is missing. Raises StorageError.
    """
    if column.type == type_:
        return column
    if isinstance(column, pa.Array):
        return _array(column, type_)
    made: ChunkedArray = cast(Any, pa.chunked_array)(
        [_array(chunk, type_) for chunk in column.chunks], type_
    )
    return made


def _array(array: Array, type_: pa.DataType) -> Array:
    if array.type == type_:
        return array
    if is_called_variant(array.type):
        array = cast(ExtensionArray, array).storage
    if isinstance(type_, VariantType):
        if array.type != type_.storage_type:
            group = shape_of(array.type, tolerant=True)
            array = normalised(cast(pa.StructArray, array), group)
        return pa.ExtensionArray.from_storage(type_, array)
    if pa.types.is_struct(type_):
        struct = cast(pa.StructArray, array)
        children = [
            _array(struct.field(index), field.type) for index, field in enumerate(fields_of(type_))
        ]
        return pa.Array.from_buffers(
            type_, len(array), [validity_of(array)], array.null_count, 0, children
        )
    parents: Any = array
    if pa.types.is_map(type_):
        maps: Any = type_
        entries = pa.StructArray.from_arrays(
            [_array(parents.keys, maps.key_type), _array(parents.items, maps.item_type)],
            fields=[maps.key_field, maps.item_field],
        )
        return _parent(array, type_, 2, entries)
    assert is_list(type_) or pa.types.is_fixed_size_list(type_)
    values = _array(parents.values, value_field(type_).type)
    return _parent(array, type_, 1 if pa.types.is_fixed_size_list(type_) else 2, values)


def _parent(array: Array, type_: pa.DataType, own: int, child: Array) -> Array:
    """An array of lists over another child, with its `own` buffers: validity, and offsets where it has any."""
    return pa.Array.from_buffers(
        type_, len(array), array.buffers()[:own], array.null_count, array.offset, [child]
    )

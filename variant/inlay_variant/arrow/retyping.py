"""Columns as pyarrow reads them, with Variants in the place of their storage; no value is copied."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import pyarrow as pa

from inlay_variant.arrow.nested_types import is_called_variant
from inlay_variant.arrow.variant_type import VariantType
from inlay_variant.storage.arrow_classes import (
    Array,
    ChunkedArray,
    ExtensionArray,
    Field,
    fields_of,
    pc,
)
from inlay_variant.storage.normalize_storage import mask, validity_of
from inlay_variant.storage.shape import find_value_field, is_list
from inlay_variant.value.errors import StorageError

Rows = TypeVar("Rows", pa.Table, pa.RecordBatch)


def retype(column: ChunkedArray | Array, type_: pa.DataType) -> ChunkedArray | Array:
    """The column over `type_`, which differs from its own in that it has Variants where that has their storage, or
    a storage that is not nullable where that may be. What is null there is missing. Raises StorageError.
    """
    if column.type == type_:
        return column
    if isinstance(column, pa.Array):
        return retype_array(column, type_)
    chunked: ChunkedArray = cast(Any, pa.chunked_array)(
        [retype_array(chunk, type_) for chunk in column.chunks], type_
    )
    return chunked


def retype_array(array: Array, type_: pa.DataType) -> Array:
    """The same of an array."""
    if array.type == type_:
        return array
    if is_called_variant(array.type):
        array = cast(ExtensionArray, array).storage
    if isinstance(type_, VariantType):
        return pa.ExtensionArray.from_storage(type_, retype_array(array, type_.storage_type))
    if pa.types.is_struct(type_):
        struct = cast(pa.StructArray, array)
        children = [
            _child(struct.field(index), field, struct)
            for index, field in enumerate(fields_of(type_))
        ]
        return pa.Array.from_buffers(
            type_, len(array), [validity_of(array)], array.null_count, 0, children
        )
    parents: Any = array
    if pa.types.is_map(type_):
        maps: Any = type_
        entries = pa.StructArray.from_arrays(
            [
                retype_array(parents.keys, maps.key_type),
                retype_array(parents.items, maps.item_type),
            ],
            fields=[maps.key_field, maps.item_field],
        )
        return _parent(array, type_, 2, entries)
    assert is_list(type_) or pa.types.is_fixed_size_list(type_)
    values = _child(parents.values, find_value_field(type_), None)
    return _parent(array, type_, _count_buffers(type_), values)


def _child(array: Array, field: Field, parent: pa.StructArray | None) -> Array:
    """The array over the field's type. A group that is null and must not is one of which every column is."""
    typed = retype_array(array, field.type)
    if field.nullable or not typed.null_count:
        return typed
    if isinstance(typed, pa.StructArray):
        valid = typed.is_valid()
        columns = [mask(typed.field(index), valid) for index in range(typed.type.num_fields)]
        return pa.Array.from_buffers(typed.type, len(typed), [None], 0, 0, columns)
    if parent is None or pc.any(pc.and_(typed.is_null(), parent.is_valid())).as_py():
        raise StorageError(field.name, "is null in a row that is not")
    return typed


def _count_buffers(type_: pa.DataType) -> int:
    """Of a list of this kind: validity, offsets, and the sizes of views."""
    if pa.types.is_fixed_size_list(type_):
        return 1
    return 3 if pa.types.is_list_view(type_) or pa.types.is_large_list_view(type_) else 2


def _parent(array: Array, type_: pa.DataType, own: int, child: Array) -> Array:
    """An array of lists over another child, with its `own` buffers: validity, and offsets where it has any."""
    return pa.Array.from_buffers(
        type_, len(array), array.buffers()[:own], array.null_count, array.offset, [child]
    )

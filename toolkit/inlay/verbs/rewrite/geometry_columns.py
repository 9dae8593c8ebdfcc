"""Geometries, told to pyarrow as such: so it writes where they lie and of which types they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pyarrow as pa

from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.arrow_rows import Array, ChunkedArray, child_of, column_in, items_of, wrap_storage
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.verbs.rewrite.bare_schema import is_geometry
from inlay_variant.storage.arrow_classes import fields_of
from inlay_variant.storage.normalize_storage import validity_of


class _Geometry(pa.ExtensionType):
    """By this name pyarrow knows geometries; nothing is registered, so it reads none so."""

    def __init__(self) -> None:
        super().__init__(pa.binary(), "geoarrow.wkb")

    def __hash__(self) -> int:
        # pyarrow compares extension types by class, name and storage, and has no hash for those of Python.
        return hash((self.extension_name, self.storage_type))

    def __arrow_ext_serialize__(self) -> bytes:
        return b"{}"

    @classmethod
    def __arrow_ext_deserialize__(cls, storage_type: pa.DataType, serialized: bytes) -> _Geometry:
        return cls()


def mark_geometries(rows: pa.Table, tree: SchemaTree) -> pa.Table:
    """The table with such a type for each column of geometries, wherever it lies."""
    root = tree.root
    assert root is not None
    if not any(is_geometry(leaf.element) for leaf in tree.leaves):
        return rows
    fields = [
        _mark_field(field, child)
        for field, child in zip(fields_in(rows.schema), root.children, strict=True)
    ]
    columns: Any = [_retype(column_in(rows, at), field.type) for at, field in enumerate(fields)]
    return pa.Table.from_arrays(columns, schema=pa.schema(fields))


def _mark_field(field: Field, node: Node) -> Field:
    return field.with_type(_mark_type(field.type, node))


def _mark_type(type_: pa.DataType, node: Node) -> pa.DataType:
    """What is repeated is a list of the node's own rows."""
    if pa.types.is_list(type_):
        (items,) = fields_of(type_)
        marked: pa.DataType = cast("Any", pa.list_)(items.with_type(_mark_type(items.type, node)))
        return marked
    if pa.types.is_struct(type_):
        inner = zip(fields_of(type_), node.children, strict=True)
        return pa.struct([_mark_field(field, child) for field, child in inner])
    return _Geometry() if is_geometry(node.element) else type_


def _retype(column: ChunkedArray, type_: pa.DataType) -> ChunkedArray:
    if column.type == type_:
        return column
    chunks: Any = [_retype_array(chunk, type_) for chunk in column.chunks]
    retyped: ChunkedArray = cast("Any", pa.chunked_array)(chunks, type_)
    return retyped


def _retype_array(array: Array, type_: pa.DataType) -> Array:
    """The same buffers under another type."""
    if array.type == type_:
        return array
    if isinstance(type_, _Geometry):
        return wrap_storage(type_, array)
    parent: Any = array
    make: Callable[..., Array] = cast("Any", pa.Array).from_buffers
    if pa.types.is_struct(type_):
        children = [
            _retype_array(child_of(parent, at), field.type)
            for at, field in enumerate(fields_of(type_))
        ]
        return make(type_, len(array), [validity_of(array)], array.null_count, 0, children)
    (items,) = fields_of(type_)
    values = _retype_array(items_of(parent), items.type)
    return make(
        type_, len(array), array.buffers()[:2], array.null_count, array.offset, children=[values]
    )

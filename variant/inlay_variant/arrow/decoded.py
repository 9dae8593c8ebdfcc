"""Columns that other code left as storage, with the type of Variants around it; no value is copied.

Who does not know the type gives a struct, with the name of the extension in its field or without it.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar, cast

import pyarrow as pa

from inlay_variant.arrow.nested_columns import list_variant_paths, map_variants
from inlay_variant.arrow.nested_types import (
    holds_variants,
    is_called_variant,
    list_inner_fields,
    with_inner,
)
from inlay_variant.arrow.retyping import retype
from inlay_variant.arrow.sound_types import make_sound_type
from inlay_variant.arrow.variant_type import NAME, VariantArray, VariantType
from inlay_variant.storage.arrow_classes import Array, ChunkedArray, Field, fields_of, pc
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import METADATA, TYPED, VALUE, Group, shape_of
from inlay_variant.value.errors import StorageError

OF_ARROW: Final = b"ARROW:extension:name"
EXTENSION_KEYS: Final = (OF_ARROW, b"ARROW:extension:metadata")
"""What pyarrow leaves in a field whose type it does not know."""

Columns = TypeVar("Columns", bound="Array | ChunkedArray | pa.RecordBatch | pa.Table")


def with_variants_typed(rows: Columns) -> Columns:
    """The same rows, in which what holds Variants says so, at any depth: what is called a Variant in its field, or has just the
    columns of one and metadata of version 1.

    Raises StorageError for what is called a Variant and is none.
    """
    if isinstance(rows, pa.Array | pa.ChunkedArray):
        column: Any = _typed(rows, pa.field("$", rows.type))
        return cast(Columns, column)
    table: Any = rows
    for index, field in enumerate(table.schema):
        column = _typed(table.column(index), field)
        if column is not table.column(index) and column.type != field.type:
            table = table.set_column(index, _unmarked(field).with_type(column.type), column)
    return cast(Columns, table)


def _typed(column: Array | ChunkedArray, field: Field) -> Array | ChunkedArray:
    by_mark = _find_variants(field, by_shape=False)
    by_shape = _find_variants(field, by_shape=True)
    if by_shape != by_mark:
        typed = retype(column, by_shape)
        guessed = {path for path, _ in list_variant_paths(by_shape, "$")}
        guessed -= {path for path, _ in list_variant_paths(by_mark, "$")}
        if _have_versions(typed, guessed):
            return typed
    return column if by_mark == column.type else retype(column, by_mark)


def _find_variants(field: Field, *, by_shape: bool) -> pa.DataType:
    """The type of a field with its Variants. Raises StorageError for what is called one and is none."""
    type_: pa.DataType = field.type
    if isinstance(type_, VariantType):
        return type_
    is_marked = (field.metadata or {}).get(OF_ARROW) == NAME.encode()
    if is_called_variant(type_):
        is_marked, type_ = True, cast(Any, type_).storage_type
    if pa.types.is_struct(type_) and (is_marked or (by_shape and has_columns_of_variant(type_))):
        named = VariantType(type_, checked=False)
        return make_sound_type(named, field.name, quiet=True)
    inner = [
        _unmarked(child).with_type(_find_variants(child, by_shape=by_shape))
        for child in list_inner_fields(type_)
    ]
    if not any(holds_variants(child.type) for child in inner):
        return type_
    return with_inner(type_, inner)


def has_columns_of_variant(type_: pa.DataType) -> bool:
    """Whether a type is the storage of a Variant, by its fields alone."""
    if not pa.types.is_struct(type_):
        return False
    names = {field.name for field in fields_of(type_)}
    if METADATA not in names or not names <= {METADATA, VALUE, TYPED}:
        return False
    try:
        shape_of(type_, tolerant=True)
    except StorageError:
        return False
    return True


def _unmarked(field: Field) -> Field:
    described = field.metadata or {}
    kept: Any = {key: value for key, value in described.items() if key not in EXTENSION_KEYS}
    return field.with_metadata(kept) if kept else field.remove_metadata()


def _have_versions(column: Array | ChunkedArray, paths: set[str]) -> bool:
    """Whether the metadata at these paths begins as that of a Variant does, in all rows."""
    sound = True

    def look(variants: VariantArray, path: str) -> Array:
        nonlocal sound
        if path in paths:
            sound = sound and _has_version(variants)
        return variants

    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    for chunk in chunks:
        map_variants(chunk, "$", look)
    return sound


def _has_version(variants: VariantArray) -> bool:
    storage = normalize_storage(variants.storage, Group(False, None))
    first = pc.unique(pc.binary_slice(storage.filter(storage.is_valid()).field(METADATA), 0, 1))
    return all(byte and byte[0] & 0x0F == 1 for byte in first.to_pylist())

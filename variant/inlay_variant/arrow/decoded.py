"""Columns that other code left as storage, with the type of Variants around it; no value is copied.

Who does not know the type gives a struct, with the name of the extension in its field or without it.
"""

from __future__ import annotations

from collections.abc import Set
from enum import Enum
from typing import Any, Final, TypeVar, cast

import pyarrow as pa

from inlay_runtime.errors import DecodeError
from inlay_variant.arrow.nested_columns import list_steps, list_variant_paths, map_variants
from inlay_variant.arrow.nested_types import (
    holds_variants,
    is_called_variant,
    list_inner_fields,
    with_inner,
)
from inlay_variant.arrow.retyping import retype, retype_array
from inlay_variant.arrow.sound_types import make_sound_type
from inlay_variant.arrow.variant_type import NAME, VariantArray, VariantType
from inlay_variant.storage.arrow_classes import Array, ChunkedArray, Field, fields_of, pc
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import METADATA, TYPED, VALUE, Group, shape_of
from inlay_variant.value.errors import StorageError
from inlay_variant.value.metadata import VERSION, read_metadata

OF_ARROW: Final = b"ARROW:extension:name"
EXTENSION_KEYS: Final = (OF_ARROW, b"ARROW:extension:metadata")
"""What pyarrow leaves in a field whose type it does not know."""

_FIXED: Final = 0x2F
"""The bits of a header that are the same in all: the version, and the one that is reserved."""
_AT_ONCE: Final = 4096

Columns = TypeVar("Columns", bound="Array | ChunkedArray | pa.RecordBatch | pa.Table")


class Guess(Enum):
    """What else is a Variant than what is called one, of what has just the columns of one."""

    NOTHING = "nothing"
    BY_ROWS = "by rows"
    """What has rows, and in each of them the dictionary of a Variant."""
    WITHOUT_ROWS = "without rows"
    """That, and what has no rows."""


def with_variants_typed(rows: Columns, guess: Guess = Guess.BY_ROWS) -> Columns:
    """The same rows, in which what holds Variants says so, at any depth: what is called a Variant in its field, and what the guess
    takes for one.

    Raises StorageError for what is called a Variant and is none.
    """
    if isinstance(rows, pa.Array | pa.ChunkedArray):
        column: Any = _typed(rows, pa.field("$", rows.type), guess)
        return cast(Columns, column)
    table: Any = rows
    for index, field in enumerate(table.schema):
        column = _typed(table.column(index), field, guess)
        if column is not table.column(index) and column.type != field.type:
            table = table.set_column(index, _unmarked(field).with_type(column.type), column)
    return cast(Columns, table)


def _typed(column: Array | ChunkedArray, field: Field, guess: Guess) -> Array | ChunkedArray:
    type_ = _find_variants(field, "$", frozenset())
    if guess is not Guess.NOTHING:
        by_shape = _find_variants(field, "$", None)
        if by_shape != type_:
            marked = {path for path, _ in list_variant_paths(type_, "$")}
            paths = {path for path, _ in list_variant_paths(by_shape, "$")} - marked
            with_rows = _find_dictionaries(column, by_shape, paths)
            taken = {path for path, are_dictionaries in with_rows.items() if are_dictionaries}
            if guess is Guess.WITHOUT_ROWS:
                taken |= paths - with_rows.keys()
            type_ = _find_variants(field, "$", taken)
    return column if type_ == column.type else retype(column, type_)


def _find_variants(field: Field, path: str, by_shape: Set[str] | None) -> pa.DataType:
    """The type of a field with its Variants: the marked ones, and those at the paths that are taken for Variants `by_shape`; None is
    all. Raises StorageError for what is called one and is none.
    """
    type_: pa.DataType = field.type
    if isinstance(type_, VariantType):
        return type_
    is_marked = (field.metadata or {}).get(OF_ARROW) == NAME.encode()
    if is_called_variant(type_):
        is_marked, type_ = True, cast(Any, type_).storage_type
    is_taken = by_shape is None or path in by_shape
    if pa.types.is_struct(type_) and (is_marked or (is_taken and has_columns_of_variant(type_))):
        named = VariantType(type_, checked=False)
        return make_sound_type(named, field.name, quiet=True)
    inner = [
        _unmarked(child).with_type(_find_variants(child, f"{path}.{step}", by_shape))
        for step, child in zip(list_steps(type_), list_inner_fields(type_), strict=True)
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


def _find_dictionaries(
    column: Array | ChunkedArray, by_shape: pa.DataType, paths: set[str]
) -> dict[str, bool]:
    """Of the paths that have rows, whether there is a dictionary in each."""
    dictionaries: dict[str, bool] = {}

    def look(variants: VariantArray, path: str) -> Array:
        if path in paths and dictionaries.get(path, True) and variants.null_count < len(variants):
            dictionaries[path] = _are_dictionaries(variants)
        return variants

    for chunk in column.chunks if isinstance(column, pa.ChunkedArray) else [column]:
        try:
            typed = retype_array(chunk, by_shape)
        except StorageError:
            return dict.fromkeys(paths, False)  # null where no Variant may be
        map_variants(typed, "$", look)
    return dictionaries


def _are_dictionaries(variants: VariantArray) -> bool:
    try:
        storage = normalize_storage(variants.storage, Group(False, None))
    except StorageError:
        return False
    metadata = storage.filter(storage.is_valid()).field(METADATA)
    # Text of a message seldom has such a header, and to look at that alone is fast.
    headers = pc.unique(pc.binary_slice(metadata, 0, 1)).to_pylist()
    if not all(header and header[0] & _FIXED == VERSION for header in headers):
        return False
    unique: Any = pc.unique(metadata)
    for first in range(0, len(unique), _AT_ONCE):
        for text in unique.slice(first, _AT_ONCE).to_pylist():
            try:
                read_metadata(text)
            except DecodeError:
                return False
    return True

"""Fields and elements of Variants, inserted, set, deleted and merged: Spark's functions, over arrays and columns (`docs/variant_edits.md`).

All of them take `tolerant`, as `unshred` has it, for the rows and for the values.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, cast

import pyarrow as pa

from inlay_runtime import amounts
from inlay_runtime.errors import EncodeError, LimitError, RequestError
from inlay_variant.arrow import kernels
from inlay_variant.arrow.from_arrow import from_arrow
from inlay_variant.arrow.given import Given, as_column, decoded, of_chunks
from inlay_variant.arrow.shredding import unshred
from inlay_variant.arrow.variant_type import VariantArray, VariantType, from_pairs, wrap
from inlay_variant.storage.arrow_classes import Array, ChunkedArray
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import Group
from inlay_variant.value.edit import EditKind, TreeEdit
from inlay_variant.value.errors import StorageError
from inlay_variant.value.limits import DEFAULT_LIMITS
from inlay_variant.value.path import PathError, Step, parse_path
from inlay_variant.value.variant import Variant, encode

Value: TypeAlias = object
"""One value for all rows (of Python, a scalar of Arrow, a Variant), or an array or column with a value for each row, of Variants or
of any type that `from_arrow` takes."""

MOST_NULLS: Final = 1_000_000
_PLAIN: Final = Group(True, None)


def variant_insert(
    array: Given, path: str, value: Value, *, tolerant: bool = False
) -> VariantArray | ChunkedArray:
    """A new field, or an element before the one that is at the index; `$.items[9]` beyond the end is preceded by nulls.

    Objects and arrays that are missing on the way are made. A row is null where it or its value is; for a null inside, insert a
    Variant null. Raises EditError for a row where the field is there already, or where the path leads into another type, or where the result would be too deep or
    too large; PathError and RequestError for a path that cannot be inserted at, DamagedRowError, and StorageError for values that no Variant holds.
    """
    return _edit(array, TreeEdit(EditKind.INSERT, _parse_place(path)), value, tolerant=tolerant)


def try_variant_insert(
    array: Given, path: str, value: Value, *, tolerant: bool = False
) -> VariantArray | ChunkedArray:
    """`variant_insert`, with null in the place of an EditError."""
    return _edit(
        array, TreeEdit(EditKind.INSERT, _parse_place(path)), value, tries=True, tolerant=tolerant
    )


def variant_set(
    array: Given,
    path: str,
    value: Value,
    *,
    create_if_missing: bool = True,
    tolerant: bool = False,
) -> VariantArray | ChunkedArray:
    """`variant_insert` that replaces what is there. Without `create_if_missing`, rows that lack the path are as they were."""
    return _edit(
        array,
        TreeEdit(EditKind.SET, _parse_place(path), create_if_missing),
        value,
        tolerant=tolerant,
    )


def try_variant_set(
    array: Given,
    path: str,
    value: Value,
    *,
    create_if_missing: bool = True,
    tolerant: bool = False,
) -> VariantArray | ChunkedArray:
    """`variant_set`, with null in the place of an EditError."""
    edit = TreeEdit(EditKind.SET, _parse_place(path), create_if_missing)
    return _edit(array, edit, value, tries=True, tolerant=tolerant)


def variant_delete(
    array: Given, *paths: str, tolerant: bool = False
) -> VariantArray | ChunkedArray:
    """Without what the paths lead to, one after the other: after `$[0]`, the second is the first. What is not there is left.

    Raises PathError, RequestError for `$` and for no paths, and DamagedRowError.
    """
    if not paths:
        raise RequestError("no paths: name at least one that is to be deleted")
    edited: Any = array
    for edit in [TreeEdit(EditKind.DELETE, _parse_place(path)) for path in paths]:
        edited = _edit(edited, edit, None, tolerant=tolerant)
    return cast("VariantArray | ChunkedArray", edited)


def variant_pick(array: Given, *names: str, tolerant: bool = False) -> VariantArray | ChunkedArray:
    """Objects with none but these fields. Raises EditError for a row that is not an object, DamagedRowError, and PathError
    for a name with a lone surrogate."""
    for name in names:
        _require_unicode(name)
    return _edit(array, TreeEdit(EditKind.PICK, names), None, tolerant=tolerant)


def variant_array_append(
    array: Given, path: str, value: Value, *, tolerant: bool = False
) -> VariantArray | ChunkedArray:
    """The value behind the last element of the array that the path leads to. Rows that lack it are as they were.

    Raises EditError where there is no array, and what `variant_insert` raises.
    """
    return _edit(array, TreeEdit(EditKind.APPEND, _parse_steps(path)), value, tolerant=tolerant)


def try_variant_array_append(
    array: Given, path: str, value: Value, *, tolerant: bool = False
) -> VariantArray | ChunkedArray:
    """`variant_array_append`, with null in the place of an EditError."""
    return _edit(
        array, TreeEdit(EditKind.APPEND, _parse_steps(path)), value, tries=True, tolerant=tolerant
    )


def variant_strip_nulls(
    array: Given, *, include_arrays: bool = True, tolerant: bool = False
) -> VariantArray | ChunkedArray:
    """Without the fields that are Variant nulls, at any depth, and without such elements. Raises DamagedRowError."""
    return _edit(array, TreeEdit(EditKind.STRIP, (), include_arrays), None, tolerant=tolerant)


def variant_merge_patch(
    array: Given, patch: Value, *, tolerant: bool = False
) -> VariantArray | ChunkedArray:
    """Objects merged with those of `patch`, at any depth, by RFC 7396: its fields win, and its nulls take fields away.

    Raises DamagedRowError, EditError for a result too large, and StorageError for values that no Variant holds.
    """
    return _edit(array, TreeEdit(EditKind.MERGE), patch, tolerant=tolerant)


def _parse_steps(path: str) -> list[Step]:
    """Raises PathError, also for a name that is not Unicode."""
    _require_unicode(path)
    return parse_path(path)


def _require_unicode(text: object) -> None:
    """Raises PathError for a lone surrogate, which no dictionary holds, and RequestError for what is not text, such as a list."""
    if not isinstance(text, str):
        raise RequestError(f"{text!r} is not text: give each name or path by itself, as 'a', 'b'")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise PathError(text, error.start) from None


def _parse_place(path: str) -> list[Step]:
    """Raises PathError, RequestError for the root, and LimitError for an index that would make too many nulls."""
    steps = _parse_steps(path)
    if not steps:
        raise RequestError(f"{path!r} is the whole value: name a field or an element of it")
    for step in steps:
        if isinstance(step, int) and step > MOST_NULLS:
            raise LimitError(f"[{step}] is beyond {MOST_NULLS:,} elements", 0, path)
    return steps


def _edit(
    array: Given,
    edit: TreeEdit,
    value: Value,
    *,
    tries: bool = False,
    tolerant: bool,
) -> VariantArray | ChunkedArray:
    column = as_column(array)
    values = _as_variants(value, len(column), tolerant) if edit.needs_value else None
    if values is not None and len(values) != 1 and not isinstance(column.type, VariantType):
        raise StorageError("value", f"one value is needed for Variants inside of {column.type}")
    first = 0

    def edit_chunk(chunk: VariantArray) -> Array:
        nonlocal first
        others = values
        if values is not None and len(values) != 1:
            others = values.slice(first, len(chunk))
        first += len(chunk)
        storage = kernels.edit_rows(
            _plain(chunk, tolerant),
            None if others is None else _plain(cast(VariantArray, others), tolerant),
            edit,
            DEFAULT_LIMITS,
            tries=tries,
        )
        return wrap(storage)

    return cast("VariantArray | ChunkedArray", of_chunks(column, edit_chunk))


def _plain(array: VariantArray, tolerant: bool) -> pa.StructArray:
    plain = unshred(array, tolerant=tolerant) if tolerant or array.shape != _PLAIN else array
    return normalize_storage(plain.storage, _PLAIN)


def _as_variants(value: Value, rows: int, tolerant: bool) -> Array:
    """As many Variants as there are rows, or one for all. Raises StorageError for another number, and for what no Variant holds."""
    if isinstance(value, pa.Scalar):
        scalar: Any = value
        if isinstance(scalar.type, VariantType):
            return from_pairs([None if not scalar.is_valid else scalar.variant()])
        value = pa.array([scalar], scalar.type)
        rows = 1
    if isinstance(value, pa.Array | pa.ChunkedArray):
        value = decoded(value)
    if isinstance(value, pa.ChunkedArray):
        chunked: Any = value
        value = (
            chunked.combine_chunks()
            if not isinstance(chunked.type, VariantType)
            else _join(chunked, tolerant)
        )
    if isinstance(value, pa.Array):
        if len(value) != rows:
            raise StorageError(
                "value",
                f"{amounts.count(len(value), 'value')} for {amounts.count(rows, 'row')}: there has to be one for each",
            )
        variants = value if isinstance(value, VariantArray) else from_arrow(value)
        return cast("Array", variants)
    try:
        return from_pairs(
            [None if value is None else value if isinstance(value, Variant) else encode(value)]
        )
    except EncodeError as error:
        raise StorageError("value", str(error)) from None


def _join(column: ChunkedArray, tolerant: bool) -> VariantArray:
    chunks = [cast(VariantArray, chunk) for chunk in column.chunks]
    storages = [_plain(chunk, tolerant) for chunk in chunks]
    return wrap(pa.concat_arrays(storages)) if storages else from_pairs([])

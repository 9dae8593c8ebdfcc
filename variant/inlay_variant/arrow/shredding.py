"""Shredding and unshredding of arrays, and of columns chunk by chunk."""

from __future__ import annotations

from typing import Any, overload

import pyarrow as pa

from inlay_variant.arrow import kernels
from inlay_variant.arrow.given import ArrowArray, ArrowStream, Given, Rows, of_rows, walk_variants
from inlay_variant.arrow.schema_text import parse_schema
from inlay_variant.arrow.variant_type import VariantArray, VariantType, wrap
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import Group, parse_shape
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits

PLAIN = Group(True, None)


@overload
def shred(
    array: VariantArray,
    schema: pa.DataType | str,
    *,
    exact: bool = ...,
    tolerant: bool = ...,
    limits: VariantLimits = ...,
) -> VariantArray: ...
@overload
def shred(
    array: Rows,
    schema: pa.DataType | str,
    *,
    exact: bool = ...,
    tolerant: bool = ...,
    limits: VariantLimits = ...,
) -> Rows: ...
@overload
def shred(
    array: ArrowStream | ArrowArray,
    schema: pa.DataType | str,
    *,
    exact: bool = ...,
    tolerant: bool = ...,
    limits: VariantLimits = ...,
) -> Any: ...
def shred(
    array: Given,
    schema: pa.DataType | str,
    *,
    exact: bool = False,
    tolerant: bool = False,
    limits: VariantLimits = DEFAULT_LIMITS,
) -> Any:
    """The same Variants with the parts that `schema` names in typed columns of their own.

    `schema` is what the values should look like: a type (`int64`), a list of one, or a struct of fields,
    to any depth, as a type of Arrow or as text (`struct<event_ts: timestamp[us, UTC], tags: list<string>>`); `null`, in text
    `variant`, gives a column of its own that is not typed. A VariantType stands for the columns that it has. Of a table, a table with its only column of Variants shredded; Variants
    inside of lists, maps and structs are shredded where they are (`docs/variant_columns.md`).

    A value goes into a column of another type of its equivalence class if nothing is lost (an int8
    into int64), and then comes back as the column's type. With `exact` it has to be of the very type. `tolerant` reads the
    rows as `unshred` does with it.

    Raises StorageError for a schema that cannot be shredded into, SchemaTextError for text that is none, DamagedRowError for bytes
    that are not a Variant.
    """
    if isinstance(schema, str):
        schema = parse_schema(schema)
    group = schema.shape if isinstance(schema, VariantType) else parse_shape(schema)

    def work(chunk: VariantArray) -> VariantArray:
        storage = normalize_storage(unshred(chunk, tolerant=tolerant, limits=limits).storage, PLAIN)
        return wrap(kernels.shred(storage, group, limits.checked(), exact=exact))

    return of_rows(array, work, only=True)


@overload
def unshred(
    array: VariantArray, *, tolerant: bool = ..., limits: VariantLimits = ...
) -> VariantArray: ...
@overload
def unshred(array: Rows, *, tolerant: bool = ..., limits: VariantLimits = ...) -> Rows: ...
@overload
def unshred(
    array: ArrowStream | ArrowArray, *, tolerant: bool = ..., limits: VariantLimits = ...
) -> Any: ...
def unshred(array: Given, *, tolerant: bool = False, limits: VariantLimits = DEFAULT_LIMITS) -> Any:
    """The same Variants, put together: metadata and value, and no typed_value. An array that is not
    shredded is given back as it is. Of a table, a table with all its Variants put together, also inside of lists, maps and structs.

    Columns that contradict each other are a ShreddingError with row and path. With `tolerant`, readers'
    freedom is used where the specification leaves it: typed_value wins over value. And names that are not in
    their order are put into it, which is a VariantWarning; for that every value is looked at, shredded or not.
    """

    def work(chunk: VariantArray) -> VariantArray:
        group = chunk.shape
        is_plain = not group.is_shredded and group.value
        if is_plain and not tolerant:
            return chunk
        storage = normalize_storage(chunk.storage, group)
        return wrap(kernels.unshred(storage, group, limits.checked(), tolerant=tolerant))

    return of_rows(array, work, only=False)


def check(array: Given, *, limits: VariantLimits = DEFAULT_LIMITS) -> None:
    """Reads every byte of every row, of all Variants of a table, and raises for the first that breaks a rule. It is never tolerant."""

    def work(chunk: VariantArray) -> None:
        plain = unshred(chunk, limits=limits)
        kernels.check(normalize_storage(plain.storage, PLAIN), limits.checked())

    walk_variants(array, work)

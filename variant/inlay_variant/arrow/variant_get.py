"""`variant_get` and `try_variant_get`: values of paths as columns, of no more columns than they need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, overload

import pyarrow as pa

from inlay_runtime.errors import RequestError
from inlay_variant.arrow.casting import Cast, Casting, choose_casting
from inlay_variant.arrow.getting import WantedPath, get_paths, require_type
from inlay_variant.arrow.given import Given, of_chunks
from inlay_variant.arrow.variant_type import VariantArray
from inlay_variant.storage.arrow_classes import Array, ChunkedArray
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits
from inlay_variant.value.path import parse_pattern

Paths: TypeAlias = "str | Mapping[str, str | tuple[str, pa.DataType | None]]"
"""One path, or by the name of its column each of many, with its type if it has one of its own."""


@overload
def variant_get(
    array: VariantArray,
    path: Paths,
    type: pa.DataType | None = ...,
    *,
    cast: Cast | None = ...,
    timezone: str = ...,
    tolerant: bool = ...,
    limits: VariantLimits = ...,
) -> Array: ...
@overload
def variant_get(
    array: ChunkedArray,
    path: Paths,
    type: pa.DataType | None = ...,
    *,
    cast: Cast | None = ...,
    timezone: str = ...,
    tolerant: bool = ...,
    limits: VariantLimits = ...,
) -> ChunkedArray: ...
@overload
def variant_get(
    array: Given,
    path: Paths,
    type: pa.DataType | None = ...,
    *,
    cast: Cast | None = ...,
    timezone: str = ...,
    tolerant: bool = ...,
    limits: VariantLimits = ...,
) -> Any: ...
def variant_get(
    array: Given,
    path: Paths,
    type: pa.DataType | None = None,
    *,
    cast: Cast | None = None,
    timezone: str = "UTC",
    tolerant: bool = False,
    limits: VariantLimits = DEFAULT_LIMITS,
) -> Array | ChunkedArray:
    """The values of a path, null where a row does not have it: Variants (as shredded as they were), or with
    `type` a column of that type, which may be nested (`docs/variant.md`, "To Arrow and back"). Of a column of a table, a column; of a table, that
    of its only column of Variants; of lists, maps and structs of Variants, the same with values in their place (`docs/variant_columns.md`).

    A path with `[*]` (`$.items[*].price`) gives a list for each row, with a value for each element of the array there, and with
    `type` its values have that type; null where there is no array.

    Many paths, `{"name": "$.who.name", "age": ("$.who.age", pa.int8())}`, give structs with a field for each, never null, in one
    pass over the values; `type` is that of the paths that name none.

    `cast` says what becomes of a value of another type than `type` (`docs/variant_casts.md`). "strict" takes what loses nothing,
    and numbers as float64; "spark" has all of Spark's casts, with `timezone` as its session's time zone. Both raise a CastError
    for other values. Without it, casts are those of "strict", and other values are null. A Variant null is null.

    Columns that contradict each other are not noticed here, for only the ones that are needed are read; see `unshred`.

    `tolerant` takes the fields of objects in any order; what is found is as it was, so an object needs `unshred` with that too.

    Raises PathError, DamagedRowError, CastError, RequestError for another `cast` or `timezone`, and StorageError for a type that
    values cannot have, or that Spark does not know.
    """
    casting = choose_casting(cast, timezone)
    return _get(array, path, type, casting, tolerant=tolerant, limits=limits)


@overload
def try_variant_get(
    array: VariantArray,
    path: Paths,
    type: pa.DataType | None = ...,
    *,
    cast: Cast = ...,
    timezone: str = ...,
    tolerant: bool = ...,
    limits: VariantLimits = ...,
) -> Array: ...
@overload
def try_variant_get(
    array: ChunkedArray,
    path: Paths,
    type: pa.DataType | None = ...,
    *,
    cast: Cast = ...,
    timezone: str = ...,
    tolerant: bool = ...,
    limits: VariantLimits = ...,
) -> ChunkedArray: ...
@overload
def try_variant_get(
    array: Given,
    path: Paths,
    type: pa.DataType | None = ...,
    *,
    cast: Cast = ...,
    timezone: str = ...,
    tolerant: bool = ...,
    limits: VariantLimits = ...,
) -> Any: ...
def try_variant_get(
    array: Given,
    path: Paths,
    type: pa.DataType | None = None,
    *,
    cast: Cast = "spark",
    timezone: str = "UTC",
    tolerant: bool = False,
    limits: VariantLimits = DEFAULT_LIMITS,
) -> Array | ChunkedArray:
    """`variant_get`, with null in the place of a CastError."""
    casting = choose_casting(cast, timezone, raises=False)
    return _get(array, path, type, casting, tolerant=tolerant, limits=limits)


def _get(
    array: Given,
    path: Paths,
    type_: pa.DataType | None,
    casting: Casting,
    *,
    tolerant: bool,
    limits: VariantLimits,
) -> Array | ChunkedArray:
    paths = parse_paths(path, type_, casting)
    checked = limits.checked()

    def get(chunk: VariantArray) -> Array:
        columns = get_paths(chunk, list(paths.values()), casting, tolerant=tolerant, limits=checked)
        return columns[0] if isinstance(path, str) else make_structs(list(paths), columns)

    return of_chunks(array, get)


def parse_paths(paths: Paths, type_: pa.DataType | None, casting: Casting) -> dict[str, WantedPath]:
    """The paths by the names of their columns; one path has the name of none. Raises PathError, RequestError and StorageError."""
    if isinstance(paths, str):
        return {"": _want(paths, type_, casting)}
    if not paths:
        raise RequestError("no paths: a mapping has at least one, by the name of its column")
    return {
        name: _want(path, type_, casting) if isinstance(path, str) else _want(*path, casting)
        for name, path in paths.items()
    }


def _want(path: str, type_: pa.DataType | None, casting: Casting) -> WantedPath:
    return WantedPath(parse_pattern(path), require_type(type_, is_spark=casting.is_spark))


def make_structs(names: Sequence[str], columns: Sequence[Array]) -> Array:
    """A struct of the values of all paths for each row."""
    return pa.StructArray.from_arrays(list(columns), names=list(names))

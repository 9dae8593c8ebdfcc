"""An array as pyarrow read it, made into one of the type that Spark expects, however deeply nested."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeAlias, cast

import pyarrow as pa
import pyarrow.compute as pc

from inlay_spark.rows.errors import UnreadableError, UnreadableRowError
from inlay_spark.rows.variants import conform_variant, is_variant
from inlay_spark.rows.widening import is_list, widen

_arrow: Final[Any] = pa
"""pyarrow, where its stubs are narrower than it is."""

Array: TypeAlias = "pa.Array[Any]"


def conform(array: Array, type_: pa.DataType, name: str, *, tolerant: bool = False) -> Array:
    """Structs by the names of their fields: what the file lacks is null, what is not asked for is dropped. `tolerant` is about
    Variants: `conform_variant` has it.

    Raises UnreadableError, with `name`, where the values do not fit; UnreadableRowError where it is known which.
    """
    if array.type.equals(type_, check_metadata=True):
        return array
    if pa.types.is_null(array.type) or pa.types.is_null(type_):
        return cast("Array", _arrow.nulls(len(array), type_))
    if isinstance(array, pa.DictionaryArray):
        return conform(array.dictionary_decode(), type_, name, tolerant=tolerant)
    if isinstance(array, pa.ExtensionArray):
        return conform(array.storage, type_, name, tolerant=tolerant)
    if is_variant(type_):
        return conform_variant(array, cast("pa.StructType", type_), name, tolerant=tolerant)
    if pa.types.is_struct(type_):
        return _struct(array, type_, name, tolerant)
    if pa.types.is_map(type_):
        return _map(array, type_, name, tolerant)
    if pa.types.is_list(type_):
        if not is_list(array.type):
            raise UnreadableError(f"{name} is {array.type}, and {type_} is asked for")
        offsets, missing = _layout(array)
        with _in_lists(offsets):
            values = conform(_flat(array), type_.value_type, f"{name}.element", tolerant=tolerant)
        require_nulls_allowed(values, type_.value_field, f"{name}.element")
        lists = _arrow.ListArray.from_arrays(offsets, values, type=type_, mask=missing)
        return cast("Array", lists)
    return _leaf(array, type_, name)


def require_nulls_allowed(array: Array, field: pa.Field[Any], name: str, allowed: int = 0) -> Array:
    """The array; UnreadableError if it has more nulls than are allowed, and the field none. Spark would look for
    values there."""
    if not field.nullable and array.null_count > allowed:
        raise UnreadableError(f"{name} has nulls, and the schema says NOT NULL")
    return array


def find_same_name(name: str, names: Sequence[str]) -> str | None:
    """That very name or, as in Spark, the one that differs in case alone."""
    if name in names:
        return name
    folded = name.casefold()
    return next((other for other in names if other.casefold() == folded), None)


def _struct(array: Array, type_: pa.StructType, name: str, tolerant: bool) -> Array:
    if not isinstance(array, pa.StructArray):
        raise UnreadableError(f"{name} is {array.type}, and {type_} is asked for")
    # Null where the struct is: below it a required field holds whatever was left in its buffers.
    there = dict(zip([field.name for field in array.type], array.flatten(), strict=True))
    children = [
        (
            conform(there[own_name], field.type, f"{name}.{field.name}", tolerant=tolerant)
            if (own_name := find_same_name(field.name, list(there))) is not None
            else pa.nulls(len(array), field.type)
        )
        for field in type_
    ]
    for child, field in zip(children, type_, strict=True):
        require_nulls_allowed(child, field, f"{name}.{field.name}", array.null_count)
    return pa.StructArray.from_arrays(children, fields=list(type_), mask=pc.is_null(array))


def _map(array: Array, type_: pa.MapType[Any, Any, Any], name: str, tolerant: bool) -> Array:
    if not isinstance(array, pa.MapArray):
        raise UnreadableError(f"{name} is {array.type}, and {type_} is asked for")
    entry = pa.struct([array.type.key_field, array.type.item_field])
    as_list = array.cast(pa.list_(entry))  # a map has neither lengths nor a flat form of its own
    offsets, missing = _layout(as_list)
    entries = _flat(as_list)
    keys = conform(entries.field(0), type_.key_type, f"{name}.key", tolerant=tolerant)
    with _in_lists(offsets):
        items = conform(entries.field(1), type_.item_type, f"{name}.value", tolerant=tolerant)
    require_nulls_allowed(items, type_.item_field, f"{name}.value")
    return cast(
        "Array", _arrow.MapArray.from_arrays(offsets, keys, items, type=type_, mask=missing)
    )


def _flat(lists: Any) -> Any:
    """The elements of all lists that are not null."""
    return lists.flatten()


def _layout(array: Array) -> tuple[Array, Array]:
    """Offsets from zero, whatever slice the array is, and which lists are null."""
    counted: Any = pc.list_value_length(array)
    lengths = pc.fill_null(counted, 0).cast(pa.int32())
    ends = pc.cumulative_sum(lengths)
    zero = pa.array([0], pa.int32())
    return pa.concat_arrays([zero, ends]), pc.is_null(array)


@contextmanager
def _in_lists(offsets: Array) -> Generator[None]:
    """Errors of elements become errors of the rows that their lists are in."""
    try:
        yield
    except UnreadableRowError as error:
        starts: list[Any] = offsets.to_pylist()
        raise error.at(bisect_right(starts, error.row) - 1) from None


def _leaf(array: Array, type_: pa.DataType, name: str) -> Array:
    mismatch = f"{name} is {array.type}, and {type_} is asked for"
    try:
        values = widen(array, type_)
    except pa.ArrowException as error:
        raise UnreadableError(f"{mismatch}: {error}") from None
    if values is None:
        raise UnreadableError(mismatch)
    return values

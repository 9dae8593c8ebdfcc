"""`variant_get`: one path out of a column, touching no more columns than it needs.

    VariantShredding.md: 'readers do not need to read the value column if typed_value fields satisfy'

On shredded storage a path is followed through the typed columns for as long as they go. What is left of it
is looked up in the encoded values that are found there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias, cast, overload

import pyarrow as pa

from inlay_variant.arrow import kernels
from inlay_variant.arrow.carriers import carrier_of, from_carrier, merge_columns
from inlay_variant.arrow.given import Given, of_chunks
from inlay_variant.arrow.pure import EMPTY
from inlay_variant.arrow.to_arrow import get_nested, is_nested, shredding_for
from inlay_variant.arrow.variant_type import VariantArray, VariantType, wrap
from inlay_variant.storage.arrow_classes import Array, ChunkedArray, ListArray, pc
from inlay_variant.storage.leaves import VariantLeaf, leaf_of
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import METADATA, TYPED, VALUE, Elements, Fields, Group, storage_of
from inlay_variant.value.errors import CastError, RowError
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits
from inlay_variant.value.path import Step, parse_pattern

PLAIN = Group(True, None)
_EACH: Final = pa.list_(VariantType())
_SAMPLE: Final = 1024
"""Rows that are looked at before all of them are."""


@overload
def variant_get(
    array: VariantArray,
    path: str,
    type: pa.DataType | None = ...,
    *,
    strict: bool = ...,
    tolerant: bool = ...,
    limits: VariantLimits = ...,
) -> Array: ...
@overload
def variant_get(
    array: ChunkedArray,
    path: str,
    type: pa.DataType | None = ...,
    *,
    strict: bool = ...,
    tolerant: bool = ...,
    limits: VariantLimits = ...,
) -> ChunkedArray: ...
@overload
def variant_get(
    array: Given,
    path: str,
    type: pa.DataType | None = ...,
    *,
    strict: bool = ...,
    tolerant: bool = ...,
    limits: VariantLimits = ...,
) -> Any: ...
def variant_get(
    array: Given,
    path: str,
    type: pa.DataType | None = None,
    *,
    strict: bool = False,
    tolerant: bool = False,
    limits: VariantLimits = DEFAULT_LIMITS,
) -> Array | ChunkedArray:
    """The values of a path, null where a row does not have it: Variants (as shredded as they were), or with
    `type` a column of that type, which may be nested (`docs/variant.md`, "To Arrow and back"). Of a column of a table, a column; of a table, that
    of its only column of Variants; and of lists, maps and structs of Variants the same with values in their place (`docs/variant_columns.md`).

    A path with `[*]` (`$.items[*].price`) gives a list for each row, with a value for each element of the array there, and with
    `type` its values have that type; null where there is no array.

    A value of another type than `type` is null, or with `strict` a CastError; numbers are converted where nothing is
    lost, and to float64 always. A Variant null is null. Columns that contradict each other are not noticed here, for only the
    ones that are needed are read; see `unshred`.

    `tolerant` takes the fields of objects in any order; what is found is as it was, so an object needs `unshred` with that too.

    Raises PathError, DamagedRowError, and StorageError for a type that values cannot have.
    """
    wanted = require_type(type)
    pattern = parse_pattern(path)
    get = partial(get_by_pattern, strict=strict, tolerant=tolerant, limits=limits.checked())
    return of_chunks(array, lambda chunk: get(chunk, pattern, wanted))


def get_by_pattern(
    array: VariantArray,
    pattern: Sequence[Sequence[Step]],
    wanted: Wanted,
    *,
    strict: bool,
    tolerant: bool,
    limits: VariantLimits,
) -> Array:
    """What the first steps lead to, or for the elements of the array there what the rest of the pattern leads to."""
    steps, *inside = pattern
    storage = normalize_storage(array.storage, array.shape)
    place, rest = descend(storage, array.shape, steps)
    if not inside:
        return get_from(place, rest, wanted, strict=strict, tolerant=tolerant, limits=limits)
    elements = get_from(place, rest, _EACH, strict=False, tolerant=tolerant, limits=limits)
    lists = cast(ListArray, elements)
    parents = pc.list_parent_indices(lists)
    try:
        values = get_by_pattern(
            cast(VariantArray, lists.values),
            inside,
            wanted,
            strict=strict,
            tolerant=tolerant,
            limits=limits,
        )
    except RowError as error:
        row = cast(int, parents[error.row].as_py())
        raise type(error)(row, error.path, error.reason) from None
    type_ = pa.list_(values.type)
    buffers = [lists.buffers()[0], lists.buffers()[1]]
    return pa.Array.from_buffers(type_, len(lists), buffers, lists.null_count, 0, [values])


class WantedLeaf(NamedTuple):
    """A type of single values: the column that they are read into, and what that becomes."""

    column: VariantLeaf
    type: pa.DataType


Wanted: TypeAlias = "WantedLeaf | pa.DataType | None"
"""What a caller asks values as: single values, or a nested type; None for Variants."""


def require_type(type_: pa.DataType | None) -> Wanted:
    """Raises StorageError for a type that values cannot have."""
    if type_ is None or isinstance(type_, VariantType):
        return None
    if is_nested(type_):
        shredding_for(type_)
        return type_
    column = leaf_of(carrier_of(type_, "type"))
    assert column is not None
    return WantedLeaf(column, type_)


def get_from(
    place: GroupColumns,
    rest: Sequence[Step],
    wanted: Wanted,
    *,
    strict: bool,
    tolerant: bool,
    limits: VariantLimits = DEFAULT_LIMITS,
) -> Array:
    """`variant_get` from where typed columns lead no further: `rest` is what is left of the path."""
    if rest:
        place = _looked_up(place, rest, limits, tolerant)
    if wanted is None:
        return wrap(_storage(place))
    if isinstance(wanted, WantedLeaf):
        return _finish(_typed(place, wanted.column, strict), wanted.type, strict)
    storage = _storage(place)
    if place.group != PLAIN or tolerant:
        storage = kernels.unshred(storage, place.group, limits, tolerant=tolerant)
    return get_nested(storage, wanted, strict=strict, limits=limits)


def _finish(values: Array, type_: pa.DataType, strict: bool) -> Array:
    """Values out of the column that carries them; with `strict`, one that the type cannot hold is an error."""
    result = from_carrier(values, type_)
    if strict and result.null_count > values.null_count:
        lost = pc.and_(values.is_valid(), result.is_null())
        raise CastError(cast(int, pc.index(lost, True).as_py()), "$", f"is no {type_}")
    return result


class GroupColumns(NamedTuple):
    """A group's columns: `value` or `typed` is None where there is no such column; a row where both are
    null does not have the path."""

    metadata: Array
    value: Array | None
    typed: Array | None
    group: Group


def descend(
    storage: pa.StructArray, group: Group, steps: Sequence[Step]
) -> tuple[GroupColumns, Sequence[Step]]:
    """Follows the steps through typed columns; what is left has to be looked up in `value`."""
    value = storage.field(VALUE) if group.value else None
    typed = storage.field(TYPED) if group.typed is not None else None
    if storage.null_count:
        valid = storage.is_valid()
        value, typed = _where(value, valid), _where(typed, valid)
    if not steps and value is not None:
        # 'If a Variant is missing in a context where a value is required', it is a Variant null.
        missing = value.is_null() if typed is None else pc.and_(value.is_null(), typed.is_null())
        missing = pc.and_(missing, storage.is_valid())
        if missing.true_count:
            value = pc.if_else(missing, pa.scalar(b"\0", pa.binary()), value)
    place = GroupColumns(storage.field(METADATA), value, typed, group)
    for index, step in enumerate(steps):
        deeper = _step(place, step)
        if deeper is None:
            return place, steps[index:]
        place = deeper
    return place, ()


def _step(place: GroupColumns, step: Step) -> GroupColumns | None:
    """None where the typed columns do not have it, so that only `value` can."""
    match place.group.typed, step:
        case Fields(fields), str():
            group = dict(fields).get(step)
            if group is None:
                return None
            assert place.typed is not None
            child = cast(pa.StructArray, cast(pa.StructArray, place.typed).field(step))
            valid = place.typed.is_valid() if place.typed.null_count else None
            return _child(place, child, group, valid)
        case Elements(group), int():
            assert place.typed is not None
            lists = cast(ListArray, place.typed)
            lengths = pc.list_value_length(lists)
            number = pa.scalar(step, pa.int32())
            there = pc.greater(lengths, number)
            if step < 0:  # from the end
                there = pc.greater_equal(lengths, pa.scalar(-step, pa.int32()))
            there = pc.fill_null(there, False)
            starts = lists.offsets.slice(0 if step >= 0 else 1, len(lists))
            at = pc.if_else(there, pc.add(starts, number), pa.scalar(None, pa.int32()))
            child = cast(pa.StructArray, lists.values.take(at))
            return _child(place, child, group, there, elements=True)
        case _:
            return None


def _child(
    place: GroupColumns,
    child: pa.StructArray,
    group: Group,
    valid: Array | None,
    *,
    elements: bool = False,
) -> GroupColumns:
    value = child.field(VALUE) if group.value else None
    typed = child.field(TYPED) if group.typed is not None else None
    if valid is not None:
        value, typed = _where(value, valid), _where(typed, valid)
    if elements and value is not None:
        missing = value.is_null() if typed is None else pc.and_(value.is_null(), typed.is_null())
        missing = missing if valid is None else pc.and_(missing, valid)
        value = pc.if_else(missing, pa.scalar(b"\0", pa.binary()), value)
    return GroupColumns(place.metadata, value, typed, group)


def _where(array: Array | None, valid: Array) -> Array | None:
    """The array, null also where `valid` is false. Its values are not copied."""
    if array is None:
        return None
    both = pc.and_(array.is_valid(), valid)
    if both.false_count == array.null_count:
        return array
    if isinstance(array, pa.ExtensionArray):
        stored = _where(array.storage, valid)
        assert stored is not None
        return pa.ExtensionArray.from_storage(array.type, stored)
    if array.offset:
        rows = pa.array(range(len(array)), pa.int64())
        return array.take(pc.if_else(both, rows, pa.scalar(None, pa.int64())))
    children: list[Array] = []
    if isinstance(array, pa.StructArray):
        children = [array.field(index) for index in range(array.type.num_fields)]
    elif isinstance(array, pa.ListArray):
        children = [array.values]
    own = array.buffers()[1 : 1 if isinstance(array, pa.StructArray) else 2 if children else None]
    return pa.Array.from_buffers(
        array.type, len(array), [both.buffers()[1], *own], both.false_count, 0, children
    )


def _looked_up(
    place: GroupColumns, steps: Sequence[Step], limits: VariantLimits, tolerant: bool
) -> GroupColumns:
    """The rest of a path is in the encoded values, if it is anywhere."""
    if place.value is None:
        nothing = pa.nulls(len(place.metadata), pa.binary())
        return GroupColumns(place.metadata, nothing, None, PLAIN)
    storage = _struct(place.metadata, [place.value], PLAIN, place.value.is_valid())
    values = kernels.look_up_values(storage, steps, limits, tolerant=tolerant)
    return GroupColumns(place.metadata, values, None, PLAIN)


def _storage(place: GroupColumns) -> pa.StructArray:
    columns = [column for column in (place.value, place.typed) if column is not None]
    present = columns[0].is_valid()
    if len(columns) > 1:
        present = pc.or_(present, columns[1].is_valid())
    return _struct(place.metadata, columns, place.group, present)


def _struct(metadata: Array, columns: list[Array], group: Group, valid: Array) -> pa.StructArray:
    bits = pc.or_(valid, False)  # a copy that starts at bit 0
    nulls = bits.false_count
    array = pa.Array.from_buffers(
        storage_of(group),
        len(metadata),
        [bits.buffers()[1] if nulls else None],
        nulls,
        0,
        [metadata, *columns],
    )
    return cast(pa.StructArray, array)


def _typed(place: GroupColumns, leaf: VariantLeaf, strict: bool) -> Array:
    own = place.group.typed
    typed = place.typed
    value = place.value
    if isinstance(own, VariantLeaf) and typed is not None:
        direct = typed if own == leaf else _converted(typed, own, leaf, strict)
        if value is None or value.null_count == len(value) or _are_null(value):
            return direct
        left = _where(value, typed.is_null())
        assert left is not None
        rest = kernels.cast_values(left, leaf, strict=strict)
        return direct if rest.null_count == len(rest) else merge_columns(direct, rest)
    if value is None:
        value = pa.nulls(len(place.metadata), pa.binary())
    if typed is not None and strict and typed.null_count < len(typed):
        # An object or an array is no value of a primitive type.
        value = pc.if_else(typed.is_valid(), pa.scalar(b"\x02\0\0", pa.binary()), value)
    return kernels.cast_values(value, leaf, strict=strict)


def _are_null(value: Array) -> bool:
    """Whether the encoded values are nothing but Variant nulls, which is what optional fields leave over."""
    first = value.slice(0, _SAMPLE)
    return all(
        pc.all(pc.equal(part, pa.scalar(b"\0", pa.binary())), min_count=0).as_py()
        for part in (first, value)
    )


def _converted(typed: Array, own: VariantLeaf, leaf: VariantLeaf, strict: bool) -> Array:
    order = (pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.float64())
    if own.arrow in order and leaf.arrow in order[order.index(own.arrow) :]:
        return typed.cast(leaf.arrow, safe=False)  # to a wider type, as Variants would have it
    # Through the encoding, which knows how the types of Variants relate.
    group = Group(False, own)
    names = pa.repeat(pa.scalar(EMPTY[0], pa.binary()), len(typed))
    storage = _struct(names, [typed], group, typed.is_valid())
    plain = kernels.unshred(storage, group, DEFAULT_LIMITS, tolerant=False)
    return kernels.cast_values(plain.field(VALUE), leaf, strict=strict)

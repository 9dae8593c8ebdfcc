"""A place in shredded columns that a path leads to: typed columns are followed for as long as they go.

VariantShredding.md: 'readers do not need to read the value column if typed_value fields satisfy'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

import pyarrow as pa

from inlay_variant.storage.arrow_classes import Array, ListArray, pc
from inlay_variant.storage.arrow_values import binary, flag, integer, integers, null
from inlay_variant.storage.shape import METADATA, TYPED, VALUE, Elements, Fields, Group, storage_of
from inlay_variant.value.path import Step

PLAIN: Final = Group(True, None)


class GroupColumns(NamedTuple):
    """A group's columns: `value` or `typed` is None where there is no such column; a row where both are
    null does not have the path."""

    metadata: Array
    value: Array | None
    typed: Array | None
    group: Group


class Descent:
    """The way of several paths through the typed columns of one storage: what they share is gone once."""

    def __init__(self, storage: pa.StructArray, group: Group) -> None:
        self.storage = storage
        self.group = group
        self._places: dict[tuple[Step, ...], GroupColumns | None] = {}

    def follow(self, steps: Sequence[Step]) -> tuple[GroupColumns, int]:
        """Where typed columns lead no further, and how many steps that is; the others have to be looked up in `value`."""
        if not steps:
            return self._whole(), 0
        place = self._place(())
        assert place is not None
        for count in range(1, len(steps) + 1):
            deeper = self._place(tuple(steps[:count]))
            if deeper is None:
                return place, count - 1
            place = deeper
        return place, len(steps)

    def _place(self, steps: tuple[Step, ...]) -> GroupColumns | None:
        if steps not in self._places:
            parent = self._places[steps[:-1]] if steps else None
            assert parent is not None or not steps
            self._places[steps] = self._root() if parent is None else _step(parent, steps[-1])
        return self._places[steps]

    def _root(self) -> GroupColumns:
        storage, group = self.storage, self.group
        value = storage.field(VALUE) if group.value else None
        typed = storage.field(TYPED) if group.typed is not None else None
        if storage.null_count:
            valid = storage.is_valid()
            value, typed = mask_rows(value, valid), mask_rows(typed, valid)
        return GroupColumns(storage.field(METADATA), value, typed, group)

    def _whole(self) -> GroupColumns:
        """'If a Variant is missing in a context where a value is required', it is a Variant null."""
        place = self._root()
        value, typed = place.value, place.typed
        if value is None:
            return place
        missing = value.is_null() if typed is None else pc.and_(value.is_null(), typed.is_null())
        missing = pc.and_(missing, self.storage.is_valid())
        if missing.true_count:
            value = pc.if_else(missing, binary(b"\0"), value)
        return place._replace(value=value)


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
            number = integer(step, pa.int32())
            there = pc.greater(lengths, number)
            if step < 0:  # from the end
                there = pc.greater_equal(lengths, integer(-step, pa.int32()))
            there = pc.fill_null(there, flag(False))
            starts = lists.offsets.slice(0 if step >= 0 else 1, len(lists))
            at = pc.if_else(there, pc.add(starts, number), null(pa.int32()))
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
        value, typed = mask_rows(value, valid), mask_rows(typed, valid)
    if elements and value is not None:
        missing = value.is_null() if typed is None else pc.and_(value.is_null(), typed.is_null())
        missing = missing if valid is None else pc.and_(missing, valid)
        value = pc.if_else(missing, binary(b"\0"), value)
    return GroupColumns(place.metadata, value, typed, group)


def mask_rows(array: Array | None, valid: Array) -> Array | None:
    """The array, null also where `valid` is false. Its values are not copied."""
    if array is None:
        return None
    both = pc.and_(array.is_valid(), valid)
    if both.false_count == array.null_count:
        return array
    if isinstance(array, pa.ExtensionArray):
        stored = mask_rows(array.storage, valid)
        assert stored is not None
        return pa.ExtensionArray.from_storage(array.type, stored)
    if array.offset:
        rows = integers(range(len(array)), pa.int64())
        return array.take(pc.if_else(both, rows, null(pa.int64())))
    children: list[Array] = []
    if isinstance(array, pa.StructArray):
        children = [array.field(index) for index in range(array.type.num_fields)]
    elif isinstance(array, pa.ListArray):
        children = [array.values]
    own = array.buffers()[1 : 1 if isinstance(array, pa.StructArray) else 2 if children else None]
    return pa.Array.from_buffers(
        array.type, len(array), [both.buffers()[1], *own], both.false_count, 0, children
    )


def storage_at(place: GroupColumns) -> pa.StructArray:
    """The columns of a place as storage of their own."""
    columns = [column for column in (place.value, place.typed) if column is not None]
    present = columns[0].is_valid()
    if len(columns) > 1:
        present = pc.or_(present, columns[1].is_valid())
    return build_storage(place.metadata, columns, place.group, present)


def build_storage(
    metadata: Array, columns: list[Array], group: Group, valid: Array
) -> pa.StructArray:
    """Storage of these groups; null where `valid` is false."""
    bits = pc.or_(valid, flag(False))  # a copy that starts at bit 0
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

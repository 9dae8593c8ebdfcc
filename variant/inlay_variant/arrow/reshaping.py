"""Shredded columns as if they had been shredded by the type that is wanted; those that have it already are taken as they are.

Only what has another shape is put together and shredded again: a field without a column, a column of another type. What is made
is for `read_nested`, which asks no more of it than that values which do not fit are in `value`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, cast

import pyarrow as pa

from inlay_variant.arrow import kernels
from inlay_variant.arrow.carriers import merge_columns
from inlay_variant.arrow.casting import Casting, needs_names
from inlay_variant.arrow.places import PLAIN, GroupColumns, build_storage, storage_at
from inlay_variant.arrow.pure import EMPTY
from inlay_variant.arrow.variant_type import wrap
from inlay_variant.storage.arrow_classes import Array, ListArray, pc
from inlay_variant.storage.arrow_values import binary, flag, integer, null
from inlay_variant.storage.leaves import VariantLeaf
from inlay_variant.storage.normalize_storage import validity_of
from inlay_variant.storage.shape import (
    TYPED,
    VALUE,
    Elements,
    Fields,
    Group,
    choose_arrow_type,
    storage_of,
    struct_of,
)
from inlay_variant.value.containers import ARRAY, OBJECT
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits

_NULL: Final = binary(b"\0")
_EMPTY_OBJECT: Final = binary(b"\x02\0\0")
_EMPTY_ARRAY: Final = binary(b"\x03\0\0")
_MOST_BYTES: Final = (1 << 31) - 1
_NUMBERS: Final = (pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.float64())


class UnfitColumnsError(Exception):
    """Columns that have to be put together first: they contradict each other, or an array could not hold their names."""


class _Names:
    """The dictionaries of values in lists, which are those of their rows; few ask for them."""

    def __init__(self, metadata: Array, parents: Array | None = None) -> None:
        self._metadata = metadata
        self._parents = parents

    def below(self, parents: Array) -> _Names:
        """Of the elements of lists; `parents` has the place of each list."""
        return _Names(
            self._metadata, parents if self._parents is None else self._parents.take(parents)
        )

    def spread(self) -> Array:
        """One for each value. Raises UnfitColumnsError for more than 2 GiB."""
        if self._parents is not None:
            lengths = pc.binary_length(self._metadata).cast(pa.int64()).take(self._parents)
            if (pc.sum(lengths).as_py() or 0) > _MOST_BYTES:
                raise UnfitColumnsError
            self._metadata, self._parents = self._metadata.take(self._parents), None
        return self._metadata


class _Columns(NamedTuple):
    """A group's columns, and the dictionaries of its values; None where there is no such column."""

    names: _Names
    value: Array | None
    typed: Array | None
    group: Group
    length: int

    @property
    def has_values(self) -> bool:
        return self.value is not None and self.value.null_count < len(self.value)

    def place(self) -> GroupColumns:
        return GroupColumns(self.names.spread(), self.value, self.typed, self.group)


class Reshaping:
    """Columns on their way to other groups. Raises UnfitColumnsError, and errors of rows that say nothing of where they are."""

    def __init__(self, casting: Casting, limits: VariantLimits, *, tolerant: bool) -> None:
        self._casting = casting
        self._limits = limits
        self._tolerant = tolerant

    def reshape(self, place: GroupColumns, wanted: Group) -> pa.StructArray:
        """The storage of a place in the groups of what is wanted."""
        length = len(place.metadata)
        columns = _Columns(_Names(place.metadata), place.value, place.typed, place.group, length)
        children = [place.metadata, *self._group(columns, wanted)]
        return cast(
            pa.StructArray,
            pa.Array.from_buffers(storage_of(wanted), length, [None], 0, 0, children),
        )

    def _group(self, columns: _Columns, wanted: Group) -> list[Array]:
        """`value`, and `typed_value` if it is wanted."""
        own = columns.group.typed
        match wanted.typed, own:
            case None, _:
                return [self._encode(columns)]
            case VariantLeaf() as leaf, _:
                return list(self._leaf(columns, leaf))
            case Fields(fields), Fields():
                _require_no(OBJECT, columns)
                return [_value_of(columns), self._fields(columns, fields)]
            case Elements(element), Elements():
                _require_no(ARRAY, columns)
                return [_value_of(columns), self._elements(columns, element)]
            case _:
                return self._again(columns, wanted)

    def _encode(self, columns: _Columns) -> Array:
        """All of it as encoded values."""
        if columns.group == PLAIN and not self._tolerant:
            return _value_of(columns)
        storage = storage_at(columns.place())
        plain = kernels.unshred(storage, columns.group, self._limits, tolerant=self._tolerant)
        value: Array = plain.field(VALUE)
        if plain.null_count:
            value = pc.if_else(plain.is_valid(), value, null(pa.binary()))
        return value

    def _again(self, columns: _Columns, wanted: Group) -> list[Array]:
        """Put together, and shredded as it is wanted; nothing where nothing is."""
        is_typed = columns.typed is not None and columns.typed.null_count < columns.length
        if not is_typed and not columns.has_values:
            return _make_nothing(wanted, columns.length)
        value = self._encode(columns)
        storage = build_storage(columns.names.spread(), [value], PLAIN, value.is_valid())
        shredded = kernels.shred(storage, wanted, self._limits, exact=False)
        return [shredded.field(VALUE), shredded.field(TYPED)]

    def _leaf(self, columns: _Columns, leaf: VariantLeaf) -> tuple[Array, Array]:
        own, typed = columns.group.typed, columns.typed
        nothing: Array = cast(Any, pa.nulls)(columns.length, choose_arrow_type(leaf))
        if typed is None or own is None:
            return _value_of(columns), nothing
        if own == leaf:
            return _value_of(columns), typed
        if isinstance(own, VariantLeaf):
            if own.arrow in _NUMBERS and leaf.arrow in _NUMBERS[_NUMBERS.index(own.arrow) :]:
                return _value_of(columns), typed.cast(leaf.arrow, safe=False)
            return merge_columns(_encode_leaf(typed, own), _value_of(columns)), nothing
        if needs_names(leaf, self._casting):
            return self._encode(columns), nothing
        # An object or an array is not a value of a primitive type.
        empty = _EMPTY_ARRAY if isinstance(own, Elements) else _EMPTY_OBJECT
        return pc.if_else(typed.is_valid(), empty, _value_of(columns)), nothing

    def _fields(self, columns: _Columns, fields: Sequence[tuple[str, Group]]) -> Array:
        assert isinstance(columns.group.typed, Fields)
        typed = cast(pa.StructArray, columns.typed)
        groups = dict(columns.group.typed.fields)
        left = [name for name, _ in fields if name not in groups]
        values = self._look_up(columns, left)
        children: list[Array] = []
        for name, wanted in fields:
            if name in groups:
                inner = _open(typed.field(name), columns.names, groups[name])
            else:
                inner = _Columns(columns.names, values[name], None, PLAIN, columns.length)
            children.append(_join(self._group(inner, wanted), wanted, columns.length))
        type_ = choose_arrow_type(Fields(tuple(fields)))
        return pa.Array.from_buffers(
            type_, len(typed), [validity_of(typed)], typed.null_count, 0, children
        )

    def _look_up(self, columns: _Columns, names: list[str]) -> dict[str, Array | None]:
        """Fields without columns of their own are in `value`, if anywhere."""
        if not names or columns.value is None or not columns.has_values:
            return dict.fromkeys(names)
        value = columns.value
        storage = build_storage(columns.names.spread(), [value], PLAIN, value.is_valid())
        paths = [[name] for name in names]
        looked_up = kernels.look_up_values(storage, paths, self._limits, tolerant=self._tolerant)
        return dict(zip(names, looked_up, strict=True))

    def _elements(self, columns: _Columns, wanted: Group) -> Array:
        assert isinstance(columns.group.typed, Elements)
        lists = cut_lists(cast(ListArray, columns.typed))
        group = columns.group.typed.element
        inner = _open(lists.values, columns.names.below(pc.list_parent_indices(lists)), group)
        value, *typed = self._group(inner, wanted)
        if not typed:
            # 'If a Variant is missing in a context where a value is required', it is a Variant null.
            value = pc.fill_null(value, _NULL)
        child = _join([value, *typed], wanted, inner.length)
        buffers = [validity_of(lists), lists.buffers()[1]]
        type_ = choose_arrow_type(Elements(wanted))
        return pa.Array.from_buffers(type_, len(lists), buffers, lists.null_count, 0, [child])


def open_lists(place: GroupColumns) -> ListArray:
    """The arrays of a place that is shredded into `Elements`, as lists of Variants over the columns of their elements.

    Raises UnfitColumnsError for what has to be put together first.
    """
    assert isinstance(place.group.typed, Elements)
    names = _Names(place.metadata)
    columns = _Columns(names, place.value, place.typed, place.group, len(place.metadata))
    _require_no(ARRAY, columns)
    lists = cut_lists(cast(ListArray, place.typed))
    group = place.group.typed.element
    inner = _open(lists.values, names.below(pc.list_parent_indices(lists)), group)
    children = [column for column in (inner.value, inner.typed) if column is not None]
    every = pa.repeat(flag(True), inner.length)
    values: Any = wrap(build_storage(inner.names.spread(), children, group, every))
    buffers = [validity_of(lists), lists.buffers()[1]]
    type_ = pa.list_(values.type)
    opened = pa.Array.from_buffers(type_, len(lists), buffers, lists.null_count, 0, [values])
    return cast(ListArray, opened)


def cut_lists(lists: ListArray) -> ListArray:
    """The same lists, whose values are those of the first list up to those of the last, and no others."""
    offsets = lists.offsets
    first, last = (offsets[0].as_py(), offsets[-1].as_py()) if len(lists) else (0, 0)
    if lists.offset == 0 and first == 0 and last == len(lists.values):
        return lists
    starts = pc.subtract(offsets, integer(first, pa.int32()))
    values = lists.values.slice(first, last - first)
    buffers = [validity_of(lists), starts.buffers()[1]]
    trimmed = pa.Array.from_buffers(lists.type, len(lists), buffers, lists.null_count, 0, [values])
    return cast(ListArray, trimmed)


def _open(array: Array, names: _Names, group: Group) -> _Columns:
    struct = cast(pa.StructArray, array)
    value = struct.field(VALUE) if group.value else None
    typed = struct.field(TYPED) if group.typed is not None else None
    return _Columns(names, value, typed, group, len(struct))


def _value_of(columns: _Columns) -> Array:
    if columns.value is not None:
        return columns.value
    nothing: Array = cast(Any, pa.nulls)(columns.length, pa.binary())
    return nothing


def _join(children: list[Array], group: Group, length: int) -> Array:
    return pa.Array.from_buffers(struct_of(group), length, [None], 0, 0, children)


def _make_nothing(group: Group, length: int) -> list[Array]:
    nothing = cast(Any, pa.nulls)(length, struct_of(group))
    return [nothing.field(index) for index in range(nothing.type.num_fields)]


def _encode_leaf(typed: Array, leaf: VariantLeaf) -> Array:
    group = Group(False, leaf)
    names = pa.repeat(binary(EMPTY[0]), len(typed))
    storage = build_storage(names, [typed], group, typed.is_valid())
    plain = kernels.unshred(storage, group, DEFAULT_LIMITS, tolerant=False)
    encoded: Array = pc.if_else(plain.is_valid(), plain.field(VALUE), null(pa.binary()))
    return encoded


def _require_no(basic: int, columns: _Columns) -> None:
    """Raises UnfitColumnsError for an object (or an array) in `value` that should be in the columns of its own."""
    if not columns.has_values or columns.typed is None or columns.typed.null_count == 0:
        return
    others = cast(Array, columns.value).filter(columns.typed.is_null())
    headers = pc.unique(pc.binary_slice(others, 0, 1)).to_pylist()
    if any(header is not None and (not header or header[0] & 3 == basic) for header in headers):
        raise UnfitColumnsError

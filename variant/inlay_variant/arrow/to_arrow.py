"""Variants as lists, structs and maps of Arrow, of any depth: shredded by the type that is wanted, and the groups taken away.

Shredding puts each value that fits into its typed column. What is left over in `value` has another type: it is converted where
nothing is lost, and null otherwise.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, NoReturn, cast

import pyarrow as pa

from inlay_variant.arrow import kernels
from inlay_variant.arrow.carriers import carrier_of, from_carrier, merge_columns
from inlay_variant.arrow.casting import Casting, cast_values, make_cast_error, require_spark_leaf
from inlay_variant.arrow.nested_types import holds_variants, list_inner_fields
from inlay_variant.arrow.variant_type import VariantType, wrap
from inlay_variant.storage.arrow_classes import Array, Field, ListArray, fields_of, pc
from inlay_variant.storage.arrow_values import binary, flag, integer, integers, null
from inlay_variant.storage.leaves import VariantLeaf, leaf_of
from inlay_variant.storage.shape import (
    MAX_DEPTH,
    METADATA,
    TYPED,
    VALUE,
    Elements,
    Entries,
    Fields,
    Group,
    find_value_field,
    is_list,
    parse_shape,
    storage_of,
)
from inlay_variant.value.decode import step_of
from inlay_variant.value.errors import CastError, RowError, StorageError
from inlay_variant.value.kinds import name_kind
from inlay_variant.value.limits import VariantLimits

PLAIN: Final = Group(True, None)
_NULL: Final = binary(b"\0")


def is_nested(wanted: pa.DataType) -> bool:
    """Whether values of a type are made of others, or Variants themselves."""
    return bool(pa.types.is_nested(wanted) or pa.types.is_null(wanted)) or isinstance(
        wanted, VariantType
    )


def shredding_for(wanted: pa.DataType) -> Group:
    """The groups that Variants are shredded into to become a type. Raises StorageError for a type that they cannot have."""
    return parse_shape(_carried(wanted, "type", 0), maps=True)


def _carried(wanted: pa.DataType, path: str, depth: int) -> pa.DataType:
    """The type with what Variants do not have replaced by what carries it; a Variant is a column of its own."""
    if depth > MAX_DEPTH:
        raise StorageError("type", f"more than {MAX_DEPTH} nested types")
    if isinstance(wanted, VariantType):
        if wanted != VariantType():
            raise StorageError(path, "Variants inside of another type are not shredded")
        return pa.null()
    if pa.types.is_null(wanted):
        return pa.null()
    if pa.types.is_struct(wanted):
        return pa.struct(
            [
                field.with_type(_carried(field.type, path + step_of(field.name), depth + 1))
                for field in fields_of(wanted)
            ]
        )
    if is_list(wanted) or pa.types.is_fixed_size_list(wanted):
        return pa.list_(_carried(find_value_field(wanted).type, f"{path}[*]", depth + 1))
    if pa.types.is_map(wanted):
        maps = cast(Any, wanted)
        if carrier_of(maps.key_type, f"{path}.key") != pa.string():
            raise StorageError(f"{path}.key", f"names are text, not {maps.key_type}")
        return pa.map_(pa.string(), _carried(maps.item_type, f"{path}.*", depth + 1))
    return carrier_of(wanted, path)


def require_spark_type(wanted: pa.DataType) -> None:
    """Raises StorageError for a type with a part that Spark has no type for."""
    for field in list_inner_fields(wanted):
        require_spark_type(field.type)
    if not is_nested(wanted):
        leaf = leaf_of(carrier_of(wanted, "type"))
        assert leaf is not None
        require_spark_leaf(leaf, wanted)


def get_nested(
    plain: pa.StructArray, wanted: pa.DataType, casting: Casting, limits: VariantLimits
) -> Array:
    """Unshredded storage as an array of a type. Raises CastError if `casting` does."""
    group = shredding_for(wanted)
    storage = kernels.shred(plain, group, limits, exact=False)
    return read_nested(storage, group, wanted, casting, limits)


def read_nested(
    storage: pa.StructArray,
    group: Group,
    wanted: pa.DataType,
    casting: Casting,
    limits: VariantLimits,
) -> Array:
    """Storage of the groups that `shredding_for` gives as an array of the type. Raises CastError if `casting` does."""
    valid = storage.is_valid()
    rows = pc.indices_nonzero(pa.repeat(flag(True), len(storage)))
    place = _Place(storage.field(METADATA), storage, group, valid, rows, "$")
    return _Reading(casting, limits).read(place, pa.field("$", wanted))


class _Place(NamedTuple):
    """The columns of a group, which of its rows a value is wanted for, and the rows of the whole that they are in."""

    metadata: Array
    columns: pa.StructArray
    group: Group
    valid: Array
    rows: Array
    path: str


class _Reading:
    """Shredded columns on their way to a type."""

    def __init__(self, casting: Casting, limits: VariantLimits) -> None:
        self.casting = casting
        self.limits = limits

    def read(self, place: _Place, field: Field) -> Array:
        """The values at a place as the type of a field, of which a null may be refused."""
        array = self._values(place, field.type)
        if not field.nullable:
            missing = pc.and_(place.valid, array.is_null())
            if missing.true_count:
                reason = "is null or no value of its type, and the field may not be null"
                self._fail(place, missing, reason, "", field.type)
        return array

    def _values(self, place: _Place, wanted: pa.DataType) -> Array:
        if isinstance(wanted, VariantType):
            return self._variants(place)
        if pa.types.is_null(wanted):
            return cast(Array, pa.nulls(len(place.rows)))
        match place.group.typed:
            case Fields():
                return self._struct(place, wanted)
            case Elements():
                return self._list(place, wanted)
            case Entries():
                return self._map(place, wanted)
            case VariantLeaf() as leaf:
                return self._leaf(place, leaf, wanted)
            case None:
                raise AssertionError(f"{wanted} has a column of its own")

    def _variants(self, place: _Place) -> Array:
        value = place.columns.field(VALUE)
        storage: Any = pa.Array.from_buffers(
            storage_of(PLAIN),
            len(value),
            [_bits(value.is_valid())],
            value.null_count,
            0,
            [place.metadata, value],
        )
        return wrap(storage)

    def _leaf(self, place: _Place, leaf: VariantLeaf, wanted: pa.DataType) -> Array:
        typed = place.columns.field(TYPED)
        left = place.columns.field(VALUE)
        if left.null_count < len(left):
            try:
                converted = cast_values(left, place.metadata, leaf, self.casting, self.limits)
            except RowError as error:
                row = cast(int, place.rows[error.row].as_py())
                raise error.moved(row, place.path) from None
            typed = merge_columns(typed, converted)
        result = from_carrier(typed, wanted)
        if self.casting.raises and result.null_count > typed.null_count:
            lost = pc.and_(result.is_null(), typed.is_valid())
            value = left[pc.index(lost, True).as_py()].as_py()
            kind = name_kind(bytes([leaf.type << 2]) if value is None else cast(bytes, value))
            self._fail(place, lost, f"is not {wanted} but {kind}", kind, wanted)
        return result

    def _struct(self, place: _Place, wanted: pa.DataType) -> Array:
        assert isinstance(place.group.typed, Fields)
        typed = cast(pa.StructArray, self._containers(place, wanted))
        groups = dict(place.group.typed.fields)
        valid = typed.is_valid()
        children: list[Array] = []
        for field in fields_of(wanted):
            columns = cast(pa.StructArray, typed.field(field.name))
            path = place.path + step_of(field.name)
            inner = _Place(place.metadata, columns, groups[field.name], valid, place.rows, path)
            children.append(self.read(inner, field))
        return pa.Array.from_buffers(
            wanted, len(typed), [_bits(valid)], valid.false_count, 0, children
        )

    def _list(self, place: _Place, wanted: pa.DataType) -> Array:
        assert isinstance(place.group.typed, Elements)
        lists = cast(ListArray, self._containers(place, wanted))
        if pa.types.is_fixed_size_list(wanted):
            return self._of_one_size(place, lists, wanted)
        field = find_value_field(wanted)
        parents = pc.list_parent_indices(lists)
        inner = self._below(place, lists.values, parents, place.group.typed.element, field)
        values = self.read(inner._replace(path=f"{place.path}[*]"), field)
        valid = lists.is_valid()
        offsets = lists.buffers()[1]
        if pa.types.is_large_list(wanted):  # pyarrow's cast breaks lists of nulls inside
            offsets = lists.offsets.slice(0, len(lists) + 1).cast(pa.int64()).buffers()[1]
        is_view = pa.types.is_list_view(wanted) or pa.types.is_large_list_view(wanted)
        type_ = pa.list_(field) if is_view else wanted
        plain = pa.Array.from_buffers(
            type_, len(lists), [_bits(valid), offsets], valid.false_count, 0, [values]
        )
        return _as_views(cast(ListArray, plain), wanted) if is_view else plain

    def _of_one_size(self, place: _Place, lists: ListArray, wanted: pa.DataType) -> Array:
        """Null where a list has another size; pyarrow's cast leaves what is there undefined."""
        assert isinstance(place.group.typed, Elements)
        size, field = cast(Any, wanted).list_size, find_value_field(wanted)
        fits = pc.equal(pc.list_value_length(lists), integer(size, pa.int32()))
        if self.casting.raises and fits.false_count:
            self._fail(place, pc.invert(fits), f"is not a list of {size}", "an array", wanted)
        starts = lists.offsets.slice(0, len(lists)).cast(pa.int64())
        starts = pc.if_else(fits, starts, null(pa.int64()))
        every = integers(range(len(lists) * size), pa.int64())
        parents = pc.divide(every, size) if size else every
        places = pc.add(starts.take(parents), pc.subtract(every, pc.multiply(parents, size)))
        inner = self._below(
            place, lists.values.take(places), parents, place.group.typed.element, field
        )
        values = self.read(inner._replace(path=f"{place.path}[*]", valid=places.is_valid()), field)
        valid = pc.fill_null(fits, flag(False))
        return pa.Array.from_buffers(
            wanted, len(lists), [_bits(valid)], valid.false_count, 0, [values]
        )

    def _map(self, place: _Place, wanted: pa.DataType) -> Array:
        assert isinstance(place.group.typed, Entries)
        maps = cast("pa.MapArray[Any, Any]", self._containers(place, wanted))
        type_ = cast(Any, wanted)
        parents = pc.list_parent_indices(_as_lists(maps))
        element = place.group.typed.element
        inner = self._below(place, maps.items, parents, element, type_.item_field)
        items = self.read(inner._replace(path=f"{place.path}.*"), type_.item_field)
        keys = from_carrier(maps.keys, type_.key_type)
        entry = pa.struct([type_.key_field, type_.item_field])
        entries = pa.Array.from_buffers(entry, len(keys), [None], 0, 0, [keys, items])
        valid = maps.is_valid()
        buffers = [_bits(valid), maps.buffers()[1]]
        return pa.Array.from_buffers(wanted, len(maps), buffers, valid.false_count, 0, [entries])

    def _below(
        self, place: _Place, values: Array, parents: Array, group: Group, field: Field
    ) -> _Place:
        """The place of the values of lists; `parents` has the list of each."""
        is_looked_at = self.casting.is_spark or holds_variants(field.type)
        metadata = place.metadata.take(parents) if is_looked_at else place.metadata
        columns = cast(pa.StructArray, values)
        return _Place(metadata, columns, group, parents.is_valid(), place.rows.take(parents), "")

    def _containers(self, place: _Place, wanted: pa.DataType) -> Array:
        """The typed column of an object or a list; with `strict`, everything else but null is refused."""
        typed = place.columns.field(TYPED)
        if self.casting.raises and typed.null_count:
            left = place.columns.field(VALUE)
            others = pc.and_(typed.is_null(), pc.fill_null(pc.not_equal(left, _NULL), flag(False)))
            if others.true_count:
                at = cast(int, pc.index(others, True).as_py())
                error = make_cast_error(
                    cast(int, place.rows[at].as_py()), cast(bytes, left[at].as_py()), wanted
                )
                raise error.moved(error.row, place.path)
        return typed

    def _fail(
        self, place: _Place, where: Array, reason: str, kind: str, wanted: pa.DataType
    ) -> NoReturn:
        """Raises for the first place where it is true."""
        row = cast(int, place.rows[pc.index(where, True).as_py()].as_py())
        raise CastError(row, place.path, reason, kind, wanted)


def _bits(valid: Array) -> pa.Buffer | None:
    """Validity from bit 0 on; None where nothing is null."""
    if not cast(Any, valid).false_count:
        return None
    bits: Array = pc.or_(valid, flag(False))
    return bits.buffers()[1]


def _as_views(lists: ListArray, wanted: pa.DataType) -> Array:
    """The same lists as views; pyarrow's cast cannot."""
    number = pa.int32() if pa.types.is_list_view(wanted) else pa.int64()
    starts = lists.offsets.slice(0, len(lists)).cast(number)
    sizes = pc.fill_null(pc.list_value_length(lists), 0).cast(number)
    buffers = [_bits(lists.is_valid()), starts.buffers()[1], sizes.buffers()[1]]
    return pa.Array.from_buffers(wanted, len(lists), buffers, lists.null_count, 0, [lists.values])


def _as_lists(maps: pa.MapArray[Any, Any]) -> ListArray:
    """The same lists, of nothing in particular."""
    values: Any = pa.nulls(len(maps.items))
    lists = pa.Array.from_buffers(
        pa.list_(pa.null()), len(maps), maps.buffers()[:2], maps.null_count, 0, [values]
    )
    return cast(ListArray, lists)

"""Columns of any Arrow type as Variants: their buffers become the typed columns of a shredded Variant, and these are put together.

There is no object for a value on the way. `docs/variant.md` has the types.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, cast

import pyarrow as pa

from inlay_variant.arrow import kernels
from inlay_variant.arrow.carriers import carrier_of, to_carrier
from inlay_variant.arrow.given import Given, as_carried
from inlay_variant.arrow.shredding import unshred
from inlay_variant.arrow.variant_type import VariantArray, VariantType, wrap
from inlay_variant.storage.arrow_classes import Array, ChunkedArray, ListArray, fields_of, pc
from inlay_variant.storage.arrow_values import binary, integer, integers, null
from inlay_variant.storage.columns import build_entries
from inlay_variant.storage.leaves import leaf_of
from inlay_variant.storage.normalize_storage import validity_of
from inlay_variant.storage.shape import (
    MAX_DEPTH,
    Elements,
    Entries,
    Fields,
    Group,
    Typed,
    choose_arrow_type,
    is_list,
    storage_of,
    struct_of,
)
from inlay_variant.value.decode import step_of
from inlay_variant.value.errors import StorageError
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits

MOST_ELEMENTS: Final = 0x7FFF_FFFF
MOST_BYTES: Final = 0x7FFF_FFFF
"""What an offset of 32 bits reaches."""

_NULL: Final = binary(b"\0")
_NOTHING: Final = null(pa.binary())


def from_arrow(
    given: Given,
    *,
    limits: VariantLimits = DEFAULT_LIMITS,
) -> VariantArray | ChunkedArray:
    """A column as Variants, or the rows of a table as objects: structs and maps become objects, lists arrays.

    A null row stays null, and a null inside is a Variant null. Of a column of a table or of a table, a column, whoever's they are.

    Raises StorageError for a type or a value that no Variant holds, and for a map that has a key twice.
    """
    carried = as_carried(given)
    if isinstance(carried, pa.Table | pa.RecordBatch):
        carried = carried.to_struct_array()
    if isinstance(carried, pa.ChunkedArray):
        chunks = [_convert(chunk, limits.checked()) for chunk in carried.chunks]
        return cast(ChunkedArray, cast(Any, pa.chunked_array)(chunks, VariantType()))
    return _convert(carried, limits.checked())


def _convert(array: Array, limits: VariantLimits) -> VariantArray:
    if isinstance(array, VariantArray):
        return unshred(array, limits=limits)
    columns = _Conversion()
    place = columns.place(array, integers(range(len(array)), pa.int64()), "$", 0)
    metadata = columns.write_metadata(len(array))
    bits = validity_of(array)
    storage = pa.Array.from_buffers(
        storage_of(place.group), len(array), [bits], array.null_count, 0, [metadata, *place.columns]
    )
    plain = kernels.unshred(cast(pa.StructArray, storage), place.group, limits, tolerant=False)
    return wrap(plain)


class _Place(NamedTuple):
    """The columns of a group: `value`, which is there for Variant nulls, and the typed one."""

    group: Group
    columns: list[Array]


class _Conversion:
    """One array on its way into the columns of a Variant; collects the names that its objects have."""

    def __init__(self) -> None:
        self.names: set[bytes] = set()
        self.keys: list[tuple[Array, Array]] = []

    def place(self, array: Array, rows: Array, path: str, depth: int) -> _Place:
        """The columns of an array, whose values are in these `rows` of the whole."""
        if depth > MAX_DEPTH:
            raise StorageError(path, f"more than {MAX_DEPTH} nested types")
        type_ = array.type
        if pa.types.is_null(type_):
            return _place(None, array, None)
        if pa.types.is_struct(type_):
            return self._fields(cast(pa.StructArray, array), rows, path, depth)
        if is_list(type_) or pa.types.is_fixed_size_list(type_):
            return self._elements(_as_list(array), rows, path, depth)
        if pa.types.is_map(type_):
            return self._entries(cast("pa.MapArray[Any, Any]", array), rows, path, depth)
        if isinstance(type_, VariantType):
            raise StorageError(
                path,
                "a Variant inside has names of its own: convert it before, as JSON or by `variant_get`",
            )
        if isinstance(array, pa.ExtensionArray) and pa.types.is_nested(type_.storage_type):
            return self.place(array.storage, rows, path, depth)
        carried = to_carrier(array, path)
        leaf = leaf_of(carried.type)
        assert leaf is not None
        return _place(leaf, carried, carried)

    def _fields(self, array: pa.StructArray, rows: Array, path: str, depth: int) -> _Place:
        places: dict[str, _Place] = {}
        # What is below a null struct may be anything; flattened, it is null too.
        columns = array.flatten()
        for field, column in zip(fields_of(array.type), columns, strict=True):
            where = path + step_of(field.name)
            if field.name in places:
                raise StorageError(where, "the field is there twice")
            self.names.add(field.name.encode())
            places[field.name] = self.place(column, rows, where, depth + 1)
        ordered = sorted(places.items(), key=lambda entry: entry[0].encode())
        typed = Fields(tuple((name, place.group) for name, place in ordered))
        children = [_struct(place, len(array)) for _, place in ordered]
        return _place(typed, array, _nested(typed, array, [], children))

    def _elements(self, array: ListArray, rows: Array, path: str, depth: int) -> _Place:
        first, last, offsets = _offsets(array)
        values = array.values.slice(first, last - first)
        element = self.place(values, _rows_below(rows, offsets), f"{path}[*]", depth + 1)
        typed = Elements(element.group)
        child = _struct(element, len(values))
        return _place(typed, array, _nested(typed, array, [offsets.buffers()[1]], [child]))

    def _entries(self, array: pa.MapArray[Any, Any], rows: Array, path: str, depth: int) -> _Place:
        if carrier_of(array.type.key_type, f"{path}.key") != pa.string():
            raise StorageError(f"{path}.key", f"names are text, not {array.type.key_type}")
        lists = _as_list(array.view(_entries_of(array.type)))
        first, last, offsets = _offsets(lists)
        entries = cast(pa.StructArray, lists.values.slice(first, last - first))
        keys = to_carrier(entries.field(0), f"{path}.key")
        below = _rows_below(rows, offsets)
        self.keys.append((below, keys))
        item = self.place(entries.field(1), below, f"{path}.*", depth + 1)
        typed = Entries(item.group)
        child = build_entries(typed, keys, _struct(item, len(entries)))
        return _place(typed, array, _nested(typed, array, [offsets.buffers()[1]], [child]))

    def write_metadata(self, count: int) -> Array:
        """A dictionary for each row: of the names that the type has, and of the keys of its maps."""
        rows = pa.concat_arrays([integers([], pa.int64()), *(rows for rows, _ in self.keys)])
        keys = pa.concat_arrays([pa.nulls(0, pa.string()), *(keys for _, keys in self.keys)])
        if len(self.keys) > 1:
            order = pc.sort_indices(rows)
            rows, keys = rows.take(order), keys.take(order)
        if self.keys:
            return kernels.write_dictionaries(rows, keys, list(self.names), count)
        shared = kernels.write_dictionaries(rows, keys, list(self.names), 1)
        if shared.nbytes * count > MOST_BYTES:
            raise StorageError(
                "array", "more than 2 GiB of names in one array: split it into chunks"
            )
        return cast(Array, pa.repeat(shared[0], count))


def _place(typed: Typed | None, array: Array, column: Array | None) -> _Place:
    """A group: null values are Variant nulls in `value`."""
    columns = [] if column is None else [column]
    if array.null_count == 0 and column is not None:
        return _Place(Group(False, typed), columns)
    value = pc.if_else(array.is_null(), _NULL, _NOTHING)
    return _Place(Group(True, typed), [value, *columns])


def _struct(place: _Place, count: int) -> pa.StructArray:
    array = pa.Array.from_buffers(struct_of(place.group), count, [None], 0, 0, place.columns)
    return cast(pa.StructArray, array)


def _nested(
    typed: Typed, array: Array, buffers: list[pa.Buffer | None], children: list[Any]
) -> Array:
    """A typed column with the validity of an array."""
    type_ = choose_arrow_type(typed)
    bits = [validity_of(array), *buffers]
    return pa.Array.from_buffers(type_, len(array), bits, array.null_count, 0, children)


def _entries_of(type_: pa.MapType[Any, Any]) -> pa.DataType:
    """A map as what it is in memory: a list of structs of key and value."""
    entry = pa.struct([type_.key_field, type_.item_field])
    return pa.list_(pa.field("entries", entry, nullable=False))


def _as_list(array: Array) -> ListArray:
    """A list of any kind as one with 32-bit offsets into its values, none of which belongs to a list that is null."""
    if pa.types.is_list(array.type) and not array.null_count:
        return cast(ListArray, array)
    lengths = pc.fill_null(pc.list_value_length(array), 0).cast(pa.int64())
    ends = pa.concat_arrays([integers([0], pa.int64()), pc.cumulative_sum(lengths)])
    if cast(int, ends[-1].as_py()) > MOST_ELEMENTS:
        raise StorageError("array", f"more than {MOST_ELEMENTS:,} elements in one array: split it")
    values = pc.list_flatten(array)
    type_ = pa.list_(cast(Any, array.type).value_field)
    buffers = [validity_of(array), ends.cast(pa.int32()).buffers()[1]]
    lists = pa.Array.from_buffers(type_, len(array), buffers, array.null_count, 0, [values])
    return cast(ListArray, lists)


def _offsets(array: Any) -> tuple[int, int, Array]:
    """The first and the last value of lists or maps, and offsets that count from the first."""
    if not len(array):
        return 0, 0, integers([0], pa.int32())
    offsets: Array = array.offsets
    first, last = cast(int, offsets[0].as_py()), cast(int, offsets[-1].as_py())
    return first, last, pc.subtract(offsets, integer(first, pa.int32()))


def _rows_below(rows: Array, offsets: Array) -> Array:
    """The row of each value of lists with these offsets."""
    values = pa.nulls(cast(int, offsets[-1].as_py()))
    counted = cast(Any, pa.ListArray).from_arrays(offsets, values)
    return rows.take(pc.list_parent_indices(counted))

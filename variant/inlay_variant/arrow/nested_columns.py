"""Variants inside of lists, maps and structs: reached, worked on, and put back, with what is around them as it was.

A place is named by a path: the name of the column, `element` for the elements of a list, `value` for the values of a map, and
the names of fields.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias, cast

import pyarrow as pa

from inlay_variant.arrow.nested_types import holds_variants, list_inner_fields, with_inner
from inlay_variant.arrow.variant_type import VariantArray, VariantType
from inlay_variant.storage.arrow_classes import Array, ChunkedArray, Field, fields_of, pc
from inlay_variant.storage.arrow_values import integers
from inlay_variant.storage.normalize_storage import mask, validity_of
from inlay_variant.value.errors import RowError

Work: TypeAlias = "Callable[[VariantArray, str], Array]"
"""What becomes of the Variants at a path."""


def list_variant_paths(type_: pa.DataType, path: str) -> list[tuple[str, VariantType]]:
    """The paths of the Variants in a type, which itself is at `path`."""
    if isinstance(type_, VariantType):
        return [(path, type_)]
    return [
        place
        for step, inner in zip(list_steps(type_), list_inner_fields(type_), strict=True)
        for place in list_variant_paths(inner.type, f"{path}.{step}")
    ]


def list_paths_of(field: Field) -> list[str]:
    """The paths of the Variants in a column."""
    return [path for path, _ in list_variant_paths(field.type, field.name)]


def find_columns(schema: pa.Schema, path: str) -> list[int]:
    """The places of the columns that a path leads into: those of the very name go first. There are several where names are not unique."""
    named = [
        index
        for index, field in enumerate(schema)
        if field.name == path and isinstance(field.type, VariantType)
    ]
    return named or [index for index, field in enumerate(schema) if path in list_paths_of(field)]


def pick_inside(column: ChunkedArray, name: str, path: str) -> ChunkedArray:
    """The Variants at a path of the column of this name, with the lists and maps around them."""
    picked: Any = [
        map_variants(chunk, name, lambda variants, _: variants, only=path)
        for chunk in column.chunks or [make_empty(column.type)]
    ]
    return cast(ChunkedArray, cast(Any, pa.chunked_array)(picked))


def make_empty(type_: pa.DataType) -> Array:
    """An array of no rows, of a type that may hold Variants."""
    table = pa.schema([pa.field("v", type_)]).empty_table()
    array: Any = table.column(0).combine_chunks()
    return cast(Array, array)


def list_steps(type_: pa.DataType) -> list[str]:
    """What leads to each of the fields that a type is made of."""
    if pa.types.is_struct(type_):
        return [field.name for field in fields_of(type_)]
    if pa.types.is_map(type_):
        return ["key", "value"]
    return ["element"] * len(list_inner_fields(type_))


def map_variants(array: Array, path: str, work: Work, *, only: str | None = None) -> Array:
    """The array with what `work` makes of each Variant in its place. List views become lists.

    With `only`, the path of one of them, nothing else is kept: structs make way for the field that leads there. Errors of
    rows get the row of the array, and name the element.
    """
    if isinstance(array, VariantArray):
        return work(array, path)
    type_ = array.type
    if not holds_variants(type_):
        return array
    if pa.types.is_struct(type_):
        return _map_fields(cast(pa.StructArray, array), path, work, only)
    fields = list_inner_fields(type_)
    if pa.types.is_fixed_size_list(type_):
        return _map_fixed(array, f"{path}.element", work, only)
    lists = split_lists(array)
    with _rows_of(lists.offsets):
        if pa.types.is_map(type_):
            keys, items = lists.values.flatten()
            mapped = map_variants(items, f"{path}.value", work, only=only)
            inner = [fields[0], _field_for(fields[1], mapped, None)]
            entry = pa.struct([inner[0].with_nullable(False), inner[1]])
            columns: list[Any] = [keys, mapped]
            child = pa.Array.from_buffers(entry, len(keys), [None], 0, 0, columns)
        else:
            child = map_variants(lists.values, f"{path}.element", work, only=only)
            inner = [_field_for(fields[0], child, None)]
    offsets = lists.offsets
    if not _is_large(type_):
        offsets = offsets.cast(pa.int32())
    kind = _as_list_type(with_inner(type_, inner))
    buffers = [validity_of(array), offsets.buffers()[1]]
    return pa.Array.from_buffers(kind, len(array), buffers, array.null_count, 0, [child])


def change_variant_types(
    type_: pa.DataType, path: str, change: Callable[[VariantType, str], pa.DataType]
) -> pa.DataType:
    """The type of what `map_variants` makes of arrays of a type, if `change` says what becomes of the Variants."""
    if isinstance(type_, VariantType):
        return change(type_, path)
    if not holds_variants(type_):
        return type_
    inner = [
        field.with_type(change_variant_types(field.type, f"{path}.{step}", change))
        for step, field in zip(list_steps(type_), list_inner_fields(type_), strict=True)
    ]
    return _as_list_type(with_inner(type_, inner))


def gather_variants(array: Array) -> list[VariantArray]:
    """All Variants that are in an array, of each place in one array."""
    arrays: list[VariantArray] = []

    def collect(variants: VariantArray, _: str) -> Array:
        arrays.append(variants)
        return variants

    map_variants(array, "$", collect)
    return arrays


def _map_fields(array: pa.StructArray, path: str, work: Work, only: str | None) -> Array:
    fields = fields_of(array.type)
    # What is below a null struct may be anything; flattened, it is null too.
    columns = array.flatten()
    if only is not None:
        for field, column in zip(fields, columns, strict=True):
            where = f"{path}.{field.name}"
            if only in dict(list_variant_paths(field.type, where)):
                return map_variants(column, where, work, only=only)
    mapped: list[Array] = [
        map_variants(column, f"{path}.{field.name}", work)
        for field, column in zip(fields, columns, strict=True)
    ]
    types = [_field_for(field, column, array) for field, column in zip(fields, mapped, strict=True)]
    bits = [validity_of(array)]
    children: list[Any] = mapped
    return pa.Array.from_buffers(pa.struct(types), len(array), bits, array.null_count, 0, children)


def _map_fixed(array: Any, path: str, work: Work, only: str | None) -> Array:
    size = array.type.list_size
    values: Array = array.values.slice(array.offset * size, len(array) * size)
    if array.null_count:
        parents = integers((row for row in range(len(array)) for _ in range(size)), pa.int64())
        values = mask(values, array.is_valid().take(parents))
    with _rows_of(integers(range(0, size * len(array) + 1, size or 1), pa.int64())):
        child = map_variants(values, path, work, only=only)
    field = list_inner_fields(array.type)[0].with_nullable(True)
    type_ = with_inner(array.type, [field.with_type(child.type)])
    bits = [validity_of(array)]
    return pa.Array.from_buffers(type_, len(array), bits, array.null_count, 0, [child])


def _field_for(field: Field, column: Array, parent: Array | None) -> Field:
    """The field with what became of its column, which may be null where it is."""
    missing = column.null_count
    if missing and parent is not None and parent.null_count and not field.nullable:
        missing = pc.and_(column.is_null(), parent.is_valid()).true_count
    return field.with_type(column.type).with_nullable(field.nullable or missing > 0)


class Lists(NamedTuple):
    """`offsets` are int64, and begin with 0; each of the values is in a list that is there."""

    offsets: Array
    values: Any


def split_lists(array: Any) -> Lists:
    """A list of any kind, or a map, as offsets and elements; those of a map are structs of key and value."""
    if pa.types.is_map(array.type):
        entry = pa.struct([array.type.key_field, array.type.item_field])
        entries: Any = pa.StructArray.from_arrays([array.keys, array.items], fields=list(entry))
        own = array.buffers()[:2]
        array = pa.Array.from_buffers(
            pa.list_(entry), len(array), own, array.null_count, array.offset, [entries]
        )
    type_ = array.type
    if (
        len(array)
        and not array.null_count
        and (pa.types.is_list(type_) or pa.types.is_large_list(type_))
    ):
        offsets = array.offsets.cast(pa.int64())
        first, last = offsets[0].as_py(), offsets[-1].as_py()
        return Lists(pc.subtract(offsets, offsets[0]), array.values.slice(first, last - first))
    lengths = pc.fill_null(pc.list_value_length(array), 0).cast(pa.int64())
    offsets = pa.concat_arrays([integers([0], pa.int64()), pc.cumulative_sum(lengths)])
    # pyarrow cannot make an array of no UUIDs, which is what is left of lists that are all empty.
    values = array.flatten() if offsets[-1].as_py() else array.values.slice(0, 0)
    return Lists(offsets, values)


def _is_large(type_: pa.DataType) -> bool:
    return bool(pa.types.is_large_list(type_) or pa.types.is_large_list_view(type_))


def _as_list_type(type_: pa.DataType) -> pa.DataType:
    if pa.types.is_list_view(type_):
        return pa.list_(list_inner_fields(type_)[0])
    if pa.types.is_large_list_view(type_):
        return pa.large_list(list_inner_fields(type_)[0])
    return type_


@contextmanager
def _rows_of(offsets: Array) -> Generator[None]:
    """Errors of elements become errors of the rows whose lists they are in."""
    try:
        yield
    except RowError as error:
        starts: Sequence[int] = cast(Any, offsets).to_pylist()
        row = bisect_right(starts, error.row) - 1
        path = f"element {error.row - starts[row]}, {error.path}"
        raise error.moved(row, path) from None

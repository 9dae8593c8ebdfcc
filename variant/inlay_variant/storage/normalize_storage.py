"""Any storage that the document allows, brought to one: 32-bit offsets, plain metadata, fields by name.

Nothing is copied that has this form already, which is what pyarrow reads from Parquet.
"""

from __future__ import annotations

from typing import Any, Final, cast

import pyarrow as pa

from inlay_variant.storage.arrow_classes import Array, Field, ListArray, pc
from inlay_variant.storage.arrow_values import integer, integers, null
from inlay_variant.storage.leaves import VariantLeaf
from inlay_variant.storage.shape import (
    METADATA,
    TYPED,
    VALUE,
    Elements,
    Entries,
    Fields,
    Group,
    Typed,
    choose_arrow_type,
)
from inlay_variant.value.errors import StorageError

_TOO_LARGE: Final = "more than 2 GiB in one array: split it into chunks"


def normalize_storage(storage: pa.StructArray, group: Group) -> pa.StructArray:
    """The array over the storage type `storage_of(group)`. Raises StorageError beyond 2 GiB."""
    metadata = _binary(_plain_metadata(storage), METADATA)
    if metadata.null_count:
        valid = storage.is_valid() if storage.null_count else None
        if valid is None or pc.sum(pc.and_(valid, metadata.is_null())).as_py():
            raise StorageError(METADATA, "is null in a row that is not")
        # The column is not nullable, and who writes it looks at that even below rows that are null.
        metadata = pc.fill_null(metadata, b"")
    children = [metadata, *_columns(storage, group, "")]
    fields = [pa.field(METADATA, pa.binary(), nullable=False), *_fields(group)]
    return _struct(children, fields, storage)


def _columns(storage: pa.StructArray, group: Group, path: str) -> list[Array]:
    columns = [_binary(storage.field(VALUE), path + VALUE)] if group.value else []
    if group.typed is not None:
        columns.append(_typed(storage.field(TYPED), group.typed, path + TYPED))
    return columns


def _fields(group: Group) -> list[Field]:
    fields: list[Field] = [pa.field(VALUE, pa.binary())] if group.value else []
    if group.typed is not None:
        fields.append(pa.field(TYPED, choose_arrow_type(group.typed)))
    return fields


def _group(array: pa.StructArray, group: Group, path: str) -> pa.StructArray:
    """A group inside; one that is null (which is not allowed) becomes one that is missing."""
    columns = _columns(array, group, f"{path}.")
    if array.null_count:
        columns = [mask(column, array.is_valid()) for column in columns]
    return _struct(columns, _fields(group), None, length=len(array))


def mask(array: Array, valid: Array) -> Array:
    """Null wherever `valid` is false."""
    rows = integers(range(len(array)), pa.int64())
    return array.take(pc.if_else(valid, rows, null(pa.int64())))


def _typed(array: Array, typed: Typed, path: str) -> Array:
    match typed:
        case VariantLeaf():
            return _leaf(array, typed, path)
        case Elements(element):
            return _list(array, element, path)
        case Entries():
            raise AssertionError("columns of maps are never stored")
        case Fields(fields):
            struct = cast(pa.StructArray, array)
            children: list[Array] = [
                _group(cast(pa.StructArray, struct.field(name)), group, f"{path}.{name}")
                for name, group in fields
            ]
            described = [
                pa.field(name, child.type, nullable=False)
                for (name, _), child in zip(fields, children, strict=True)
            ]
            return _struct(children, described, struct)


def _leaf(array: Array, leaf: VariantLeaf, path: str) -> Array:
    if isinstance(array, pa.ExtensionArray):
        return array  # uuid, the only one that is allowed
    if array.type == leaf.arrow:
        return array
    if pa.types.is_timestamp(array.type):
        return array.cast(leaf.arrow)  # the same instants under another name of UTC
    if leaf.width == 0:
        return _narrow(array, leaf.arrow, path)
    return array.cast(leaf.arrow)


def _list(array: Array, element: Group, path: str) -> Array:
    if pa.types.is_list(array.type):
        lists = cast(ListArray, array)
        offsets, values = lists.offsets, lists.values
    else:
        # pyarrow's cast of list views gives invalid arrays; their elements need not be in order.
        lengths = pc.fill_null(pc.list_value_length(array), 0).cast(pa.int64())
        ends = pc.cumulative_sum(lengths)
        if len(ends) and ends[-1].as_py() > 0x7FFF_FFFF:
            raise StorageError(path, _TOO_LARGE)
        offsets = pa.concat_arrays([integers([0], pa.int32()), ends.cast(pa.int32())])
        # pyarrow cannot make an array of no UUIDs, which is what is left of lists that are all empty.
        values = (
            pc.list_flatten(array) if len(ends) and ends[-1].as_py() else _inside(array).slice(0, 0)
        )
    child = _group(cast(pa.StructArray, values), element, f"{path}.element")
    if offsets.offset:
        offsets = pc.add(
            offsets, integer(0, pa.int32())
        )  # a copy that starts where its buffer does
    return pa.Array.from_buffers(
        pa.list_(pa.field("element", child.type, nullable=False)),
        len(array),
        [validity_of(array), offsets.buffers()[1]],
        array.null_count,
        0,
        [child],
    )


def _inside(array: Array) -> Array:
    """The values that list views point into."""
    views: Any = array
    values: Array = views.values
    return values


def _plain_metadata(storage: pa.StructArray) -> Array:
    metadata = storage.field(METADATA)
    if isinstance(metadata, pa.DictionaryArray):
        indices: Array = metadata.indices
        if storage.null_count:
            # pyarrow leaves any index below a null, also into a dictionary that is empty.
            indices = pc.if_else(storage.is_valid(), indices, null(indices.type))
        try:
            return metadata.dictionary.take(indices)
        except pa.ArrowIndexError:
            raise StorageError(METADATA, "has an index that is not in its dictionary") from None
        except pa.ArrowInvalid:
            raise StorageError(METADATA, _TOO_LARGE) from None
    if isinstance(metadata, pa.RunEndEncodedArray):
        decoded: Array = pc.run_end_decode(metadata)
        return decoded
    return metadata


def _binary(array: Array, path: str) -> Array:
    return _narrow(array, pa.binary(), path)


def _narrow(array: Array, wanted: pa.DataType, path: str) -> Array:
    if array.type == wanted:
        return array
    try:
        return array.cast(wanted)
    except pa.ArrowInvalid:
        raise StorageError(path, _TOO_LARGE) from None


def _struct(
    children: list[Array], fields: list[Field], like: pa.StructArray | None, length: int = 0
) -> pa.StructArray:
    """A struct with the validity of another one, over children that are sliced already."""
    validity = None if like is None else validity_of(like)
    array = pa.Array.from_buffers(
        pa.struct(fields),
        length if like is None else len(like),
        [validity],
        0 if like is None else like.null_count,
        0,
        children,
    )
    return cast(pa.StructArray, array)


def validity_of(array: Array) -> pa.Buffer | None:
    """The validity bits of an array, from bit 0 on; None where nothing is null."""
    if not array.null_count:
        return None
    if array.offset == 0 and array.buffers()[0] is not None:
        return array.buffers()[0]
    bits: Array = pc.or_(array.is_valid(), False)  # a copy that starts at bit 0
    return bits.buffers()[1]

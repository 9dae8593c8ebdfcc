"""What a storage type is made of, and whether it is one of a Variant.

    CanonicalExtensions.rst, "Parquet Variant": the rules, checked here one by one

A Variant's storage is a tree of groups. Each has a `value` column, a `typed_value`, or both; a typed value
is a leaf, a list of groups, or named fields that are groups.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias, cast

import pyarrow as pa

from inlay_variant.storage.arrow_classes import Field
from inlay_variant.storage.leaves import VariantLeaf, leaf_of
from inlay_variant.value.decode import step_of
from inlay_variant.value.errors import StorageError
from inlay_variant.value.limits import DEFAULT_LIMITS

METADATA: Final = "metadata"
VALUE: Final = "value"
TYPED: Final = "typed_value"

MAX_DEPTH: Final = DEFAULT_LIMITS.depth


class Elements(NamedTuple):
    """A typed value that is a list."""

    element: Group


class Fields(NamedTuple):
    """A typed value that is an object: its shredded fields, sorted by name as UTF-8."""

    fields: tuple[tuple[str, Group], ...]


class Entries(NamedTuple):
    """A typed value that is an object with any names: a map of Arrow. No Variant is stored so; columns of this kind are
    what maps become Variants from, and the other way round."""

    element: Group


Typed: TypeAlias = "VariantLeaf | Elements | Fields | Entries"


class Group(NamedTuple):
    """`value` says whether the column is there; `typed` is None where there is no typed value."""

    value: bool
    typed: Typed | None

    @property
    def is_shredded(self) -> bool:
        return self.typed is not None


def shape_of(storage: pa.DataType, *, tolerant: bool = False) -> Group:
    """The groups of a storage type. Raises StorageError, naming the rule that it breaks and where.

    `tolerant` lets fields and elements be nullable, which writers must not do and some do.
    """
    if not pa.types.is_struct(storage):
        raise StorageError("storage", f"a Variant is stored as a struct, not as {storage}")
    names = _fields_by_name(storage, "storage")
    metadata = names.pop(METADATA, None)
    if metadata is None:
        raise StorageError("storage", "there is no field named 'metadata'")
    if metadata.nullable and not tolerant:
        raise StorageError(METADATA, "has to be non-nullable")
    if not is_binary(_decoded(metadata.type)):
        raise StorageError(
            METADATA,
            "has to be binary, large_binary or binary_view, which may be dictionary- or "
            f"run-end-encoded, not {metadata.type}",
        )
    return _group(names, "storage", "", tolerant, 0)


def _group(names: dict[str, Field], where: str, prefix: str, tolerant: bool, depth: int) -> Group:
    value, typed = names.pop(VALUE, None), names.pop(TYPED, None)
    for name in names:
        raise StorageError(
            f"{prefix}{name}", "a Variant may only have the fields metadata, value and typed_value"
        )
    if value is None and typed is None:
        raise StorageError(where, "value or typed_value is missing: at least one of them is needed")
    if value is not None and not is_binary(value.type):
        raise StorageError(
            f"{prefix}{VALUE}", f"has to be binary, large_binary or binary_view, not {value.type}"
        )
    if typed is None or pa.types.is_null(typed.type):
        return Group(value is not None, None)
    return Group(value is not None, _typed(typed.type, f"{prefix}{TYPED}", tolerant, depth))


def _typed(arrow: pa.DataType, path: str, tolerant: bool, depth: int) -> Typed:
    if depth > MAX_DEPTH:
        raise StorageError(path, f"more than {MAX_DEPTH} nested groups")
    if is_list(arrow):
        element = find_value_field(arrow)
        where = f"{path}.element"
        return Elements(_child(element, where, "elements of a list", tolerant, depth))
    if pa.types.is_struct(arrow):
        fields = {
            name: _child(field, f"{path}{step_of(name)}", "fields of an object", tolerant, depth)
            for name, field in _fields_by_name(arrow, path).items()
        }
        return Fields(tuple(sorted(fields.items(), key=lambda entry: entry[0].encode())))
    leaf = leaf_of(arrow)
    if leaf is None:
        raise StorageError(path, f"{arrow} is not mapped to a Variant type")
    return leaf


def _child(field: Field, path: str, what: str, tolerant: bool, depth: int) -> Group:
    if not pa.types.is_struct(field.type):
        raise StorageError(
            path, f"{what} have to be structs of value and typed_value, not {field.type}"
        )
    if field.nullable and not tolerant:
        raise StorageError(path, f"{what} have to be non-nullable")
    return _group(_fields_by_name(field.type, path), path, f"{path}.", tolerant, depth + 1)


def _fields_by_name(struct: pa.DataType, path: str) -> dict[str, Field]:
    by_name: dict[str, Field] = {}
    for index in range(struct.num_fields):
        field: Field = struct.field(index)
        if field.name in by_name:
            raise StorageError(path, f"the field {field.name!r} is there twice")
        by_name[field.name] = field
    return by_name


def is_binary(arrow: pa.DataType) -> bool:
    return bool(
        pa.types.is_binary(arrow)
        or pa.types.is_large_binary(arrow)
        or pa.types.is_binary_view(arrow)
    )


def is_list(arrow: pa.DataType) -> bool:
    return bool(
        pa.types.is_list(arrow)
        or pa.types.is_large_list(arrow)
        or pa.types.is_list_view(arrow)
        or pa.types.is_large_list_view(arrow)
    )


def find_value_field(arrow: pa.DataType) -> Field:
    """The elements of a list of any kind."""
    lists: Any = arrow
    field: Field = lists.value_field
    return field


def _decoded(arrow: pa.DataType) -> pa.DataType:
    if pa.types.is_dictionary(arrow) or pa.types.is_run_end_encoded(arrow):
        value: pa.DataType = arrow.value_type
        return value
    return arrow


def parse_shape(schema: pa.DataType, *, maps: bool = False) -> Group:
    """The groups that shredding by a plain Arrow type makes: leaves, lists and structs of them, and with `maps` these too.

    `null` stands for a column of its own without a typed value. Raises StorageError.
    """
    return Group(True, _plain(schema, "schema", 0, maps))


def _plain(arrow: pa.DataType, path: str, depth: int, maps: bool) -> Typed | None:
    if depth > MAX_DEPTH:
        raise StorageError(path, f"more than {MAX_DEPTH} nested groups")
    if pa.types.is_null(arrow):
        return None
    if is_list(arrow):
        element = find_value_field(arrow).type
        return Elements(Group(True, _plain(element, f"{path}.element", depth + 1, maps)))
    if maps and pa.types.is_map(arrow):
        item = cast(Any, arrow).item_type
        return Entries(Group(True, _plain(item, f"{path}.value", depth + 1, maps)))
    if pa.types.is_struct(arrow):
        fields = {
            name: Group(True, _plain(field.type, f"{path}{step_of(name)}", depth + 1, maps))
            for name, field in _fields_by_name(arrow, path).items()
        }
        return Fields(tuple(sorted(fields.items(), key=lambda entry: entry[0].encode())))
    leaf = leaf_of(arrow)
    if leaf is None or pa.types.is_unsigned_integer(arrow):
        raise StorageError(path, f"{arrow} is not a type that Variants can be shredded into")
    return leaf


def storage_of(group: Group) -> pa.DataType:
    """The storage type that columns of these groups are brought to: struct<metadata, value, typed_value>."""
    fields = [pa.field(METADATA, pa.binary(), nullable=False), *_columns(group)]
    return pa.struct(fields)


def struct_of(group: Group) -> pa.DataType:
    """The same of a group inside."""
    return pa.struct(_columns(group))


def _columns(group: Group) -> list[Field]:
    columns: list[Field] = [pa.field(VALUE, pa.binary())] if group.value else []
    if group.typed is not None:
        columns.append(pa.field(TYPED, choose_arrow_type(group.typed)))
    return columns


def choose_arrow_type(typed: Typed) -> pa.DataType:
    """The Arrow type of a typed value, as it is written; UUIDs with their extension type."""
    match typed:
        case VariantLeaf():
            return pa.uuid() if typed.arrow == pa.binary(16) else typed.arrow
        case Elements(element):
            return pa.list_(pa.field("element", struct_of(element), nullable=False))
        case Entries(element):
            items: Any = pa.field("value", struct_of(element), nullable=False)
            return cast(pa.DataType, pa.map_(pa.string(), items))
        case Fields(fields):
            return pa.struct(
                [pa.field(name, struct_of(group), nullable=False) for name, group in fields]
            )

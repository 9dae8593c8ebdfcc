"""What the types of annotated groups are read as: the rules of the specification, as far as values can be told without them."""

from __future__ import annotations

import warnings

import pyarrow as pa

from inlay_variant.arrow.nested_types import list_inner_fields, replace_variants, with_inner
from inlay_variant.arrow.variant_type import VariantType
from inlay_variant.storage.arrow_classes import Field, fields_of
from inlay_variant.storage.shape import METADATA, TYPED, Group, find_value_field, is_list, shape_of
from inlay_variant.value.errors import StorageError, VariantWarning


def make_sound_type(type_: pa.DataType, path: str, *, quiet: bool) -> pa.DataType:
    """The type with every Variant of a file as one that keeps the rules.

    A group that may be null and must not, and one without metadata, which is a plain struct, are a VariantWarning
    unless `quiet`. Raises StorageError, which begins with `path`.
    """
    if isinstance(type_, VariantType):
        return _sound_variant(type_, path, quiet)
    inner = list_inner_fields(type_)
    sound = [_sound_field(type_, field, path, quiet) for field in inner]
    return type_ if sound == inner else with_inner(type_, sound)


def _sound_field(parent: pa.DataType, field: Field, path: str, quiet: bool) -> Field:
    step = field.name
    if pa.types.is_map(parent):
        step = "value"
    elif not pa.types.is_struct(parent):
        step = "element"
    return field.with_type(make_sound_type(field.type, f"{path}.{step}", quiet=quiet))


def _sound_variant(type_: VariantType, path: str, quiet: bool) -> pa.DataType:
    storage = type_.storage_type
    if METADATA not in {field.name for field in list_inner_fields(storage)}:
        what = "is annotated as a Variant and has no metadata, so it is read as a plain struct"
        _warn(path, what, quiet)
        return replace_variants(type_)
    check_group(type_, path, tolerant=True)
    try:
        check_group(type_, path, tolerant=False)
    except StorageError as error:
        _warn(error.path, f"{error.rule}; what is null there is read as missing", quiet)
        return VariantType(_required_storage(storage))
    return type_


def _required_storage(group: pa.DataType) -> pa.DataType:
    """The storage of a Variant or of a group inside, in which nothing may be null that must not."""
    return pa.struct([_required(field) for field in fields_of(group)])


def _required(field: Field) -> Field:
    if field.name == METADATA:
        return field.with_nullable(False)
    if field.name != TYPED:
        return field
    groups = [
        child.with_type(_required_storage(child.type)).with_nullable(False)
        for child in list_inner_fields(field.type)
    ]
    return field.with_type(with_inner(field.type, groups)) if groups else field


def _warn(path: str, what: str, quiet: bool) -> None:
    if not quiet:
        warnings.warn(f"{path}: {what}", VariantWarning, stacklevel=2)


def check_group(type_: VariantType, name: str, *, tolerant: bool) -> Group:
    """The groups of a column of a Parquet file; `tolerant` as `shape_of` has it. Raises StorageError, which begins
    with `name`."""
    try:
        group = shape_of(type_.storage_type, tolerant=tolerant)
        for field in fields_of(type_.storage_type):
            if field.name == TYPED:
                _refuse_unsigned(field.type, TYPED)
    except StorageError as error:
        raise StorageError(f"{name}.{error.path}", error.rule) from None
    return group


def _refuse_unsigned(type_: pa.DataType, path: str) -> None:
    """Arrow maps unsigned integers; among the types that Parquet may shred into there are none."""
    if pa.types.is_unsigned_integer(type_):
        raise StorageError(path, f"{type_} is not a type that Variants can be shredded into")
    if pa.types.is_struct(type_):
        for field in fields_of(type_):
            _refuse_unsigned(field.type, f"{path}.{field.name}")
    elif is_list(type_):
        _refuse_unsigned(find_value_field(type_).type, f"{path}.element")

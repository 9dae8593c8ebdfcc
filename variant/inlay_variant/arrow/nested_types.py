"""Arrow types that are made of others: taken apart, put together, and what of Variants is in them."""

from __future__ import annotations

from typing import Any, cast

import pyarrow as pa

from inlay_variant.arrow.variant_type import NAME, VariantType
from inlay_variant.storage.arrow_classes import Field, fields_of
from inlay_variant.storage.shape import find_value_field, is_list


def is_called_variant(type_: pa.DataType) -> bool:
    """Whether it is a type of Variants, ours or another one that is registered under the name."""
    return isinstance(type_, pa.BaseExtensionType) and type_.extension_name == NAME


def holds_variants(type_: pa.DataType) -> bool:
    """Whether a Variant is anywhere in a type."""
    return isinstance(type_, VariantType) or any(
        holds_variants(field.type) for field in list_inner_fields(type_)
    )


def replace_variants(type_: pa.DataType) -> pa.DataType:
    """The type with the storage in the place of every Variant, whoever's type it is."""
    if is_called_variant(type_):
        return cast(pa.BaseExtensionType, type_).storage_type
    inner = list_inner_fields(type_)
    plain = [field.with_type(replace_variants(field.type)) for field in inner]
    return type_ if plain == inner else with_inner(type_, plain)


def list_inner_fields(type_: pa.DataType) -> list[Field]:
    """The fields that a type is made of; none for one without."""
    if not type_.num_fields:  # as of most columns
        return []
    if pa.types.is_struct(type_):
        return fields_of(type_)
    if is_list(type_) or pa.types.is_fixed_size_list(type_):
        return [find_value_field(type_)]
    if pa.types.is_map(type_):
        maps: Any = type_
        return [maps.key_field, maps.item_field]
    return []


def with_inner(type_: pa.DataType, inner: list[Field]) -> pa.DataType:
    """The same kind of type, made of other fields."""
    makers: Any = pa
    if pa.types.is_struct(type_):
        return pa.struct(inner)
    if pa.types.is_map(type_):
        outer: pa.DataType = makers.map_(*inner, keys_sorted=cast(Any, type_).keys_sorted)
    elif pa.types.is_fixed_size_list(type_):
        outer = makers.list_(inner[0], cast(Any, type_).list_size)
    elif pa.types.is_large_list(type_):
        outer = pa.large_list(inner[0])
    elif pa.types.is_list_view(type_):
        outer = makers.list_view(inner[0])
    elif pa.types.is_large_list_view(type_):
        outer = makers.large_list_view(inner[0])
    else:
        outer = pa.list_(inner[0])
    return outer

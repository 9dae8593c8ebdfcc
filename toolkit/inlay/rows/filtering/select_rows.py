"""Rows of a table by a mask, also of columns that hold views of strings or bytes, which pyarrow cannot filter."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from inlay.ground.arrow_fields import fields_in


def select_rows(rows: pa.Table, mask: pa.ChunkedArray[Any]) -> pa.Table:
    """The rows where the mask is true, in the types that they had: views are filtered as what they are views of."""
    plain = pa.schema(
        [field.with_type(_without_views(field.type)) for field in fields_in(rows.schema)]
    )
    if plain.types == rows.schema.types:
        return rows.filter(mask)
    described: Any = rows.schema.metadata
    return rows.cast(pa.schema(fields_in(plain), described)).filter(mask).cast(rows.schema)


def _without_views(type_: pa.DataType) -> pa.DataType:
    if pa.types.is_string_view(type_):
        return pa.large_string()
    if pa.types.is_binary_view(type_):
        return pa.large_binary()
    if pa.types.is_struct(type_):
        return pa.struct(
            [field.with_type(_without_views(field.type)) for field in fields_in(type_)]
        )
    if pa.types.is_map(type_):
        key, item = type_.key_field, type_.item_field
        fields: list[Any] = [it.with_type(_without_views(it.type)) for it in (key, item)]
        return pa.map_(*fields)
    if pa.types.is_list(type_) or pa.types.is_large_list(type_):
        element = type_.value_field.with_type(_without_views(type_.value_field.type))
        return pa.list_(element) if pa.types.is_list(type_) else pa.large_list(element)
    if pa.types.is_fixed_size_list(type_):
        element = type_.value_field.with_type(_without_views(type_.value_field.type))
        return pa.list_(element, int(type_.list_size))
    return type_

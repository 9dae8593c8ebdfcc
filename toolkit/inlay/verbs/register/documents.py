"""Rows of Arrow as JSON: days, moments and decimals as text, bytes in hexadecimal."""

from __future__ import annotations

from math import isfinite
from typing import Any, cast

import pyarrow as pa

from inlay.ground.arrow_fields import fields_in
from inlay.ground.arrow_rows import Array, children_of, column_in, make_struct


def list_documents(batch: pa.RecordBatch) -> list[dict[str, Any]]:
    """Every value of Arrow can be shown so, also days that Python's dates do not have."""
    columns = [_make_plain(column_in(batch, at)).to_pylist() for at in range(batch.num_columns)]
    return [
        {name: _format(value) for name, value in zip(batch.schema.names, row, strict=True)}
        for row in zip(*columns, strict=True)
    ]


def _make_plain(array: Array) -> Array:
    """Anything but numbers, text and bytes becomes text."""
    type_ = array.type
    if isinstance(array, pa.StructArray):
        members = [_make_plain(member) for member in children_of(array)]
        fields = [
            field.with_type(member.type)
            for field, member in zip(fields_in(array.type), members, strict=True)
        ]
        return make_struct(members, fields)
    is_text = pa.types.is_temporal(type_) or pa.types.is_decimal(type_)
    return array.cast(pa.string()) if is_text else array


def _format(value: Any) -> Any:
    match value:
        case dict():
            members = cast("dict[str, Any]", value)
            return {name: _format(member) for name, member in members.items()}
        case bytes():
            return f"0x{value.hex()}"
        case float():
            return value if isfinite(value) else str(value)
        case _:
            return value

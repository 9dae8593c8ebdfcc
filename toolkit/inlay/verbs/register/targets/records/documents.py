"""Rows of a table of records as JSON: days, moments and decimals as text, bytes in hexadecimal."""

from __future__ import annotations

from math import isfinite
from typing import Any

import pyarrow as pa


def list_documents(batch: pa.RecordBatch) -> list[dict[str, Any]]:
    """Every value of Arrow can be shown so, also days that Python's dates do not have."""
    columns = [_make_plain(column).to_pylist() for column in batch.columns]
    return [
        {name: _format(value) for name, value in zip(batch.schema.names, row, strict=True)}
        for row in zip(*columns, strict=True)
    ]


def _make_plain(array: pa.Array[Any]) -> pa.Array[Any]:
    """Anything but numbers, text and bytes becomes text."""
    type_ = array.type
    if isinstance(array, pa.StructArray):
        names = [field.name for field in type_]
        members = [_make_plain(member) for member in array.flatten()]
        return pa.StructArray.from_arrays(members, names)
    is_text = pa.types.is_temporal(type_) or pa.types.is_decimal(type_)
    return array.cast(pa.string()) if is_text else array


def _format(value: Any) -> Any:
    match value:
        case dict():
            return {name: _format(member) for name, member in value.items()}
        case bytes():
            return f"0x{value.hex()}"
        case float():
            return value if isfinite(value) else str(value)
        case _:
            return value

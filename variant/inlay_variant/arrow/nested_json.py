"""Rows of Variants as JSON, also where they are in lists and maps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast

import pyarrow as pa

from inlay_variant.arrow.from_arrow import from_arrow
from inlay_variant.arrow.nested_columns import split_lists
from inlay_variant.arrow.nested_types import holds_variants
from inlay_variant.arrow.variant_type import VariantArray
from inlay_variant.storage.arrow_classes import Array, fields_of
from inlay_variant.value.variant import to_json


def list_json_rows(array: Array) -> Iterator[str]:
    """A line for each row: Variants as JSON, lists of them as arrays, maps and structs as objects; `null` for a row without a value.

    Raises what `from_arrow`, `unshred` and `to_json` raise.
    """
    if not holds_variants(array.type):
        array = cast(Array, from_arrow(array))
    if isinstance(array, VariantArray):
        for variant in array.variants():
            yield "null" if variant is None else to_json(variant)
        return
    if pa.types.is_struct(array.type):
        yield from _list_objects(cast(pa.StructArray, array))
        return
    elements = cast(Any, split_lists(array))
    offsets: list[int] = elements.offsets.to_pylist()
    items: Iterator[str]
    if pa.types.is_map(array.type):
        keys, values = elements.values.flatten()
        names = (json.dumps(str(key), ensure_ascii=False) for key in keys.to_pylist())
        items = (f"{name}:{text}" for name, text in zip(names, list_json_rows(values), strict=True))
        start, end = "{", "}"
    else:
        items, start, end = list_json_rows(elements.values), "[", "]"
    for row, is_there in enumerate(array.is_valid().to_pylist()):
        inside = ",".join(next(items) for _ in range(offsets[row + 1] - offsets[row]))
        yield f"{start}{inside}{end}" if is_there else "null"


def _list_objects(array: pa.StructArray) -> Iterator[str]:
    """Of structs; their fields are in the order of names, as those of Variants are."""
    columns = sorted(
        (
            (field.name, list_json_rows(column))
            for field, column in zip(fields_of(array.type), array.flatten(), strict=True)
        ),
        key=lambda column: column[0],
    )
    for is_there in array.is_valid().to_pylist():
        inside = [f"{json.dumps(name, ensure_ascii=False)}:{next(rows)}" for name, rows in columns]
        yield f"{{{','.join(inside)}}}" if is_there else "null"

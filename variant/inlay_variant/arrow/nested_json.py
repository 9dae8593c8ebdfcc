"""Rows of Variants as JSON, also where they are in lists and maps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast

import pyarrow as pa

from inlay_variant.arrow.nested_columns import split_lists
from inlay_variant.arrow.variant_type import VariantArray
from inlay_variant.storage.arrow_classes import Array
from inlay_variant.value.variant import to_json


def list_json_rows(array: Array) -> Iterator[str]:
    """A line for each row: Variants as JSON, lists of them as arrays, maps as objects; `null` for a row without a value.

    Raises what `unshred` and `to_json` raise.
    """
    if isinstance(array, VariantArray):
        for variant in array.variants():
            yield "null" if variant is None else to_json(variant)
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

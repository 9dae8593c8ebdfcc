"""Hypothesis strategies: Variants inside of lists, maps and structs, of several kinds and depths, and what their rows are."""

from __future__ import annotations

from typing import Any, Final, cast

import pyarrow as pa
from hypothesis import strategies as st

from inlay.variant import VariantArray, unshred
from inlay_variant.arrow.nested_columns import map_variants
from inlay_variant.storage.arrow_classes import Array
from tests.variant.values import ARRAYS

KINDS: Final = ["list", "large_list", "fixed", "map", "struct"]


@st.composite
def nested(draw: st.DrawFn) -> Array:
    """Up to three levels around Variants, with lists that are null or empty at each, and a slice of it all."""
    array: Array = draw(ARRAYS)
    for kind in draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3)):
        array = draw_around(draw, array, kind)
    first = draw(st.integers(0, len(array)))
    return array.slice(first)


def draw_around(draw: st.DrawFn, array: Array, kind: str) -> Any:
    """The array as the elements of lists or the fields of structs."""
    count = len(array)
    if kind == "struct":
        mask = pa.array(draw(st.lists(st.booleans(), min_size=count, max_size=count)), pa.bool_())
        fields = [pa.field("v", array.type), pa.field("n", pa.int64())]
        numbers: Any = pa.array(range(count), pa.int64())
        return pa.StructArray.from_arrays([array, numbers], fields=fields, mask=mask)
    if kind == "fixed":
        even: Any = array.slice(0, count - count % 2)
        return cast(Any, pa.FixedSizeListArray).from_arrays(even, 2)
    ends = sorted(draw(st.lists(st.integers(0, count), max_size=3)))
    offsets = [0, *ends, count]
    if kind == "large_list":
        return cast(Any, pa.LargeListArray).from_arrays(pa.array(offsets, pa.int64()), array)
    nulls = [draw(st.booleans()) for _ in offsets[1:]]
    if kind == "list":
        mask = pa.array(nulls, pa.bool_())
        return cast(Any, pa.ListArray).from_arrays(pa.array(offsets, pa.int32()), array, mask=mask)
    keys = pa.array([f"k{row}" for row in range(count)])
    return cast(Any, pa.MapArray).from_arrays(pa.array(offsets, pa.int32()), keys, array)


def rows_of(array: Array) -> list[object]:
    """The rows with canonical metadata and value in the place of each Variant."""

    def plain(variants: VariantArray, _: str) -> Array:
        rows: list[Any] = [
            None if variant is None else list(variant.canonical())
            for variant in unshred(variants).variants()
        ]
        return pa.array(rows, pa.list_(pa.binary()))

    plain_rows: Any = map_variants(array, "v", plain).to_pylist()
    return list(plain_rows)

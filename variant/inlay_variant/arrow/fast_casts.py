"""Spark's casts between common pairs of types, by pyarrow: those of values on which both agree.

What is left null is cast one by one (`cast_spark`), so nothing here decides what a value may be, only how fast it is cast.
"""

from __future__ import annotations

from datetime import UTC, tzinfo
from typing import Any, Final, cast

import pyarrow as pa

from inlay_variant.arrow import kernels
from inlay_variant.storage.arrow_classes import Array, pc
from inlay_variant.storage.leaves import VariantLeaf, leaf_of
from inlay_variant.value.primitives import INTEGER_BITS, PrimitiveType

_INTEGER: Final = r"^-?[0-9]{1,18}$"
_NUMBER: Final = r"^-?[0-9]{1,30}(\.[0-9]{1,30})?$"
_DATE: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
_TIMESTAMP: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?"
"""Behind it a Z where that is allowed."""


def cast_in_bulk(values: Array, leaf: VariantLeaf, zone: tzinfo) -> Array:
    """Encoded values that are none of the leaf's type, as that type; null for each that is left to others."""
    nothing: Array = cast(Any, pa.nulls)(len(values), leaf.arrow)
    if leaf.type == PrimitiveType.STRING:
        numbers = _of_type(values, pa.int64())
        if numbers.null_count == len(numbers):
            return nothing
        return cast("Array", numbers.cast(pa.string()))
    texts = _of_type(values, pa.string())
    if texts.null_count == len(texts):
        return nothing
    pattern = _choose_pattern(leaf, zone)
    if pattern is None:
        return nothing
    fits = pc.match_substring_regex(texts, pattern)
    plain = pc.if_else(fits, texts, pa.scalar(None, pa.string()))
    try:
        return _parse(plain, leaf)
    except pa.ArrowInvalid:  # a day that no month has, a number that is too large
        return nothing


def _of_type(values: Array, type_: pa.DataType) -> Array:
    leaf = leaf_of(type_)
    assert leaf is not None
    return kernels.cast_values(values, leaf, strict=False)


def _choose_pattern(leaf: VariantLeaf, zone: tzinfo) -> str | None:
    if leaf.type in INTEGER_BITS:
        return _INTEGER
    match leaf.type:
        case PrimitiveType.DOUBLE | PrimitiveType.FLOAT:
            return _NUMBER
        case PrimitiveType.DATE:
            return _DATE
        case PrimitiveType.TIMESTAMP:
            return f"{_TIMESTAMP}{'Z?' if zone is UTC else 'Z'}$"
        case PrimitiveType.TIMESTAMP_NTZ:
            return f"{_TIMESTAMP}$"
        case _:
            return None


def _parse(texts: Array, leaf: VariantLeaf) -> Array:
    if leaf.type in INTEGER_BITS and leaf.type != PrimitiveType.INT64:
        numbers = texts.cast(pa.int64())
        least, most = -(1 << leaf.width * 8 - 1), (1 << leaf.width * 8 - 1) - 1
        fits = pc.and_(pc.greater_equal(numbers, least), pc.less_equal(numbers, most))
        return cast("Array", pc.if_else(fits, numbers, None).cast(leaf.arrow))
    if leaf.type == PrimitiveType.TIMESTAMP:
        local = pc.utf8_rtrim(texts, characters="Z").cast(pa.timestamp("us"))
        return cast("Array", local.cast(leaf.arrow))
    return cast("Array", texts.cast(leaf.arrow))

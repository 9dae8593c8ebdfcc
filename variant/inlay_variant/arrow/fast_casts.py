"""Spark's casts between common pairs of types, by pyarrow: those of values on which both agree.

What is left null is cast one by one (`cast_spark`), so nothing here decides what a value may be, only how fast it is cast.
"""

from __future__ import annotations

from datetime import UTC, tzinfo
from decimal import Decimal
from typing import Any, Final, cast

import pyarrow as pa

from inlay_variant.arrow import kernels
from inlay_variant.storage.arrow_classes import Array, pc
from inlay_variant.storage.arrow_values import null
from inlay_variant.storage.leaves import LeafKind, VariantLeaf, leaf_of
from inlay_variant.value.primitives import INTEGER_BITS, PrimitiveType

_INTEGER: Final = r"^-?[0-9]{1,18}$"
_NUMBER: Final = r"^-?[0-9]{1,30}(\.[0-9]{1,30})?$"
_DATE: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
_TIMESTAMP: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?"
"""Behind it a Z where that is allowed."""

_FLOATING: Final = (
    (bytes([PrimitiveType.DOUBLE << 2]), pa.float64()),
    (bytes([PrimitiveType.FLOAT << 2]), pa.float32()),
)
"""By the first byte of their values."""
_LEAST: Final = 1e-3
_BEYOND: Final = 1e7
_WHOLE: Final = 7
"""Digits before the point of what is below 10⁷."""
_FRACTION: Final = 20
"""Most digits behind the point of a double from 0.001 on: two zeros, and 17 that tell it from others."""


def cast_in_bulk(values: Array, leaf: VariantLeaf, zone: tzinfo) -> Array:
    """Encoded values that are none of the leaf's type, as that type; null for each that is left to others."""
    nothing: Array = cast(Any, pa.nulls)(len(values), leaf.arrow)
    if leaf.type == PrimitiveType.STRING:
        numbers = _of_type(values, pa.int64()).cast(pa.string())
        return cast("Array", pc.coalesce(numbers, _write_numbers(values)))
    if leaf.kind is LeafKind.DECIMAL:
        return _round_doubles(values, leaf)
    texts = _of_type(values, pa.string())
    if texts.null_count == len(texts):
        return nothing
    pattern = _choose_pattern(leaf, zone)
    if pattern is None:
        return nothing
    fits = pc.match_substring_regex(texts, pattern)
    plain = pc.if_else(fits, texts, null(pa.string()))
    try:
        return _parse(plain, leaf)
    except pa.ArrowInvalid:  # a day that no month has, a number that is too large
        return nothing


def _write_numbers(values: Array) -> Array:
    """Doubles and floats as text, as far as both write them without an exponent."""
    texts: list[Array] = []
    for header, type_ in _FLOATING:
        own = pc.if_else(pc.equal(pc.binary_slice(values, 0, 1), header), values, None)
        digits = _list_plain(_of_type(own, type_)).cast(pa.string())
        has_point = pc.match_substring(digits, ".")
        whole = pc.binary_join_element_wise(digits, pa.scalar(".0"), "")
        texts.append(pc.if_else(has_point, digits, whole))
    return cast("Array", pc.coalesce(*texts))


def _round_doubles(values: Array, leaf: VariantLeaf) -> Array:
    """Doubles as decimals, half up by the digits that they are written with."""
    scale = max(leaf.scale, _FRACTION)
    nothing: Array = cast(Any, pa.nulls)(len(values), leaf.arrow)
    if scale + _WHOLE > 38:
        return nothing
    header = pc.binary_slice(values, 0, 1)
    double = pc.is_in(header, value_set=pa.array([header for header, _ in _FLOATING]))
    own = pc.if_else(double, values, None)
    digits = _list_plain(_of_type(own, pa.float64())).cast(pa.string())
    exact = digits.cast(pa.decimal128(38, scale))
    if leaf.scale < scale:
        exact = pc.round(exact, ndigits=leaf.scale, round_mode="half_towards_infinity")
    whole = leaf.precision - leaf.scale
    if whole <= _WHOLE:
        most = Decimal((0, (9,) * leaf.precision, -leaf.scale))
        exact = pc.if_else(pc.less_equal(pc.abs(exact), pa.scalar(most)), exact, None)
    return cast("Array", exact.cast(leaf.arrow))


def _list_plain(numbers: Array) -> Array:
    """Those that Java and pyarrow write without an exponent, by the fewest digits that tell them apart; the others are null."""
    size = pc.abs(numbers)
    is_plain = pc.and_(pc.greater_equal(size, _LEAST), pc.less(size, _BEYOND))
    is_plain = pc.or_(is_plain, pc.equal(size, 0))
    return cast("Array", pc.if_else(is_plain, numbers, None))


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

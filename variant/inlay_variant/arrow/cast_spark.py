"""Which values a typed column of `variant_get` takes by Spark's table of casts (`docs/variant_casts.md`)."""

from __future__ import annotations

import struct
from datetime import tzinfo
from fractions import Fraction
from typing import Final

from inlay_runtime.errors import EncodeError
from inlay_variant.arrow.cast_lossless import cast_lossless
from inlay_variant.storage.leaves import LeafKind, VariantLeaf, split_exactly
from inlay_variant.value.primitives import INTEGER_BITS, PrimitiveType, Scalar
from inlay_variant.value.spark_numbers import (
    cut_decimal,
    cut_double,
    parse_boolean,
    parse_decimal,
    parse_double,
    parse_float,
    parse_integer,
    round_decimal,
    round_double,
    round_to_float,
)
from inlay_variant.value.spark_text import write_scalar
from inlay_variant.value.spark_times import (
    DAY,
    SECOND,
    fit_micros,
    parse_date,
    parse_local_timestamp,
    parse_time,
    parse_timestamp,
    to_instant,
)
from inlay_variant.value.time_zones import offset_at

UNKNOWN_LEAVES: Final = frozenset(
    {PrimitiveType.UUID, PrimitiveType.TIMESTAMP_NANOS, PrimitiveType.TIMESTAMP_NTZ_NANOS}
)
"""Types of columns that Spark has none for."""

_TRUTHS: Final = {PrimitiveType.TRUE: 1, PrimitiveType.FALSE: 0}


def cast_as_spark(leaf: VariantLeaf, scalar: Scalar, zone: tzinfo) -> bytes | None:
    """The bytes that stand in the column for this value, which is not a Variant null; None where Spark cannot cast it."""
    payload = cast_lossless(leaf, scalar)
    if payload is not None:
        return payload
    if leaf.kind is LeafKind.DECIMAL:
        number = _to_decimal(scalar, leaf.precision, leaf.scale)
        return None if number is None else number.to_bytes(16, "little", signed=True)
    if leaf.type in INTEGER_BITS:
        bits = INTEGER_BITS[leaf.type]
        number = _to_integer(scalar, bits)
        return None if number is None else number.to_bytes(bits // 8, "little", signed=True)
    match leaf.type:
        case PrimitiveType.TRUE:
            truth = _to_boolean(scalar)
            return None if truth is None else b"\x01" if truth else b"\x00"
        case PrimitiveType.FLOAT:
            value = _to_float(scalar)
            return None if value is None else struct.pack("<f", value)
        case PrimitiveType.DOUBLE:
            value = _to_double(scalar)
            return None if value is None else struct.pack("<d", value)
        case PrimitiveType.STRING:
            try:
                return write_scalar(scalar, zone).encode()
            except (EncodeError, UnicodeDecodeError):
                return None
        case PrimitiveType.BINARY:
            return scalar.payload if scalar.type == PrimitiveType.STRING else None
        case PrimitiveType.DATE:
            count = _to_date(scalar, zone)
            return None if count is None else count.to_bytes(4, "little", signed=True)
        case PrimitiveType.TIMESTAMP:
            count = _to_timestamp(scalar, zone)
        case PrimitiveType.TIMESTAMP_NTZ:
            count = _to_local_timestamp(scalar, zone)
        case PrimitiveType.TIME_NTZ:
            count = _to_time(scalar, zone)
        case _:
            return None
    return None if count is None else count.to_bytes(8, "little", signed=True)


def _to_boolean(scalar: Scalar) -> bool | None:
    if scalar.type == PrimitiveType.STRING:
        return parse_boolean(scalar.payload.decode())
    number = _number(scalar)
    return None if number is None else number != 0


def _to_integer(scalar: Scalar, bits: int) -> int | None:
    if scalar.type in _TRUTHS:
        return _TRUTHS[PrimitiveType(scalar.type)]
    if scalar.type == PrimitiveType.STRING:
        return parse_integer(scalar.payload.decode(), bits)
    if scalar.type == PrimitiveType.TIMESTAMP:
        return _within_bits(_count(scalar) // SECOND, bits)
    exact = split_exactly(scalar)
    if exact is not None:
        is_integer = scalar.type in INTEGER_BITS
        return _within_bits(exact[0], bits) if is_integer else cut_decimal(*exact, bits)
    number = _number(scalar)
    return cut_double(number, bits) if isinstance(number, float) else None


def _to_float(scalar: Scalar) -> float | None:
    if scalar.type in _TRUTHS:
        return float(_TRUTHS[PrimitiveType(scalar.type)])
    if scalar.type == PrimitiveType.STRING:
        return parse_float(scalar.payload.decode())
    if scalar.type == PrimitiveType.TIMESTAMP:
        return round_double(_count(scalar) / SECOND)
    number = _number(scalar)
    return round_to_float(number) if isinstance(number, Fraction) else None if number is None else round_double(number)  # fmt: skip


def _to_double(scalar: Scalar) -> float | None:
    if scalar.type in _TRUTHS:
        return float(_TRUTHS[PrimitiveType(scalar.type)])
    if scalar.type == PrimitiveType.STRING:
        return parse_double(scalar.payload.decode())
    # Both are rounded, the count and the quotient, as Java has it.
    return float(_count(scalar)) / SECOND if scalar.type == PrimitiveType.TIMESTAMP else None


def _to_decimal(scalar: Scalar, precision: int, scale: int) -> int | None:
    if scalar.type in _TRUTHS:
        return round_decimal(_TRUTHS[PrimitiveType(scalar.type)], 0, precision, scale)
    if scalar.type == PrimitiveType.STRING:
        return parse_decimal(scalar.payload.decode(), precision, scale)
    if scalar.type == PrimitiveType.TIMESTAMP:
        return round_decimal(_count(scalar), 6, precision, scale)
    exact = split_exactly(scalar)
    if exact is not None:
        return round_decimal(*exact, precision, scale)
    number = _number(scalar)
    # By its digits, as it is written: 1.005 is rounded to 1.01.
    return parse_decimal(repr(number), precision, scale) if isinstance(number, float) else None


def _to_date(scalar: Scalar, zone: tzinfo) -> int | None:
    local = _local_count(scalar, zone)
    if local is not None:
        return local // DAY
    return parse_date(scalar.payload.decode()) if scalar.type == PrimitiveType.STRING else None


def _to_timestamp(scalar: Scalar, zone: tzinfo) -> int | None:
    match scalar.type:
        case PrimitiveType.STRING:
            return parse_timestamp(scalar.payload.decode(), zone)
        case PrimitiveType.DATE:
            return to_instant(_count(scalar) * DAY, zone)
        case PrimitiveType.TIMESTAMP_NTZ:
            return to_instant(_count(scalar), zone)
        case _:
            pass
    exact = split_exactly(scalar)
    if exact is not None:
        size = abs(exact[0]) * SECOND // 10 ** exact[1]
        return fit_micros(-size if exact[0] < 0 else size)
    number = _number(scalar)
    return cut_double(number * SECOND, 64) if isinstance(number, float) else None


def _to_local_timestamp(scalar: Scalar, zone: tzinfo) -> int | None:
    match scalar.type:
        case PrimitiveType.STRING:
            return parse_local_timestamp(scalar.payload.decode())
        case PrimitiveType.DATE:
            return fit_micros(_count(scalar) * DAY)
        case _:
            local = _local_count(scalar, zone)
            return None if local is None else fit_micros(local)


def _to_time(scalar: Scalar, zone: tzinfo) -> int | None:
    local = _local_count(scalar, zone)
    if local is not None:
        return local % DAY
    return parse_time(scalar.payload.decode()) if scalar.type == PrimitiveType.STRING else None


def _local_count(scalar: Scalar, zone: tzinfo) -> int | None:
    """What clocks show at a timestamp."""
    if scalar.type == PrimitiveType.TIMESTAMP_NTZ:
        return _count(scalar)
    if scalar.type != PrimitiveType.TIMESTAMP:
        return None
    return _count(scalar) + offset_at(zone, _count(scalar) // SECOND) * SECOND


def _number(scalar: Scalar) -> float | Fraction | None:
    """Floats as floats, and what is exact as fractions."""
    if scalar.type == PrimitiveType.DOUBLE:
        return float(struct.unpack("<d", scalar.payload)[0])
    if scalar.type == PrimitiveType.FLOAT:
        return float(struct.unpack("<f", scalar.payload)[0])
    exact = split_exactly(scalar)
    return None if exact is None else Fraction(exact[0], 10 ** exact[1])


def _count(scalar: Scalar) -> int:
    return int.from_bytes(scalar.payload, "little", signed=True)


def _within_bits(number: int, bits: int) -> int | None:
    return number if -(1 << bits - 1) <= number < 1 << bits - 1 else None

"""Columns of one primitive type: what Arrow calls them, and which scalars they may hold.

    VariantShredding.md, "Shredded Value Types"; CanonicalExtensions.rst, "Primitive Type Mappings"

A scalar may go into a column of another type of its equivalence class, if nothing is lost: an int8 into
int64, a decimal of 1.00 into int8, microseconds into nanoseconds.
"""

from __future__ import annotations

from enum import IntEnum, unique
from typing import Final, NamedTuple

import pyarrow as pa

from inlay_variant.value.primitives import (
    DAY,
    DECIMAL_PRECISION,
    INTEGER_BITS,
    PrimitiveType,
    Scalar,
    choose_decimal_type,
    encode_decimal,
    split_decimal,
)


@unique
class LeafKind(IntEnum):
    """What the columns of a leaf look like in memory."""

    BITS = 0
    FIXED = 1
    DECIMAL = 2
    BYTES = 3


class VariantLeaf(NamedTuple):
    """A typed column. `type` is the primitive type of its values (TRUE stands for both booleans); `width`
    the bytes of a value in Arrow, 0 for bits and for text and binary."""

    arrow: pa.DataType
    type: PrimitiveType
    kind: LeafKind
    width: int
    precision: int = 0
    scale: int = 0


_TIMES: Final = {
    ("us", True): PrimitiveType.TIMESTAMP,
    ("us", False): PrimitiveType.TIMESTAMP_NTZ,
    ("ns", True): PrimitiveType.TIMESTAMP_NANOS,
    ("ns", False): PrimitiveType.TIMESTAMP_NTZ_NANOS,
}
UTC_NAMES: Final = ("UTC", "+00:00", "Etc/UTC", "Z")
_NANOS: Final = {
    PrimitiveType.TIMESTAMP: PrimitiveType.TIMESTAMP_NANOS,
    PrimitiveType.TIMESTAMP_NTZ: PrimitiveType.TIMESTAMP_NTZ_NANOS,
}
_SIMPLE: Final[dict[pa.DataType, VariantLeaf]] = {
    pa.bool_(): VariantLeaf(pa.bool_(), PrimitiveType.TRUE, LeafKind.BITS, 0),
    pa.int8(): VariantLeaf(pa.int8(), PrimitiveType.INT8, LeafKind.FIXED, 1),
    pa.uint8(): VariantLeaf(pa.int16(), PrimitiveType.INT16, LeafKind.FIXED, 2),
    pa.int16(): VariantLeaf(pa.int16(), PrimitiveType.INT16, LeafKind.FIXED, 2),
    pa.uint16(): VariantLeaf(pa.int32(), PrimitiveType.INT32, LeafKind.FIXED, 4),
    pa.int32(): VariantLeaf(pa.int32(), PrimitiveType.INT32, LeafKind.FIXED, 4),
    pa.uint32(): VariantLeaf(pa.int64(), PrimitiveType.INT64, LeafKind.FIXED, 8),
    pa.int64(): VariantLeaf(pa.int64(), PrimitiveType.INT64, LeafKind.FIXED, 8),
    pa.float32(): VariantLeaf(pa.float32(), PrimitiveType.FLOAT, LeafKind.FIXED, 4),
    pa.float64(): VariantLeaf(pa.float64(), PrimitiveType.DOUBLE, LeafKind.FIXED, 8),
    pa.date32(): VariantLeaf(pa.date32(), PrimitiveType.DATE, LeafKind.FIXED, 4),
    pa.time64("us"): VariantLeaf(pa.time64("us"), PrimitiveType.TIME_NTZ, LeafKind.FIXED, 8),
    pa.binary(): VariantLeaf(pa.binary(), PrimitiveType.BINARY, LeafKind.BYTES, 0),
    pa.large_binary(): VariantLeaf(pa.binary(), PrimitiveType.BINARY, LeafKind.BYTES, 0),
    pa.binary_view(): VariantLeaf(pa.binary(), PrimitiveType.BINARY, LeafKind.BYTES, 0),
    pa.string(): VariantLeaf(pa.string(), PrimitiveType.STRING, LeafKind.BYTES, 0),
    pa.large_string(): VariantLeaf(pa.string(), PrimitiveType.STRING, LeafKind.BYTES, 0),
    pa.string_view(): VariantLeaf(pa.string(), PrimitiveType.STRING, LeafKind.BYTES, 0),
    pa.uuid(): VariantLeaf(pa.binary(16), PrimitiveType.UUID, LeafKind.FIXED, 16),
}


def leaf_of(arrow: pa.DataType) -> VariantLeaf | None:
    """The leaf of an Arrow type, with the type that its column is brought to; None if it is not allowed."""
    simple = _SIMPLE.get(arrow)
    if simple is not None:
        return simple
    if pa.types.is_timestamp(arrow):
        zone = arrow.tz
        type_ = _TIMES.get((arrow.unit, zone is not None))
        if type_ is None or (zone is not None and zone not in UTC_NAMES):
            return None
        instants = pa.timestamp(arrow.unit, "UTC") if zone else pa.timestamp(arrow.unit)
        return VariantLeaf(instants, type_, LeafKind.FIXED, 8)
    if (
        pa.types.is_decimal32(arrow)
        or pa.types.is_decimal64(arrow)
        or pa.types.is_decimal128(arrow)
    ) and 0 <= arrow.scale <= 38:
        # pyarrow reads every decimal of Parquet as a decimal128, so the precision has to tell.
        at_least = (
            PrimitiveType.DECIMAL8 if pa.types.is_decimal64(arrow) else PrimitiveType.DECIMAL4
        )
        type_ = choose_decimal_type(max(arrow.precision, 1))
        assert type_ is not None
        column = pa.decimal128(arrow.precision, arrow.scale)
        return VariantLeaf(
            column, max(type_, at_least), LeafKind.DECIMAL, 16, arrow.precision, arrow.scale
        )
    return None


def payload_for(leaf: VariantLeaf, scalar: Scalar, *, exact: bool) -> bytes | None:
    """The bytes that stand in the column for this scalar: None where it does not fit.

    With `exact`, only scalars of the column's own physical type fit: those that come back as they were.
    """
    type_, payload = scalar
    own = leaf.type
    if own == PrimitiveType.TRUE:
        return None if type_ not in (1, 2) else b"\x01" if type_ == 1 else b"\x00"
    if leaf.kind is LeafKind.DECIMAL:
        return _decimal(leaf, scalar, exact=exact)
    if type_ == own:
        return payload if own != PrimitiveType.TIME_NTZ or _is_time_of_day(payload) else None
    if exact:
        return None
    if own in INTEGER_BITS:
        return _integer(own, scalar)
    if _NANOS.get(PrimitiveType(own)) == type_:  # nanoseconds into microseconds
        count = int.from_bytes(payload, "little", signed=True)
        return None if count % 1_000 else (count // 1_000).to_bytes(8, "little", signed=True)
    if type_ in _NANOS and _NANOS[PrimitiveType(type_)] == own:
        count = int.from_bytes(payload, "little", signed=True) * 1_000
        if -(1 << 63) <= count < 1 << 63:
            return count.to_bytes(8, "little", signed=True)
    return None


def scalar_from(leaf: VariantLeaf, payload: bytes) -> Scalar:
    """The scalar that a column's bytes stand for."""
    if leaf.type == PrimitiveType.TRUE:
        return Scalar(PrimitiveType.TRUE if payload == b"\x01" else PrimitiveType.FALSE)
    if leaf.kind is LeafKind.DECIMAL:
        unscaled = int.from_bytes(payload, "little", signed=True)
        return Scalar(leaf.type, encode_decimal(leaf.type, unscaled, leaf.scale))
    return Scalar(leaf.type, payload)


def explain_unfit(leaf: VariantLeaf, payload: bytes) -> str | None:
    """Why bytes of a typed column are not a value of its type: Arrow does not look, and others may not."""
    if leaf.kind is LeafKind.DECIMAL:
        digits = DECIMAL_PRECISION[leaf.type]
        if abs(int.from_bytes(payload, "little", signed=True)) >= 10**digits:
            return f"a decimal of more than {digits} digits"
    if leaf.type == PrimitiveType.TIME_NTZ and not _is_time_of_day(payload):
        return "a time that no day has"
    if leaf.type == PrimitiveType.STRING:
        try:
            payload.decode()
        except UnicodeDecodeError:
            return "text that is not UTF-8"
    return None


def _is_time_of_day(payload: bytes) -> bool:
    """Arrow's times are, and Variants may be any number."""
    return 0 <= int.from_bytes(payload, "little", signed=True) < DAY


def _power(exponent: int) -> int:
    return int(10**exponent)


def split_exactly(scalar: Scalar) -> tuple[int, int] | None:
    """Unscaled value and scale of an integer or decimal; None for everything else."""
    if scalar.type in INTEGER_BITS:
        return int.from_bytes(scalar.payload, "little", signed=True), 0
    if scalar.type in DECIMAL_PRECISION:
        return split_decimal(scalar)
    return None


def _integer(type_: int, scalar: Scalar) -> bytes | None:
    number = split_exactly(scalar)
    if number is None:
        return None
    value, rest = divmod(number[0], _power(number[1]))
    bits = INTEGER_BITS[type_]
    if rest or not -(1 << bits - 1) <= value < 1 << bits - 1:
        return None
    return value.to_bytes(bits // 8, "little", signed=True)


def _decimal(leaf: VariantLeaf, scalar: Scalar, *, exact: bool) -> bytes | None:
    number = split_exactly(scalar)
    if number is None:
        return None
    unscaled, scale = number
    if exact and (scalar.type != leaf.type or scale != leaf.scale):
        return None
    if scale > leaf.scale:
        unscaled, rest = divmod(unscaled, _power(scale - leaf.scale))
        if rest:
            return None
    else:
        unscaled *= _power(leaf.scale - scale)
    if abs(unscaled) >= _power(leaf.precision):
        return None
    return unscaled.to_bytes(16, "little", signed=True)

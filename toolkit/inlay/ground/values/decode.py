"""From the bytes of a minimum or maximum to a value.

Statistics hold values in PLAIN encoding, byte arrays without a length. A logical type that is not known,
or that its physical type cannot carry, is ignored, as parquet-format demands ("Unsupported Logical
Types"): the value is then what the physical type says.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.values.floats import NarrowFloat
from inlay.ground.values.temporal import (
    PER_SECOND,
    SECONDS_OF_DAY,
    Date,
    Interval,
    TimeOfDay,
    Timestamp,
)
from inlay.ground.wording.amounts import count
from inlay_runtime.frozen import Frozen
from parquet_format.parquet import (
    ConvertedType,
    DateType,
    DecimalType,
    EnumType,
    Float16Type,
    IntType,
    JsonType,
    SchemaElement,
    StringType,
    TimestampType,
    TimeType,
    Type,
    UUIDType,
)

if TYPE_CHECKING:
    from decimal import Decimal
    from uuid import UUID

Value: TypeAlias = (
    "bool | int | float | str | bytes | Decimal | UUID | Date | TimeOfDay | Timestamp | Interval"
)
Decoder: TypeAlias = Callable[[bytes], Value]
"""Raises ValueError, with a reason, for bytes that are not a value of the type."""

_UNPACK_DOUBLE: Final = struct.Struct("<d").unpack

JULIAN_DAY_OF_EPOCH: Final = 2_440_588
MOST_DECIMAL_BYTES: Final = 256
"""616 digits. A limit is needed, since the work grows with the square of the length."""


class Undecodable(Frozen):
    """Bytes that are not a value of their column's type, and why not."""

    raw: bytes
    reason: str


def read_value(decode: Decoder, raw: bytes) -> Value | Undecodable:
    try:
        return decode(raw)
    except ValueError as error:
        return Undecodable(raw, str(error))


def choose_decoder(element: SchemaElement) -> Decoder:
    """How the values of a leaf are decoded."""
    match element.type:
        case Type.BOOLEAN:
            return _boolean
        case Type.INT32:
            return _integers(4, _meaning_of_integers(element, 4))
        case Type.INT64:
            return _integers(8, _meaning_of_integers(element, 8))
        case Type.INT96:
            return _int96
        case Type.FLOAT:
            return _float
        case Type.DOUBLE:
            return _double
        case Type.BYTE_ARRAY | Type.FIXED_LEN_BYTE_ARRAY:
            return _meaning_of_bytes(element)
        case _:
            return bytes


def _boolean(raw: bytes) -> bool:
    _check_size(raw, 1)
    if raw[0] > 1:
        raise ValueError("a boolean is 0 or 1")
    return raw[0] == 1


def _integers(size: int, mean: Callable[[int], Value]) -> Decoder:
    unpack = struct.Struct("<i" if size == 4 else "<q").unpack

    def decode(raw: bytes) -> Value:
        if len(raw) != size:  # nearly all bounds are numbers: no call for each
            _check_size(raw, size)
        return mean(unpack(raw)[0])

    return decode


def _int96(raw: bytes) -> Timestamp:
    """Impala's timestamp: nanoseconds of the day, then the Julian day."""
    _check_size(raw, 12)
    nanos = int.from_bytes(raw[:8], "little")
    day = int.from_bytes(raw[8:], "little", signed=True) - JULIAN_DAY_OF_EPOCH
    return Timestamp(day * SECONDS_OF_DAY * 10**9 + nanos, 10**9, utc=False)


def _float(raw: bytes) -> float:
    _check_size(raw, 4)
    return NarrowFloat.unpack(raw, "<f")


def _double(raw: bytes) -> float:
    if len(raw) != 8:
        _check_size(raw, 8)
    value: float = _UNPACK_DOUBLE(raw)[0]
    return value


def _meaning_of_integers(element: SchemaElement, size: int) -> Callable[[int], Value]:
    match find_meaning(element):
        case IntType(isSigned=False):
            return lambda value: value & ((1 << 8 * size) - 1)
        case DecimalType(scale=scale):
            return lambda value: _decimal(value, scale)
        case DateType() if size == 4:
            return Date
        case TimeType(unit=unit, isAdjustedToUTC=utc) if unit in PER_SECOND:
            per_second = PER_SECOND[unit]
            return lambda value: _time_of_day(value, per_second, utc)
        case TimestampType(unit=unit, isAdjustedToUTC=utc) if unit in PER_SECOND and size == 8:
            per_second = PER_SECOND[unit]
            return lambda value: Timestamp(value, per_second, utc)
        case _:
            return int


def _meaning_of_bytes(element: SchemaElement) -> Decoder:
    fixed = element.type_length if element.type == Type.FIXED_LEN_BYTE_ARRAY else None
    match find_meaning(element):
        case StringType() | EnumType() | JsonType() if fixed is None:
            return _text
        case DecimalType(scale=scale):
            return lambda raw: _decimal_of_bytes(raw, scale)
        case UUIDType() if fixed == 16:
            return _uuid
        case Float16Type() if fixed == 2:
            return _float16
        case None if element.converted_type == ConvertedType.INTERVAL and fixed == 12:
            return _interval
        case _:
            return bytes


def _text(raw: bytes) -> str | bytes:
    """A bound may be cut anywhere, so what is not UTF-8 is shown as bytes and is not a mistake."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _decimal_of_bytes(raw: bytes, scale: int) -> Decimal:
    if not 0 < len(raw) <= MOST_DECIMAL_BYTES:
        raise ValueError(f"a decimal of {count(len(raw), 'byte')}")
    return _decimal(int.from_bytes(raw, "big", signed=True), scale)


def _decimal(unscaled: int, scale: int) -> Decimal:
    # The digits are never looked at together: printing a scale of 2 billion would take 2 GB.
    if not 0 <= scale <= 1_000:
        raise ValueError(f"a decimal with a scale of {scale}")
    from decimal import Decimal  # few files have decimals

    digits = tuple(int(digit) for digit in str(abs(unscaled)))
    return Decimal((unscaled < 0, digits, -scale))


def _time_of_day(value: int, per_second: int, utc: bool) -> TimeOfDay:
    if not 0 <= value < SECONDS_OF_DAY * per_second:
        raise ValueError(f"{value} is not a time of day")
    return TimeOfDay(value, per_second, utc)


def _uuid(raw: bytes) -> UUID:
    from uuid import UUID

    _check_size(raw, 16)
    return UUID(bytes=raw)


def _float16(raw: bytes) -> float:
    _check_size(raw, 2)
    return NarrowFloat.unpack(raw, "<e")


def _interval(raw: bytes) -> Interval:
    _check_size(raw, 12)
    return Interval(*struct.unpack("<3I", raw))


def _check_size(raw: bytes, size: int) -> None:
    if len(raw) != size:
        raise ValueError(f"{count(len(raw), 'byte')}, and the type has {size}")

"""What a value of a filter is among the values of a column: where it stands in their order, and its bytes.

The order is that of `inlay.ground.values.orders`. A number that a column of floating-point numbers cannot hold stands between the
exact one and those that readers round it to, so that no reader finds a row that was left out. So does a Python float
among decimals, which readers compare as floats.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from decimal import Decimal
from fractions import Fraction
from math import isfinite, isnan, ulp
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.values.decode import JULIAN_DAY_OF_EPOCH
from inlay.ground.values.temporal import PER_SECOND
from inlay.rows.pruning.filters import FilterValue
from inlay.rows.pruning.moments import (
    NANOS_OF_DAY,
    explain_moment,
    parse_date,
    parse_time,
    parse_timestamp,
)
from inlay_runtime.errors import RequestError
from parquet_format.parquet import (
    BsonType,
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


class PlacedValue(NamedTuple):
    """From `low` to `high` in the order of the column. `plain` are its possible bytes in PLAIN, without a length; None where
    there may be others."""

    low: Any
    high: Any
    plain: tuple[bytes, ...] | None = None


class UnfitValueError(RequestError, ValueError):
    """What a value should be instead."""


class NeverComparedError(UnfitValueError):
    """Of a column whose type no value is compared with."""

    def __init__(self, type_: object) -> None:
        super().__init__(type_)
        self.type = type_

    def __str__(self) -> str:
        return f"is {self.type}, and filters do not compare values of this type: only `is null` can be asked of it"


_NANOS: Final = 10**9
_STEPS: Final = 8
"""Decimals that are so many floats away may become this one: pyarrow's own rounding is off by one, and need not stay so."""

_FORMATS: Final = {Type.FLOAT: "<f", Type.DOUBLE: "<d"}


def place_value(element: SchemaElement, value: FilterValue) -> PlacedValue | None:
    """None where the values of the column have no order, and for NaN. Raises UnfitValueError."""
    match element.type:
        case Type.BOOLEAN:
            if not isinstance(value, bool):
                raise UnfitValueError("true or false")
            return _at(int(value))
        case Type.INT32 | Type.INT64:
            return _place_integer(element, value, 4 if element.type == Type.INT32 else 8)
        case Type.FLOAT | Type.DOUBLE:
            return _place_float(value, _FORMATS[element.type])
        case Type.INT96:
            days, nanos = divmod(count_nanos(value, is_utc=False), NANOS_OF_DAY)
            return _at((days + JULIAN_DAY_OF_EPOCH, nanos))
        case Type.BYTE_ARRAY | Type.FIXED_LEN_BYTE_ARRAY:
            return _place_bytes(element, value)
        case _:
            return None


def _at(key: Any, plain: bytes | None = None) -> PlacedValue:
    key = _simplify(key)
    return PlacedValue(key, key, None if plain is None else (plain,))


def _simplify(key: Any) -> Any:
    """A whole number as an int: the bounds of each row group and page are compared with it, and a Fraction takes twenty times as long."""
    return int(key) if isinstance(key, Fraction) and key.denominator == 1 else key


def _place_integer(element: SchemaElement, value: FilterValue, size: int) -> PlacedValue | None:
    match find_meaning(element):
        case DateType():
            key: Fraction | float = Fraction(count_days(value))
        case TimeType(unit=unit) if unit in PER_SECOND:
            key = Fraction(count_nanos_of_day(value) * PER_SECOND[unit], _NANOS)
        case TimestampType(unit=unit, isAdjustedToUTC=is_utc) if unit in PER_SECOND:
            key = Fraction(count_nanos(value, is_utc=is_utc) * PER_SECOND[unit], _NANOS)
        case DecimalType(scale=scale) if 0 <= scale <= 1_000:
            return _place_decimal(value, scale, lambda key: _pack_integer(key, size))
        case None | IntType():
            number = require_number(value)
            if number is None:
                return None
            key = number
        case _:
            return None
    if isinstance(key, float):
        return _at(key)
    return _at(key, _pack_integer(key, size))


def _pack_integer(key: Fraction | int, size: int) -> bytes | None:
    if key.denominator != 1 or not -(1 << 8 * size - 1) <= key < 1 << 8 * size:
        return None
    return (int(key) & (1 << 8 * size) - 1).to_bytes(size, "little")


def _place_float(value: FilterValue, format: str) -> PlacedValue | None:
    number = require_number(value)
    if number is None:
        return None
    candidates: list[Fraction | float] = [number]
    nearest = number if isinstance(number, float) else _round(number)
    candidates.append(nearest)
    narrow = _pack_float(nearest, format)
    rounded = struct.unpack(format, narrow)[0]
    candidates.append(rounded)
    plain = [narrow]
    if rounded == 0:  # both zeros equal it
        plain = [struct.pack(format, 0.0), struct.pack(format, -0.0)]
    low, high = _simplify(min(candidates)), _simplify(max(candidates))
    return PlacedValue(low, high, tuple(plain))


def _round(number: Fraction | int) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def _pack_float(value: float, format: str) -> bytes:
    try:
        return struct.pack(format, value)
    except OverflowError:
        return struct.pack(format, float("inf") if value > 0 else float("-inf"))


def _place_bytes(element: SchemaElement, value: FilterValue) -> PlacedValue | None:
    match find_meaning(element):
        case DecimalType(scale=scale) if 0 <= scale <= 1_000:
            return _place_decimal(value, scale, lambda key: _pack_decimal(element, key))
        case Float16Type():
            return _place_float(value, "<e")
        case UUIDType():
            return _place_uuid(value)
        case StringType() | EnumType() | JsonType():
            if not isinstance(value, str):
                raise UnfitValueError("text, in single quotes")
            return _at(value.encode("utf-8", "surrogatepass"), value.encode("utf-8", "replace"))
        case None | BsonType():
            data = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
            if not isinstance(data, bytes):
                raise UnfitValueError("text in single quotes, or bytes such as x'00ff'")
            return _at(data, data)
        case _:
            return None


def _place_decimal(
    value: FilterValue, scale: int, pack: Callable[[Fraction], bytes | None]
) -> PlacedValue | None:
    number = require_number(value)
    if number is None:
        return None
    if isinstance(number, float):  # infinite
        return _at(number)
    if isinstance(value, float):
        slack = _STEPS * Fraction(ulp(value))
        return PlacedValue((number - slack) * 10**scale, (number + slack) * 10**scale)
    key = number * 10**scale
    return _at(key, pack(key))


def _pack_decimal(element: SchemaElement, key: Fraction) -> bytes | None:
    length = element.type_length
    if element.type != Type.FIXED_LEN_BYTE_ARRAY or not length or key.denominator != 1:
        return None
    try:
        return int(key).to_bytes(length, "big", signed=True)
    except OverflowError:
        return None


def _place_uuid(value: FilterValue) -> PlacedValue:
    data = require_uuid(value)
    return _at(data, data)


def require_uuid(value: FilterValue) -> bytes:
    """Its 16 bytes. Raises UnfitValueError."""
    if isinstance(value, str):
        try:
            value = UUID(value)
        except ValueError:
            raise UnfitValueError("a UUID, in single quotes") from None
    data = value.bytes if isinstance(value, UUID) else value
    if not isinstance(data, bytes) or len(data) != 16:
        raise UnfitValueError("a UUID, in single quotes")
    return data


def require_number(value: FilterValue) -> Fraction | float | None:
    """Infinity as a float; None for NaN. Raises UnfitValueError."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise UnfitValueError("a number")
    if isinstance(value, int):
        return Fraction(value)
    as_float = float(value) if isinstance(value, float) else None
    if as_float is not None and not isfinite(as_float):
        return None if isnan(as_float) else as_float
    if isinstance(value, Decimal) and not value.is_finite():
        return None if value.is_nan() else float(value)
    return Fraction(value)


Reader: TypeAlias = Callable[[str], int | None]


def count_days(value: FilterValue) -> int:
    """Since 1970-01-01. Raises UnfitValueError."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return (value - date(1970, 1, 1)).days
    return _read(value, parse_date, "a date, such as '2026-01-02'")


def count_nanos_of_day(value: FilterValue) -> int:
    """Since midnight. Raises UnfitValueError."""
    if isinstance(value, time) and value.tzinfo is None:
        seconds = value.hour * 3600 + value.minute * 60 + value.second
        return (seconds * 10**6 + value.microsecond) * 1000
    return _read(value, parse_time, "a time of day, such as '12:30:00'")


def count_nanos(value: FilterValue, *, is_utc: bool) -> int:
    """Since 1970-01-01 00:00. Without a zone, a moment of a UTC column is one of UTC; with one, that of other columns is none.

    Raises UnfitValueError.
    """
    if isinstance(value, datetime):
        if value.tzinfo is not None and not is_utc:
            raise UnfitValueError("a moment without a time zone")
        moment = value.replace(tzinfo=UTC) if value.tzinfo is None else value
        passed = moment - datetime(1970, 1, 1, tzinfo=UTC)
        return ((passed.days * 86_400 + passed.seconds) * 10**6 + passed.microseconds) * 1000
    has_zone = isinstance(value, str) and parse_timestamp(value, takes_zone=True) is not None
    kind = "a moment without a time zone" if has_zone and not is_utc else "a moment"
    wanted = f"{kind}, such as '2026-01-02 12:30:00'"
    return _read(value, lambda text: parse_timestamp(text, takes_zone=is_utc), wanted)


def _read(value: FilterValue, reader: Reader, wanted: str) -> int:
    read = reader(value) if isinstance(value, str) else None
    if read is not None:
        return read
    if isinstance(value, str) and (why := explain_moment(value)):
        raise UnfitValueError(f"{wanted}: in {value!r}, {why}")
    raise UnfitValueError(wanted)

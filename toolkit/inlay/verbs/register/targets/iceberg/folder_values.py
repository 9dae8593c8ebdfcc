"""The value of a partition column from the name of a folder, as Iceberg keeps it."""

from __future__ import annotations

from datetime import date
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Any, Final
from uuid import UUID

from pyiceberg import types as iceberg

_DAY_ZERO: Final = date(1970, 1, 1)
_BOOLEANS: Final = {"true": True, "false": False}


def parse_folder_value(type_: iceberg.PrimitiveType, text: str) -> Any:
    """None for a text that is no value of the type. Timestamps and bytes are none in any spelling: writers have too many of them."""
    try:
        match type_:
            case iceberg.StringType():
                return text
            case iceberg.IntegerType() | iceberg.LongType():
                return _parse_whole(text, type_.max)
            case iceberg.DateType():
                return (date.fromisoformat(text) - _DAY_ZERO).days
            case iceberg.BooleanType():
                return _BOOLEANS.get(text.lower())
            case iceberg.FloatType() | iceberg.DoubleType():
                number = float(text)
                return number if isfinite(number) else None
            case iceberg.DecimalType():
                return _parse_decimal(text, type_)
            case iceberg.UUIDType():
                return UUID(text).bytes
            case _:
                return None
    except (ValueError, InvalidOperation):
        return None


def _parse_whole(text: str, largest: int) -> int | None:
    number = int(text)
    return number if -largest - 1 <= number <= largest else None


def _parse_decimal(text: str, type_: iceberg.DecimalType) -> Decimal | None:
    """With as many digits behind the point as the column has."""
    number = Decimal(text)
    if not number.is_finite():
        return None
    unit = Decimal((0, (1,), -type_.scale))
    scaled = number.quantize(unit)
    is_exact = scaled == number and len(scaled.as_tuple().digits) <= type_.precision
    return scaled if is_exact else None

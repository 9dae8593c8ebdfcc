"""The value of a partition column from the name of a folder, as Iceberg keeps it."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Any, Final
from uuid import UUID

from pyiceberg import types as iceberg

from inlay.verbs.register.partitions import normalize_text, parse_value
from inlay.verbs.register.schema.table_types import IntegerType, LeafType, SimpleType

_BOOLEANS: Final = {"true": True, "false": False}


def parse_folder_value(type_: iceberg.PrimitiveType, text: str) -> Any:
    """None for a text that is not a value of the type. Timestamps and bytes are none in any spelling: writers have too many of them."""
    if isinstance(type_, iceberg.StringType):
        return text
    if "_" in text or text != text.strip():  # Python's numbers have them, and no writer's
        return None
    try:
        match type_:
            case iceberg.IntegerType() | iceberg.LongType():
                bits = 64 if isinstance(type_, iceberg.LongType) else 32
                return _read(text, IntegerType(bits))
            case iceberg.DateType():
                return _read(text, SimpleType.DATE)
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


def _read(text: str, type_: LeafType) -> int | str | None:
    return parse_value(normalize_text(text, type_), type_)


def _parse_decimal(text: str, type_: iceberg.DecimalType) -> Decimal | None:
    """With as many digits behind the point as the column has."""
    number = Decimal(text)
    if not number.is_finite():
        return None
    unit = Decimal((0, (1,), -type_.scale))
    scaled = number.quantize(unit)
    is_exact = scaled == number and len(scaled.as_tuple().digits) <= type_.precision
    return scaled if is_exact else None

"""Logical types as people write them, and as `inlay inspect` prints them: `DECIMAL(9, 2)`, `TIMESTAMP(MICROS, UTC)`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from inlay.ground.mistakes import RequestError
from parquet_format.parquet import (
    BsonType,
    DateType,
    DecimalType,
    EnumType,
    IntType,
    JsonType,
    LogicalType,
    StringType,
    TimestampType,
    TimeType,
    TimeUnit,
    UUIDType,
)

ALLOWED: Final = (
    "STRING, ENUM, JSON, BSON, UUID, DATE, DECIMAL(precision, scale), INTEGER(bits, signed|unsigned), "
    "TIME(MILLIS|MICROS|NANOS, UTC|local), TIMESTAMP(MILLIS|MICROS|NANOS, UTC|local) and NONE"
)
_CALL: Final = re.compile(r"\s*(\w+)\s*(?:\(([^()]*)\))?\s*")
_PLAIN: Final[dict[str, Callable[[], LogicalType]]] = {
    "STRING": StringType,
    "ENUM": EnumType,
    "JSON": JsonType,
    "BSON": BsonType,
    "UUID": UUIDType,
    "DATE": DateType,
}


def parse_logical_type(text: str) -> LogicalType | None:
    """In the notation of `inlay inspect`; None for NONE. Raises RequestError for what is none of `ALLOWED`."""
    match = _CALL.fullmatch(text)
    name, inside = (match[1].upper(), match[2]) if match else ("", None)
    words = [word.strip().upper() for word in inside.split(",")] if inside is not None else []
    try:
        match name, words:
            case "NONE", []:
                return None
            case _, [] if name in _PLAIN:
                return _PLAIN[name]()
            case "DECIMAL", [precision, scale]:
                return DecimalType(precision=int(precision), scale=int(scale))
            case "INT" | "INTEGER", [
                "8" | "16" | "32" | "64" as bits,
                "SIGNED" | "UNSIGNED" as sign,
            ]:
                return IntType(bitWidth=int(bits), isSigned=sign == "SIGNED")
            case "TIME", [unit, "UTC" | "LOCAL" as zone]:
                return TimeType(unit=TimeUnit[unit], isAdjustedToUTC=zone == "UTC")
            case "TIMESTAMP", [unit, "UTC" | "LOCAL" as zone]:
                return TimestampType(unit=TimeUnit[unit], isAdjustedToUTC=zone == "UTC")
            case _:
                pass
    except (ValueError, KeyError):
        pass
    raise RequestError(f"{text!r} is not a logical type that can be given; there are {ALLOWED}")

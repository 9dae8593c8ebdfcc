"""Single values as JSON."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TypeAlias

from inlay.values.decode import Undecodable, Value

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


def binary(data: bytes) -> Json:
    return {"hex": data.hex()}


def number(value: float) -> Json:
    """JSON has no NaN and no infinities: these are strings."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return float(value)


def decoded(value: Value | Undecodable) -> Json:
    """Booleans, numbers and text as themselves; bytes as hex; all else (decimals, dates, UUIDs) as text."""
    match value:
        case Undecodable():
            return {"hex": value.raw.hex(), "problem": value.reason}
        case bool() | int() | str():
            return value
        case float():
            return number(value)
        case bytes():
            return binary(value)
        case Decimal():
            return f"{value:f}"
        case _:
            return str(value)

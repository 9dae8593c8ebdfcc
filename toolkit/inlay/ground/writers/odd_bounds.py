"""Bounds of floating-point numbers by which a defect is told: NaN, and infinities that are said to be exact."""

from __future__ import annotations

import math
import struct
import sys
from typing import Final

from parquet_format.parquet import Statistics, Type

_EXTREMES: Final = {
    Type.FLOAT: (struct.pack("<f", math.inf), bytes.fromhex("ffff7f7f")),
    Type.DOUBLE: (struct.pack("<d", math.inf), struct.pack("<d", sys.float_info.max)),
}
"""Infinity and the largest finite number, by the width of the type."""

_HALF_EXTREMES: Final = (struct.pack("<e", math.inf), struct.pack("<e", 65504.0))
_FORMATS: Final = {2: "<e", 4: "<f", 8: "<d"}


def is_loose_infinity(statistics: Statistics, type_: Type) -> bool:
    """Whether bounds that are said to be exact are an infinity and the largest finite number, with its sign."""
    infinite, finite = _EXTREMES.get(type_, _HALF_EXTREMES)
    low, high = statistics.min_value, statistics.max_value
    is_above = statistics.is_min_value_exact is True and (low, high) == (finite, infinite)
    if low is None or high is None or is_above:
        return is_above
    below = _negate(infinite), _negate(finite)
    return statistics.is_max_value_exact is True and (low, high) == below


def has_nan(statistics: Statistics) -> bool:
    """Whether a bound of floating-point numbers is NaN."""
    bounds = (statistics.min_value, statistics.max_value, statistics.min, statistics.max)
    return any(raw is not None and _is_nan(raw) for raw in bounds)


def _is_nan(raw: bytes) -> bool:
    format_ = _FORMATS.get(len(raw))
    return format_ is not None and math.isnan(struct.unpack(format_, raw)[0])


def _negate(value: bytes) -> bytes:
    return value[:-1] + bytes([value[-1] | 0x80])

"""Moments with nanoseconds in lists of filters: pyarrow cuts those of pandas to microseconds, and then compares another moment."""

from __future__ import annotations

import sys
from typing import Any, Final, cast

import pyarrow as pa

_TICK: Final = {"s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1}
"""In nanoseconds."""


def fit_moment(
    operator: str, value: Any, type_: pa.DataType
) -> tuple[str, pa.Scalar[Any]] | bool | None:
    """The comparison that means the same for a column of this type; a bool where it has one answer for all that is not null.

    None for what is not a moment of whole microseconds and some nanoseconds, and for what pyarrow refuses, with its own words: a
    moment with a time zone beside a column without one.
    """
    nanos = _count_nanos(value)
    if nanos is None or not pa.types.is_timestamp(type_) or nanos % _TICK["us"] == 0:
        return None
    if (type_.tz is not None) != (_zone_of(value) is not None):
        return None
    ticks, rest = divmod(nanos, _TICK[type_.unit])
    fitted: pa.Scalar[Any] = cast(Any, pa.scalar)(ticks, type_)
    if not rest:
        return operator, fitted
    if operator in ("<", "<="):
        return "<=", fitted
    if operator in (">", ">="):
        return ">", fitted
    return operator == "!="


def _count_nanos(value: Any) -> int | None:
    """Since 1970; None for what has no nanoseconds."""
    if _is_arrow(value):
        return value.value if value.type.unit == "ns" and value.is_valid else None
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    if pandas is not None and isinstance(value, pandas.Timestamp):
        value = value.to_datetime64()
    if numpy is None or not isinstance(value, numpy.datetime64) or numpy.isnat(value):
        return None
    return int(value.astype("int64")) if numpy.datetime_data(value.dtype) == ("ns", 1) else None


def _zone_of(value: Any) -> Any:
    holder = value.type if _is_arrow(value) else value
    return getattr(holder, "tz", None)


def _is_arrow(value: Any) -> bool:
    return isinstance(value, pa.TimestampScalar)

"""Which type of a file's column is read as which type of Spark: what Spark's own reader widens, and nothing else.

That is `ParquetVectorUpdaterFactory` of Spark 4. Where Spark would give a number other than the file's (it cuts off the
upper bits of a number that is too large, and reads unsigned ones as signed), there is an error here; and what has a unit
or a scale is not read as something else with the same bits. A test holds both against Spark.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

Array: TypeAlias = "pa.Array[Any]"

_is: Final = pa.types
_compute: Final[Any] = pc
_DIGITS: Final[dict[pa.DataType, int]] = {
    pa.int8(): 10,
    pa.int16(): 10,
    pa.int32(): 10,
    pa.int64(): 20,
}
"""How many digits before the point a decimal must have, for Spark to read these as it. (Not 19, whatever an INT64 has.)"""


def widen(array: Array, type_: pa.DataType) -> Array | None:
    """The same values; None where this type is not read as that. pa.ArrowException for a value that does not fit."""
    own = array.type
    if _is.is_decimal(own) or _is.is_decimal(type_):
        return array.cast(type_) if _is_decimal(own, type_) else None
    if _is_bytes(own) and (_is.is_string(type_) or _is.is_binary(type_)):
        return _bytes(array, type_)
    if _is.is_timestamp(own):
        return _timestamp(array, type_)
    if _is.is_time(type_):
        return array.cast(type_) if _is.is_time64(own) else None
    if _is.is_date(type_) or _is.is_date(own):
        return _date(array, type_)
    if _is.is_duration(type_):
        return _raw(array).cast(type_) if own == pa.int64() or _is.is_duration(own) else None
    if _is.is_integer(type_) or _is.is_floating(type_):
        return _number(array, type_)
    return array if own == type_ else None


def is_list(type_: pa.DataType) -> bool:
    """Of any kind that pyarrow reads lists as."""
    return (
        _is.is_list(type_)
        or _is.is_large_list(type_)
        or _is.is_fixed_size_list(type_)
        or _is.is_list_view(type_)
    )


def _is_decimal(own: pa.DataType, type_: pa.DataType) -> bool:
    if not _is.is_decimal(type_):
        return False
    if _is.is_decimal(own):
        more_scale, more_precision = type_.scale - own.scale, type_.precision - own.precision
        return bool(0 <= more_scale <= more_precision)
    if own == pa.uint64():
        return type_ == pa.decimal128(20, 0)
    own = pa.int64() if _is.is_duration(own) else own
    return own in _DIGITS and bool(type_.precision - type_.scale >= _DIGITS[own])


def _is_bytes(type_: pa.DataType) -> bool:
    return (
        _is.is_string(type_)
        or _is.is_large_string(type_)
        or _is.is_string_view(type_)
        or _is.is_binary(type_)
        or _is.is_large_binary(type_)
        or _is.is_binary_view(type_)
        or _is.is_fixed_size_binary(type_)
    )


def _bytes(array: Array, type_: pa.DataType) -> Array | None:
    """A text may be none: Spark hands on its bytes. Those of a fixed length are not text to it."""
    if _is.is_fixed_size_binary(array.type) and not _is.is_binary(type_):
        return None
    bits: Array = _compute.cast(array, options=pc.CastOptions(type_, allow_invalid_utf8=True))
    return bits


def _timestamp(array: Array, type_: pa.DataType) -> Array | None:
    """As an instant or as a local time, whichever it is: neither is shifted. Nanoseconds are numbers to Spark, and so
    are others where numbers are asked for."""
    own: Any = array.type
    if type_ == pa.int64():
        return _raw(array)
    if not _is.is_timestamp(type_) or own.unit == "ns":
        return None
    return _raw(array.cast(pa.timestamp("us", own.tz))).view(type_)


def _date(array: Array, type_: pa.DataType) -> Array | None:
    own = array.type
    if _is.is_date(own):
        days = array.cast(pa.date32())
        if _is.is_date(type_):
            return days
        if _is.is_timestamp(type_):
            return days.cast(type_) if getattr(type_, "tz", None) is None else None
        return _number(days.cast(pa.int32()), type_)
    is_days = own in (pa.int8(), pa.int16(), pa.int32())
    return array.cast(pa.int32()).cast(pa.date32()) if is_days else None


def _number(array: Array, type_: pa.DataType) -> Array | None:
    own = array.type
    if _is.is_floating(own):
        return array.cast(type_) if _is.is_floating(type_) and _fits(own, type_) else None
    if not (_is.is_integer(own) or _is.is_time(own) or _is.is_duration(own)):
        return None
    numbers = _raw(array)
    if _is.is_integer(type_):
        # Nothing that is stored in 64 bits is read as fewer.
        return numbers.cast(type_) if own.bit_width < 64 or type_ == pa.int64() else None
    return numbers.cast(type_) if own.bit_width < 64 and type_ == pa.float64() else None


def _fits(own: pa.DataType, type_: pa.DataType) -> bool:
    return own.bit_width <= type_.bit_width


def _raw(array: Array) -> Array:
    """The numbers that the file has."""
    own = array.type
    if _is.is_integer(own):
        return array
    return array.view(pa.int32() if own.bit_width == 32 else pa.int64())

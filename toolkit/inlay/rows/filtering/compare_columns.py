"""A column of one Arrow type held against a value of a filter: true, false, or null where the row is null.

Numbers are compared by value, whatever their types. Only where the column has floating-point numbers is the value rounded, to
the nearest double, as SQL does it; and a Python float among decimals is the decimal that it is written as.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import isfinite, isnan
from typing import Any, Final, cast

import pyarrow as pa

from inlay.rows.filtering.whole_numbers import fit_number
from inlay.rows.pruning.filters import EQUAL, FilterValue
from inlay.rows.pruning.literals import (
    NeverComparedError,
    UnfitValueError,
    count_days,
    count_nanos,
    count_nanos_of_day,
    require_number,
    require_uuid,
)
from inlay_variant.storage.arrow_classes import Array, pc

_NANOS: Final = 10**9
_PER_SECOND: Final = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_KERNELS: Final = {
    EQUAL: pc.equal,
    "<": pc.less,
    "<=": pc.less_equal,
    ">": pc.greater,
    ">=": pc.greater_equal,
}


def compare_column(array: Array, operator: str, value: FilterValue) -> Array:
    """Booleans: `=`, `<`, `<=`, `>` or `>=` of each row. NaN compares as false.

    Raises UnfitValueError for a value that values of this type are not compared with.
    """
    type_ = array.type
    if pa.types.is_dictionary(type_):
        return compare_column(cast(Any, array).dictionary_decode(), operator, value)
    if isinstance(type_, pa.UuidType):
        return _by_bytes(cast(Any, array).storage, operator, require_uuid(value))
    if isinstance(type_, pa.BaseExtensionType):
        return compare_column(cast(Any, array).storage, operator, value)
    if pa.types.is_boolean(type_):
        if not isinstance(value, bool):
            raise UnfitValueError("true or false")
        return compare_whole(array.cast(pa.int8()), operator, Fraction(int(value)))
    if pa.types.is_floating(type_):
        return _by_doubles(array.cast(pa.float64()), operator, _number_written(value))
    if pa.types.is_integer(type_):
        return compare_whole(array, operator, require_number(value))
    if pa.types.is_decimal(type_):
        return compare_whole(array, operator, _number_written(value))
    if pa.types.is_duration(type_):  # to Parquet, whole numbers
        return compare_whole(array.view(pa.int64()), operator, require_number(value))
    if pa.types.is_temporal(type_):
        return _by_moments(array, operator, value)
    return _by_bytes(array, operator, _bytes_of(array.type, value))


def _number_written(value: FilterValue) -> Fraction | float | None:
    if isinstance(value, float) and isfinite(value):
        return Fraction(Decimal(repr(value)))
    return require_number(value)


def compare_whole(array: Array, operator: str, number: Fraction | float | None) -> Array:
    """The same of whole numbers, and of decimals: `number` is None for NaN, or a float that is infinite."""
    fitted = False if number is None else fit_number(operator, number, array.type)
    if isinstance(fitted, bool):
        return _all(array, answer=fitted)
    return cast(Array, _KERNELS[operator](array, fitted))


def _all(array: Array, *, answer: bool) -> Array:
    """One answer for each row that is not null."""
    return cast(Array, pc.if_else(array.is_valid(), answer, pa.scalar(None, pa.bool_())))


def _by_doubles(array: Array, operator: str, number: Fraction | float | None) -> Array:
    if number is None or (isinstance(number, float) and isnan(number)):
        return _all(array, answer=False)
    return cast(Array, _KERNELS[operator](array, round_to_double(number)))


def round_to_double(number: Fraction | float) -> pa.Scalar[Any]:
    """The nearest, which may be infinite."""
    try:
        nearest = float(number)
    except OverflowError:
        nearest = float("inf") if number > 0 else float("-inf")
    return pa.scalar(nearest, pa.float64())


def _by_moments(array: Array, operator: str, value: FilterValue) -> Array:
    type_ = array.type
    if pa.types.is_date64(type_):
        return _by_moments(array.cast(pa.date32()), operator, value)
    if pa.types.is_date32(type_):
        number = Fraction(count_days(value))
    elif pa.types.is_timestamp(type_):
        nanos = count_nanos(value, is_utc=type_.tz is not None)
        number = Fraction(nanos * _PER_SECOND[type_.unit], _NANOS)
    elif pa.types.is_time(type_):
        number = Fraction(count_nanos_of_day(value) * _PER_SECOND[type_.unit], _NANOS)
    else:
        raise NeverComparedError(type_)
    counts = pa.int32() if type_.bit_width == 32 else pa.int64()
    return compare_whole(array.view(counts), operator, number)


def _bytes_of(type_: pa.DataType, value: FilterValue) -> bytes:
    if pa.types.is_string(type_) or pa.types.is_large_string(type_) or type_ == pa.string_view():
        if not isinstance(value, str):
            raise UnfitValueError("text, in single quotes")
        return value.encode("utf-8", "surrogatepass")
    is_bytes = pa.types.is_binary(type_) or pa.types.is_large_binary(type_)
    if is_bytes or pa.types.is_fixed_size_binary(type_) or type_ == pa.binary_view():
        data = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
        if not isinstance(data, bytes):
            raise UnfitValueError("text in single quotes, or bytes such as x'00ff'")
        return data
    raise NeverComparedError(type_)


def _by_bytes(array: Array, operator: str, data: bytes) -> Array:
    """By the order of unsigned bytes, which is that of UTF-8, too."""
    is_large = array.type in (pa.large_string(), pa.large_binary(), pa.string_view(), pa.binary_view())  # fmt: skip
    type_ = pa.large_binary() if is_large else pa.binary()
    return cast(Array, _KERNELS[operator](array.cast(type_), pa.scalar(data, type_)))

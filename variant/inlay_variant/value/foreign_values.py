"""Scalars of pandas and numpy as scalars of Variants, by what they can do: neither library is imported.

A `pandas.Timestamp` is a datetime to Python, so its nanoseconds would be lost in silence.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from inlay_runtime.errors import EncodeError
from inlay_variant.value.primitives import NULL, PrimitiveType, PythonScalar, Scalar, scalar

_NANOSECONDS: Final = {
    "W": 604_800_000_000_000, "D": 86_400_000_000_000, "h": 3_600_000_000_000, "m": 60_000_000_000,
    "s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1,
}  # fmt: skip
"""How many are in a unit of numpy; months and years are not all as long, and shorter units have no Variant type."""


def convert_foreign(value: Any) -> PythonScalar:
    """What a scalar of another library is: no value (NaT, NA) is null, an integer is one of Python, a float32 is a FLOAT, a
    moment has nanoseconds where it needs them. What is of no such library is given back.

    Raises EncodeError for what no Variant can hold.
    """
    library = type(value).__module__.partition(".")[0]
    if library == "pandas":
        return _of_pandas(value)
    if library == "numpy":
        return _of_numpy(value)
    own: PythonScalar = value
    return own


def _of_pandas(value: Any) -> PythonScalar:
    if type(value).__name__ in ("NaTType", "NAType"):
        return NULL
    if not isinstance(value, datetime):
        raise EncodeError(f"a pandas {type(value).__name__} has no Variant type")
    moment: Any = value
    if moment.nanosecond:
        return _moment(moment.value, is_utc=moment.tzinfo is not None)
    when: datetime = moment.to_pydatetime()
    return when


def _of_numpy(value: Any) -> PythonScalar:
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if getattr(value, "ndim", None) != 0:
        kind = ""
    if kind in "biu" and kind:
        own: bool | int = value.item()
        return own
    if kind == "f" and value.itemsize <= 4:
        return scalar(PrimitiveType.FLOAT, float(value))
    if kind == "M":
        return _of_datetime64(value)
    if isinstance(value, float | str | bytes):  # float64, str_ and bytes_ are Python's too
        return value
    raise EncodeError(f"a numpy {type(value).__name__} has no Variant type")


def _of_datetime64(value: Any) -> PythonScalar:
    text = str(value.dtype)
    unit = text[text.find("[") + 1 : -1]
    if str(value) == "NaT":
        return NULL
    count = int(value.astype("int64"))
    if unit == "D":
        return scalar(PrimitiveType.DATE, count)
    if unit not in _NANOSECONDS:
        raise EncodeError(f"a numpy {text} has no Variant type")
    return _moment(count * _NANOSECONDS[unit], is_utc=False)


def _moment(nanoseconds: int, *, is_utc: bool) -> Scalar:
    """In microseconds where nothing is lost, as other moments are."""
    microseconds, rest = divmod(nanoseconds, 1_000)
    if rest:
        type_ = PrimitiveType.TIMESTAMP_NANOS if is_utc else PrimitiveType.TIMESTAMP_NTZ_NANOS
        return scalar(type_, nanoseconds)
    type_ = PrimitiveType.TIMESTAMP if is_utc else PrimitiveType.TIMESTAMP_NTZ
    return scalar(type_, microseconds)

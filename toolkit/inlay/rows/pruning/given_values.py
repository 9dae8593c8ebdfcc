"""Values that lists of filters have from Python, NumPy, pandas and Arrow, as the Python values that rows are compared with."""

from __future__ import annotations

import sys
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import FilterValue

_TYPES: Final = (bool, int, float, Decimal, str, bytes, date, datetime, time, UUID)
_NANOS: Final = 1000
"""In a microsecond, beyond which Python has no moments."""


def read_value(column: str, value: Any) -> FilterValue | None:
    """The value that a scalar stands for; None for a null. Raises FilterError for a type that nothing is compared with.

    A moment with nanoseconds becomes text, because Python has no such moment.
    """
    plain = _read_scalar(value)
    if plain is None or isinstance(plain, _TYPES):
        return plain
    kind = f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")
    what = (
        f"{column} cannot be compared with a value of type {kind}: "
        "give a bool, a number, text, bytes, a date, a time, a moment or a UUID"
    )
    raise FilterError("", -1, what)


def _is_collection(values: Any) -> bool:
    return isinstance(values, list | tuple | set | frozenset)


def list_values(values: Any) -> list[Any] | None:
    """The members of what stands behind `in`; None for what is not a collection of values."""
    if _is_collection(values):
        return list(values)
    if _is_of("numpy", "ndarray", values) and values.ndim == 1:
        return list(values)
    if _is_of("pyarrow", "Array", values) or _is_of("pyarrow", "ChunkedArray", values):
        return list(values)
    return None


def _read_scalar(value: Any) -> Any:
    if _is_of("pyarrow", "Scalar", value):
        return _read_arrow(value)
    if _is_of("numpy", "datetime64", value):
        return _read_numpy_moment(value)
    if _is_of("numpy", "timedelta64", value):
        return value
    if _is_of("numpy", "generic", value):
        return value.item()
    if _is_of("pandas", "Timestamp", value) and value.nanosecond:
        return value.isoformat(sep=" ")
    return value


def _read_arrow(scalar: Any) -> Any:
    """Moments of nanoseconds by way of text: `as_py` takes them only where pandas is there."""
    import pyarrow as pa

    if not scalar.is_valid:
        return None
    if pa.types.is_duration(scalar.type):
        return scalar
    type_: Any = scalar.type
    is_fine = pa.types.is_timestamp(type_) or pa.types.is_time64(type_)
    if is_fine and type_.unit == "ns":
        if scalar.value % _NANOS:
            return str(scalar.cast(pa.string()).as_py())
        exact: Any = pa.time64("us") if pa.types.is_time64(type_) else pa.timestamp("us", type_.tz)
        return scalar.cast(exact).as_py()
    return scalar.as_py()


def _read_numpy_moment(value: Any) -> Any:
    plain = value.item()
    if plain is None or isinstance(plain, date):
        return plain
    exact = value.astype("datetime64[us]")
    if exact == value and isinstance(exact.item(), date):
        return exact.item()
    return str(value).replace("T", " ")


def _is_of(module: str, name: str, value: Any) -> bool:
    """Whether it is of this class, of a package that is not imported for the question: who made the value has done that."""
    kind = getattr(sys.modules.get(module), name, None)
    return kind is not None and isinstance(value, kind)

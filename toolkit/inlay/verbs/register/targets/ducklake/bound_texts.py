"""Bounds as a catalog of DuckLake has them: text, which its readers cast to the type of the column."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from math import isfinite
from struct import Struct
from typing import Any, Final
from uuid import UUID

from inlay.ground.values.temporal import Date, TimeOfDay, Timestamp
from inlay.verbs.register.record import FileBound, LeafRecord
from inlay.verbs.register.schema.table_types import (
    DecimalType,
    IntegerType,
    SimpleType,
    TableType,
    TimestampType,
    TimeType,
)

TEXTS: Final = (SimpleType.STRING, SimpleType.JSON)
_FLOATS: Final = (SimpleType.FLOAT, SimpleType.DOUBLE)
_PLAIN: Final = (1e-4, 1e16)
"""Between these, a float as text has no exponent."""
_FLOAT: Final = Struct("<f")
_EPSILON: Final = {SimpleType.FLOAT: 2.0**-23, SimpleType.DOUBLE: 2.0**-52}
_SMALLEST: Final = {SimpleType.FLOAT: 2.0**-149, SimpleType.DOUBLE: 2.0**-1074}
_LARGEST: Final = (2 - _EPSILON[SimpleType.FLOAT]) * 2.0**127
_DIGITS: Final = {SimpleType.FLOAT: 7, SimpleType.DOUBLE: 15}
"""Numbers of so many digits are whole numbers of the type, whatever their digits are."""
_FURTHER: Final = 4
"""Floats: a literal is read at most two beside its number."""
_ZONE: Final = "+00"
_LAST_DAY: Final = 2_932_896
_FIRST_DAY: Final = -719_162
_CLOCK: Final = re.compile(r"(\d{4}-\d\d-\d\d ?)?(\d\d:\d\d:\d\d(\.\d+)?)?")
_BOOLEANS: Final = {"false": 0, "true": 1, "0": 0, "1": 1}


def is_float(type_: TableType) -> bool:
    return type_ in _FLOATS


def write_bound(
    leaf: LeafRecord, bound: FileBound | None, type_: TableType, *, is_upper: bool
) -> str | None:
    """None where nothing is known, for a value that the type has no text for here, and for types that nobody prunes by."""
    if bound is None:
        return None
    if type_ in TEXTS:
        return _write_text(bound.raw, is_upper=is_upper)
    value = leaf.decode(bound)
    match type_, value:
        case SimpleType.BOOLEAN, bool():
            return "true" if value else "false"
        case IntegerType(bits, is_signed), int():
            least, most = (-(2 ** (bits - 1)), 2 ** (bits - 1)) if is_signed else (0, 2**bits)
            return str(value) if least <= value < most else None
        case DecimalType(precision, scale), Decimal():
            return _write_decimal(value, precision, scale)
        case ((SimpleType.FLOAT | SimpleType.DOUBLE) as kind, float()):
            return _write_float(float(value), kind, is_upper=is_upper)
        case SimpleType.DATE, Date(days):
            return str(value) if _FIRST_DAY <= days <= _LAST_DAY else None
        case SimpleType.UUID, UUID():
            return str(value)
        case TimeType(), TimeOfDay(count, per_second, _):
            return str(TimeOfDay(count, per_second, utc=False))
        case TimestampType(per_second, is_utc), Timestamp():
            return _write_moment(value, per_second, is_utc=is_utc, is_upper=is_upper)
        case _:
            return None


def is_exact_text(
    leaf: LeafRecord, bound: FileBound | None, text: str | None, type_: TableType
) -> bool:
    """Whether a bound is a value of the file as the table has it. Texts need not be: `min` and `max` of those are asked of the files."""
    if bound is None or text is None or type_ in TEXTS:
        return True
    value = leaf.decode(bound)
    match type_, value:
        case TimestampType(per_second), Timestamp():
            return bound.is_exact and value.value * per_second % value.per_second == 0
        case ((SimpleType.FLOAT | SimpleType.DOUBLE), float()):
            return bound.is_exact and float(text) == value
        case _:
            return bound.is_exact


def _write_float(value: float, type_: SimpleType, *, is_upper: bool) -> str | None:
    """DuckLake compares it with the text of a literal as it stands. DuckDB takes that for a decimal, and makes a float of it that may be
    another one: there the bound is a little further out than the value."""
    if not isfinite(value):
        return None
    if not _is_read_exactly(value, type_):
        step = _FURTHER * (abs(value) * _EPSILON[type_] + _SMALLEST[type_])
        value = value + step if is_upper else value - step
        if type_ is SimpleType.FLOAT and abs(value) > _LARGEST:
            return None
    return repr(value)


def _is_read_exactly(value: float, type_: SimpleType) -> bool:
    """Whether DuckDB reads the text of this number as it is, and those of its neighbours not beyond it.

    A decimal that is a whole number of the type is divided by a power of ten that is one, too, and rounded once. Any other is rounded
    twice, or thrice below 0.1, where it has more than 18 places. A text with an exponent is a double.
    """
    size = abs(value)
    if size == 0:
        return True
    if not _PLAIN[0] <= size < _PLAIN[1]:
        return type_ is SimpleType.DOUBLE
    if value.is_integer():
        return True
    short = float(f"{value:.{_DIGITS[type_]}g}")
    if type_ is SimpleType.FLOAT:
        (short,) = _FLOAT.unpack(_FLOAT.pack(short))
    return size >= 0.1 and short == value


def _write_text(raw: bytes, *, is_upper: bool) -> str | None:
    """A lower bound that was cut within a character is one without it, too; an upper one is none. PostgreSQL's text has no zero."""
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        if is_upper:
            return None
        text = raw[: error.start].decode()
    return None if "\0" in text else text


def _write_decimal(value: Decimal, precision: int, scale: int) -> str | None:
    _, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int) or -exponent != scale or len(digits) > precision:
        return None
    return f"{value:f}"


def _write_moment(value: Timestamp, per_second: int, *, is_utc: bool, is_upper: bool) -> str | None:
    """Nanoseconds in a column of microseconds: a minimum is floored, and a maximum raised."""
    count = value.value * per_second
    count = -(-count // value.per_second) if is_upper else count // value.per_second
    if not _FIRST_DAY <= count // (86_400 * per_second) <= _LAST_DAY:
        return None
    text = str(Timestamp(count, per_second, utc=False)).replace("T", " ")
    return text + _ZONE if is_utc else text


def unite_texts(texts: list[str], type_: TableType, *, is_upper: bool) -> str | None:
    """The outermost of bounds that the catalog has in text. None where one of them cannot be compared."""
    read = _choose_key(type_)
    if read is None or not texts:
        return None
    try:
        keys = [read(text) for text in texts]
    except (ValueError, InvalidOperation, KeyError):
        return None
    choose = max if is_upper else min
    return texts[keys.index(choose(keys))]


def _choose_key(type_: TableType) -> Callable[[str], Any] | None:
    match type_:
        case SimpleType.STRING | SimpleType.JSON:
            return str.encode
        case SimpleType.BOOLEAN:
            return _BOOLEANS.__getitem__
        case IntegerType():
            return int
        case DecimalType():
            return Decimal
        case SimpleType.FLOAT | SimpleType.DOUBLE:
            return _read_float
        case SimpleType.UUID:
            return UUID
        case SimpleType.DATE | TimeType():
            return _read_clock
        case TimestampType(_, is_utc):
            return _read_moment if is_utc else _read_clock
        case _:
            return None


def _read_float(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(text)
    return value


def _read_clock(text: str) -> str:
    """Texts of years with four digits are in the order of time, if their fractions end where they may."""
    if not _CLOCK.fullmatch(text):
        raise ValueError(text)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _read_moment(text: str) -> str:
    if not text.endswith(_ZONE):
        raise ValueError(text)
    return _read_clock(text.removesuffix(_ZONE))

"""Bounds as the log of a Delta table has them: values of JSON, exact to the digit.

None of them goes through a double that is not one: readers take decimals and whole numbers from their digits.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial
from json import dumps
from math import isfinite
from typing import Final, NamedTuple

from inlay.verbs.register.raised_text import raise_text
from inlay.verbs.register.record import FileBound
from inlay.verbs.register.schema.table_types import (
    DecimalType,
    IntegerType,
    SimpleType,
    TableType,
    TimestampType,
)
from parquet_format.parquet import SchemaElement, Type

LONGEST_TEXT: Final = 32
"""Characters of a bound: what Delta's own writer keeps."""

_EPOCH: Final = date(1970, 1, 1)
_FIRST_DAY: Final = (date.min - _EPOCH).days
_LAST_DAY: Final = (date.max - _EPOCH).days
_PER_SECOND: Final = 10**6
_DAY: Final = 86_400 * _PER_SECOND
_MIDNIGHT: Final = datetime(1970, 1, 1)
_FLOATS: Final = {2: struct.Struct("<e"), 4: struct.Struct("<f"), 8: struct.Struct("<d")}


class BoundText(NamedTuple):
    """`is_exact` if the text says the very bound."""

    text: str
    is_exact: bool = True


Write = Callable[[bytes], BoundText | None]
"""From a bound as the file stores it; None for one that the log has no text for."""


class BoundTexts(NamedTuple):
    """`may_be_nan` for columns in which a NaN is larger than all bounds."""

    lower: Write
    upper: Write
    may_be_nan: bool = False


def choose_bound_texts(
    element: SchemaElement, stored: TableType, type_: TableType
) -> BoundTexts | None:
    """For a leaf of a file that is `stored` there, and `type_` in the table. None for types that no reader passes over files by."""
    match stored, type_:
        case IntegerType(bits, is_signed), IntegerType(most) | DecimalType(precision=most):
            read = _read_signed if is_signed else _read_unsigned(bits)
            is_decimal = isinstance(type_, DecimalType)
            write = partial(_write_whole, read, 10**most if is_decimal else 2 ** (most - 1))
            return BoundTexts(write, write)
        case DecimalType(), DecimalType(precision, scale):
            read = _read_signed if element.type in (Type.INT32, Type.INT64) else _read_big
            write = partial(_write_decimal, read, precision, scale)
            return BoundTexts(write, write)
        case ((SimpleType.FLOAT16 | SimpleType.FLOAT | SimpleType.DOUBLE), _):
            return BoundTexts(_write_float, _write_float, may_be_nan=True)
        case SimpleType.BOOLEAN, _:
            return BoundTexts(_write_boolean, _write_boolean)
        case SimpleType.DATE, _:
            return BoundTexts(_write_date, _write_date)
        case TimestampType(per_second, is_utc), _:
            zone = "Z" if is_utc else ""
            return BoundTexts(
                partial(_write_moment, per_second, zone, False),
                partial(_write_moment, per_second, zone, True),
            )
        case ((SimpleType.STRING | SimpleType.ENUM | SimpleType.JSON), _):
            return BoundTexts(_write_lower_text, _write_upper_text)
        case _:
            return None


def write_bound(write: Write, bound: FileBound | None) -> BoundText | None:
    """Exact if the text is, and the bound is a value of the file."""
    text = None if bound is None else write(bound.raw)
    if text is None or bound is None or bound.is_exact:
        return text
    return BoundText(text.text, is_exact=False)


def _read_signed(raw: bytes) -> int:
    return int.from_bytes(raw, "little", signed=True)


def _read_big(raw: bytes) -> int:
    return int.from_bytes(raw, "big", signed=True)


def _read_unsigned(bits: int) -> Callable[[bytes], int]:
    mask = 2 ** max(bits, 32) - 1
    return lambda raw: int.from_bytes(raw, "little", signed=True) & mask


def _write_whole(read: Callable[[bytes], int], limit: int, raw: bytes) -> BoundText | None:
    """None beyond the type of the table: readers fail on all of the statistics then."""
    value = read(raw)
    return BoundText(str(value)) if -limit <= value < limit else None


def _write_decimal(
    read: Callable[[bytes], int], precision: int, scale: int, raw: bytes
) -> BoundText | None:
    value = read(raw)
    if abs(value) >= 10**precision:
        return None
    return BoundText(format_decimal(value, scale))


def format_decimal(unscaled: int, scale: int) -> str:
    """`-1.50` for -150 with a scale of 2."""
    if not scale:
        return str(unscaled)
    digits = f"{abs(unscaled):0{scale + 1}}"
    return f"{'-' if unscaled < 0 else ''}{digits[:-scale]}.{digits[-scale:]}"


def _write_float(raw: bytes) -> BoundText | None:
    """As the digits of a double, also of a narrower one: a reader may compare in doubles, where 0.1 of four bytes is more than 0.1.

    JSON has no infinity. A zero was widened, so it need not be the one of the file.
    """
    value = _FLOATS[len(raw)].unpack(raw)[0]
    return BoundText(repr(value), is_exact=value != 0) if isfinite(value) else None


def _write_boolean(raw: bytes) -> BoundText:
    return BoundText("true" if raw[0] else "false")


def _write_date(raw: bytes) -> BoundText | None:
    days = _read_signed(raw)
    if not _FIRST_DAY <= days <= _LAST_DAY:
        return None
    return BoundText(f'"{(_EPOCH + timedelta(days)).isoformat()}"')


def _write_moment(per_second: int, zone: str, is_upper: bool, raw: bytes) -> BoundText | None:
    """In microseconds. Of nanoseconds a minimum is floored, and a maximum raised to the next one."""
    value = _read_signed(raw)
    if per_second > _PER_SECOND:
        finer = per_second // _PER_SECOND
        micros = -(-value // finer) if is_upper else value // finer
        is_exact = value % finer == 0
    else:
        micros, is_exact = value * (_PER_SECOND // per_second), True
    if not _FIRST_DAY <= micros // _DAY <= _LAST_DAY:
        return None
    return BoundText(f'"{format_moment(micros, "T")}{zone}"', is_exact)


def format_moment(micros: int, between: str) -> str:
    """Six digits of a second, always."""
    moment = _MIDNIGHT + timedelta(microseconds=micros)
    return moment.isoformat(between, "microseconds")


def _write_lower_text(raw: bytes) -> BoundText:
    """The first characters of a text are not larger than it."""
    text, is_whole = _decode(raw)
    cut = text[:LONGEST_TEXT]
    return BoundText(quote(cut), is_exact=is_whole and len(cut) == len(text))


def _write_upper_text(raw: bytes) -> BoundText | None:
    """One that is cut has a larger last character, so that it is beyond all texts that begin with the others."""
    text, is_whole = _decode(raw)
    if is_whole and len(text) <= LONGEST_TEXT:
        return BoundText(quote(text))
    raised = raise_text(text[:LONGEST_TEXT])
    return None if raised is None else BoundText(quote(raised), is_exact=False)


def quote(text: str) -> str:
    """A text of JSON, with characters as they are: deltalake 1.6 reads escaped pairs of surrogates beyond U+1FFFF as other characters."""
    return dumps(text, ensure_ascii=False)


def _decode(raw: bytes) -> tuple[str, bool]:
    """The text, and whether it is all of it: a writer may have cut or raised a bound within a character."""
    try:
        return raw.decode(), True
    except UnicodeDecodeError as error:
        return raw[: error.start].decode(), False

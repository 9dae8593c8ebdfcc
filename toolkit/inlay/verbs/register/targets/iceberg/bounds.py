"""Bounds as Iceberg stores them: the single-value bytes of the table's type, from the PLAIN bytes of the file's type.

A bound that the table's type has no room for is none: a conversion returns None. `docs/registering.md` has the table.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Final, TypeAlias

from inlay.verbs.register.raised_text import raise_text
from inlay.verbs.register.schema.table_types import (
    DecimalType,
    IntegerType,
    LeafType,
    SimpleType,
    TableType,
    TimestampType,
)
from parquet_format.parquet import Type

Convert: TypeAlias = Callable[[bytes], bytes | None]
"""A bound of a file as one of a table."""

_INT32: Final = Struct("<i")
_UINT32: Final = Struct("<I")
_INT64: Final = Struct("<q")
_FLOAT: Final = Struct("<f")
_DOUBLE: Final = Struct("<d")
_MICROS: Final = 1_000_000


def find_conversion(physical: Type, type_: LeafType, table_type: TableType) -> Convert:
    """From a leaf of this type into a column of that one, which `unite_columns` has made of it."""
    match type_, table_type:
        case IntegerType(32, False), IntegerType(64):
            return _widen_unsigned
        case IntegerType(64, False), _:
            return _keep_signed
        case IntegerType(bits), IntegerType(64) if bits <= 32:
            return _widen_signed
        case SimpleType.FLOAT, SimpleType.DOUBLE:
            return _widen_float
        case DecimalType(), _:
            return _convert_decimal(physical)
        case TimestampType(per_second), _ if per_second < _MICROS:
            return _scale(_MICROS // per_second)
        case _:
            return keep


def keep(raw: bytes) -> bytes | None:
    """PLAIN and Iceberg's bytes are the same for most types."""
    return raw


def _widen_signed(raw: bytes) -> bytes | None:
    return _INT64.pack(_INT32.unpack(raw)[0])


def _widen_unsigned(raw: bytes) -> bytes | None:
    return _INT64.pack(_UINT32.unpack(raw)[0])


def _keep_signed(raw: bytes) -> bytes | None:
    """None above 2^63 - 1, where the sign bit of a long would be."""
    return raw if raw[-1] < 0x80 else None


def _widen_float(raw: bytes) -> bytes | None:
    return _DOUBLE.pack(_FLOAT.unpack(raw)[0])


def _scale(factor: int) -> Convert:
    def convert(raw: bytes) -> bytes | None:
        moment = _INT64.unpack(raw)[0] * factor
        return _INT64.pack(moment) if -(2**63) <= moment < 2**63 else None

    return convert


def _convert_decimal(physical: Type) -> Convert:
    """The unscaled number, big-endian, in as few bytes as it needs."""
    order = "little" if physical in (Type.INT32, Type.INT64) else "big"

    def convert(raw: bytes) -> bytes | None:
        number = int.from_bytes(raw, "little" if order == "little" else "big", signed=True)
        # One bit for the sign, and -1 needs none beside it.
        bits = (number if number >= 0 else ~number).bit_length() + 1
        return number.to_bytes((bits + 7) // 8, "big", signed=True)

    return convert


def cut_text_below(length: int) -> Convert:
    """At most `length` code points; None for bytes that are not UTF-8."""

    def cut(raw: bytes) -> bytes | None:
        text = _decode(raw)
        return None if text is None else text[:length].encode()

    return cut


def cut_text_above(length: int) -> Convert:
    """At most `length` code points, the last of them raised if any were cut off."""

    def cut(raw: bytes) -> bytes | None:
        text = _decode(raw)
        if text is None or len(text) <= length:
            return None if text is None else raw
        raised = raise_text(text[:length])
        return None if raised is None else raised.encode()

    return cut


def _decode(raw: bytes) -> str | None:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None


def cut_bytes_below(length: int) -> Convert:
    def cut(raw: bytes) -> bytes | None:
        return raw[:length]

    return cut


def cut_bytes_above(length: int) -> Convert:
    """At most `length` bytes, the last of them raised if any were cut off; None if all of those are FF."""

    def cut(raw: bytes) -> bytes | None:
        if len(raw) <= length:
            return raw
        kept = raw[:length].rstrip(b"\xff")
        return kept[:-1] + bytes([kept[-1] + 1]) if kept else None

    return cut

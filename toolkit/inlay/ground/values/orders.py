"""How the bounds of a column compare: a key for each order that they may be meant in.

Old writers do not say the order. What is wrong by every order that they may have meant is wrong.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import lru_cache
from math import isnan
from typing import Any, Final, TypeAlias

from inlay.ground.schema.annotations import explain_annotation
from inlay.ground.schema.meaning import find_meaning
from parquet_format.parquet import (
    BsonType,
    ColumnOrder,
    DecimalType,
    EnumType,
    Float16Type,
    IntType,
    JsonType,
    SchemaElement,
    StringType,
    Type,
    UUIDType,
)

Key: TypeAlias = Callable[[bytes], Any]
"""What a bound is compared by; None where it is not compared, as NaN. Raises ValueError or struct.error for bytes that
are not a value of the type."""

_NONE: Final[tuple[Key, ...]] = ()


def keys_of(element: SchemaElement, order: ColumnOrder | None) -> tuple[Key, ...]:
    """One key where `order` says which, several where a writer may have meant either, none where bounds mean nothing."""
    if element.logicalType is None and element.converted_type is None:
        return _keys_of_bare(element.type, order)
    return _keys_of(element, order)


@lru_cache(maxsize=128)
def _keys_of_bare(type_: Type | None, order: ColumnOrder | None) -> tuple[Key, ...]:
    """Of elements without annotation, as most of a wide schema are."""
    return _keys_of(SchemaElement(name="", type=type_), order)


def _keys_of(element: SchemaElement, order: ColumnOrder | None) -> tuple[Key, ...]:
    if (order is not None and order.is_unknown) or explain_annotation(element) is not None:
        return _NONE
    match order:
        case ColumnOrder.IEEE_754_TOTAL_ORDER:
            return _total_order(element)
        case ColumnOrder.INT96_TIMESTAMP_ORDER:
            return (_int96,) if element.type == Type.INT96 else _NONE
        case _:
            by_type = _type_order(element)
            return by_type if order is not None else (*by_type, *_other_orders(by_type))


def is_greater(low: bytes, high: bytes, keys: tuple[Key, ...]) -> bool:
    """Whether `low` is more than `high` by every key; False for what cannot be compared."""
    return bool(keys) and all(_is_greater(low, high, key) for key in keys)


def rank(key: Key, raw: bytes) -> Any:
    """What the key makes of a bound; None for what is not compared, and for bytes that are not a value."""
    try:
        return key(raw)
    except (ValueError, struct.error):
        return None


def _is_greater(low: bytes, high: bytes, key: Key) -> bool:
    first, second = rank(key, low), rank(key, high)
    return first is not None and second is not None and bool(first > second)


def _type_order(element: SchemaElement) -> tuple[Key, ...]:
    match element.type:
        case Type.BOOLEAN:
            return (_boolean,)
        case Type.INT32 | Type.INT64:
            is_unsigned = isinstance(kind := find_meaning(element), IntType) and not kind.isSigned
            return (_unsigned if is_unsigned else _signed_integer,)
        case Type.FLOAT:
            return (_float,)
        case Type.DOUBLE:
            return (_double,)
        case Type.BYTE_ARRAY | Type.FIXED_LEN_BYTE_ARRAY:
            return _order_of_bytes(element)
        case _:
            return _NONE


def _order_of_bytes(element: SchemaElement) -> tuple[Key, ...]:
    match find_meaning(element):
        case DecimalType():
            return (_decimal,)
        case Float16Type():
            return (_float16,)
        case StringType() | EnumType() | JsonType() | BsonType() | UUIDType():
            return (bytes,)
        case None if element.converted_type is None:
            return (bytes,)
        case _:  # intervals, Variants, places on the earth, what is not known
            return _NONE


def _other_orders(keys: tuple[Key, ...]) -> tuple[Key, ...]:
    """What a writer without column orders may have meant instead."""
    return tuple(other for key in keys for other in _OTHER.get(key, ()))


def _total_order(element: SchemaElement) -> tuple[Key, ...]:
    is_half = isinstance(find_meaning(element), Float16Type)
    return (_total,) if element.type in (Type.FLOAT, Type.DOUBLE) or is_half else _NONE


def _boolean(raw: bytes) -> int:
    (value,) = raw
    return value


def _signed_integer(raw: bytes) -> int:
    return int.from_bytes(raw, "little", signed=True)


def _unsigned(raw: bytes) -> int:
    return int.from_bytes(raw, "little")


def _decimal(raw: bytes) -> int:
    return int.from_bytes(raw, "big", signed=True)


def _signed_bytes(raw: bytes) -> tuple[int, ...]:
    return tuple(byte - 256 if byte > 127 else byte for byte in raw)


def _float(raw: bytes) -> float | None:
    return _number("<f", raw)


def _double(raw: bytes) -> float | None:
    return _number("<d", raw)


def _float16(raw: bytes) -> float | None:
    return _number("<e", raw)


def _number(format: str, raw: bytes) -> float | None:
    value = float(struct.unpack(format, raw)[0])
    return None if isnan(value) else value


def _total(raw: bytes) -> int:
    """Sign and magnitude as a number: negative NaNs first, -0 before +0, positive NaNs last."""
    bits = int.from_bytes(raw, "little")
    sign = 1 << (8 * len(raw) - 1)
    return -(bits - sign) - 1 if bits & sign else bits


def _int96(raw: bytes) -> tuple[int, int]:
    nanos, day = struct.unpack("<Qi", raw)
    return int(day), int(nanos)


_OTHER: Final[dict[Key, tuple[Key, ...]]] = {
    bytes: (_signed_bytes,),
    _decimal: (bytes, _signed_bytes),
    _unsigned: (_signed_integer,),
}
"""Old writers compared byte by byte, signed or not, whatever the bytes meant."""

CODES: Final[dict[Key, int]] = {
    _boolean: 1,
    _signed_integer: 2,
    _unsigned: 3,
    _float: 4,
    _double: 5,
    bytes: 6,
    _signed_bytes: 7,
    _decimal: 8,
}
"""Those that the native pass over statements knows, by what it calls them."""

PASS_CODES: Final[dict[Key, int]] = {**CODES, _float16: 9, _total: 10, _int96: 11}
"""Those that the native pass over values knows (`native_extremes.pyx`)."""


def is_total(key: Key) -> bool:
    """Whether it is the total order of IEEE 754, in which NaNs have places."""
    return key is _total


WIDTHS: Final = {
    Type.BOOLEAN: 1,
    Type.INT32: 4,
    Type.INT64: 8,
    Type.INT96: 12,
    Type.FLOAT: 4,
    Type.DOUBLE: 8,
}
"""The bytes of each value, of types whose values all have as many."""


def width_of(element: SchemaElement) -> tuple[int | None, bool]:
    """The bytes of a bound, and whether it has all of them: of byte arrays bounds may be cut short. None where it may have
    any number."""
    width = None if element.type is None else WIDTHS.get(element.type)
    if width is not None:
        return width, True
    if element.type != Type.FIXED_LEN_BYTE_ARRAY:
        return None, False
    return element.type_length, isinstance(find_meaning(element), Float16Type)

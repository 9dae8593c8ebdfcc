"""Bounds of a column as its values compare: what several statements about the same values are held against each other by."""

from __future__ import annotations

import struct
from typing import Any

from inlay.statements.ends import Ends, is_float, may_be_cut
from inlay.values.orders import Key, keys_of
from parquet_format.parquet import ColumnOrder, SchemaElement, Statistics, Type


def find_key(element: SchemaElement, keys: tuple[Key, ...]) -> Key | None:
    """The only order that bounds may be meant in; None where there are several, or none. Floating-point numbers are compared as
    numbers, whatever orders their NaNs."""
    if len(keys) != 1:
        return None
    if is_float(element):
        (number,) = keys_of(element, ColumnOrder.TYPE_ORDER)
        return number
    return keys[0]


def read_ends(
    key: Key | None, element: SchemaElement, low: bytes | None, high: bytes | None
) -> Ends:
    """None for what cannot be compared: NaN, and bytes that are no value."""
    return Ends(_read_end(key, element, low), _read_end(key, element, high))


def choose_key(element: SchemaElement, order: ColumnOrder | None) -> Key | None:
    """The only order that bounds of a column may be meant in, of which the footer says this."""
    return find_key(element, keys_of(element, order))


def choose_bounds(
    statistics: Statistics, element: SchemaElement
) -> tuple[bytes | None, bytes | None]:
    """The minimum and the maximum. Where there are only deprecated ones, these, if they are of numbers with a sign, of which both are
    in the same order."""
    low, high = statistics.min_value, statistics.max_value
    if low is not None or high is not None or (statistics.min is None and statistics.max is None):
        return low, high
    return (statistics.min, statistics.max) if has_old_order(element) else (None, None)


def has_old_order(element: SchemaElement) -> bool:
    """Whether deprecated bounds are in the order of the others."""
    if element.type in (Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY):
        return False
    return len(keys_of(element, None)) == 1


def _read_end(key: Key | None, element: SchemaElement, raw: bytes | None) -> Any:
    if key is None or raw is None or (not raw and not may_be_cut(element)):
        return None
    try:
        return key(raw)
    except (ValueError, struct.error):
        return None

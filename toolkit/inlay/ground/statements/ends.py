"""Bounds of the same values that a file gives beside each other, or beside a count: each rule says whether both can be true.

Bounds are by the keys of their column (`ground/values/orders.py`). What is longer may have been cut: then a minimum is a beginning of the
least value, and a maximum a beginning of the largest whose last character was raised.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final, NamedTuple

from inlay.ground.schema.meaning import find_meaning
from parquet_format.parquet import (
    BoundaryOrder,
    DecimalType,
    Float16Type,
    SchemaElement,
    Type,
)

_FLOATS = (Type.FLOAT, Type.DOUBLE)


class Ends(NamedTuple):
    """The least and the largest value, as far as they are known."""

    low: Any
    high: Any


NO_ENDS: Final = Ends(None, None)


def may_be_cut(element: SchemaElement) -> bool:
    """Whether bounds of a column may be shorter than its values. Numbers are whole, whatever bytes hold them."""
    if element.type not in (Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY):
        return False
    return not isinstance(find_meaning(element), DecimalType | Float16Type)


_HALF: Final = 2
"""Bytes of a FLOAT16."""


def is_float(element: SchemaElement) -> bool:
    """By its type, whatever the annotation; FLOAT16 only where the type allows it."""
    if element.type in _FLOATS:
        return True
    is_half = element.type == Type.FIXED_LEN_BYTE_ARRAY and element.type_length == _HALF
    return is_half and isinstance(find_meaning(element), Float16Type)


def is_bound(raw: bytes | None, type_: Type | None) -> bool:
    """Whether bytes are a bound. No bytes are one of byte arrays only: of numbers, old writers leave them where there is none."""
    return raw is not None and (len(raw) > 0 or type_ == Type.BYTE_ARRAY)


def is_lower(low: Any, other: Any, *, is_cut: bool) -> bool:
    """Whether a minimum is below another of the same values and is not a beginning of it."""
    return bool(low < other) and not (is_cut and other.startswith(low))


def is_higher(high: Any, other: Any, *, is_cut: bool) -> bool:
    """Whether a maximum is above another of the same values, and is not a beginning of it whose last character was raised."""
    if not high > other:
        return False
    return not (is_cut and len(high) <= len(other) and other.startswith(_without_last(high)))


def _without_last(raw: bytes) -> bytes:
    """Without the last character of UTF-8, or the last byte."""
    end = len(raw) - 1
    while end > max(len(raw) - 4, 0) and raw[end] & 0xC0 == 0x80:
        end -= 1
    return raw[: max(end, 0)]


def has_two_ends(ends: Ends) -> bool:
    """Whether bounds that nobody cuts are of two values."""
    return ends.low is not None and ends.high is not None and bool(ends.low != ends.high)


def fits_distinct_values(distinct: int, ends: Ends, *, is_cut: bool) -> bool:
    """Whether so many distinct values lie between bounds, one at each that is whole. Not for floating-point numbers: writers count
    NaNs and zeros in several ways."""
    low, high = ends
    if low is None or high is None:
        return True
    if low == high:
        return distinct == 1
    if isinstance(low, int) and isinstance(high, int) and distinct > high - low + 1:
        return False
    return is_cut or distinct != 1


def fits_distinct_pages(distinct: int, pages: Iterable[tuple[Ends, int]], *, is_cut: bool) -> bool:
    """Whether a chunk of so many distinct values may have pages with these bounds, and so many values in each."""
    filled: dict[Ends, int] = {}
    for ends, values in pages:
        if ends.low is None or ends.high is None:
            return True
        filled[ends] = filled.get(ends, 0) + values
    if not filled:
        return True
    most = 0
    for (low, high), values in filled.items():
        is_number = isinstance(low, int) and isinstance(high, int)
        most += 1 if low == high else min(values, high - low + 1) if is_number else values
    extremes = {end for ends in filled for end in ends}
    if not is_cut:  # of the values of a page, two are its bounds, which others may have, too
        between = 0
        for (low, high), values in filled.items():
            if low != high:
                is_number = isinstance(low, int) and isinstance(high, int)
                inside = min(values, high - low + 1) if is_number else values
                between += max(inside - 2, 0)
        most = min(most, len(extremes) + between)
    return distinct <= most and (is_cut or distinct >= len(extremes))


def fits_size(size: int, high: bytes | None) -> bool:
    """Whether byte arrays of so many bytes altogether may have this maximum: only empty ones are below the empty one."""
    return high is None or (size > 0) == (high != b"")


def fits_pages(chunk: Ends, pages: Iterable[Ends], *, is_cut: bool, are_all: bool) -> bool:
    """Whether a chunk may have these bounds, and its pages those. With `are_all`, no page with a value is left out, so that the
    bounds of the chunk are those of one of them."""
    lows: list[Any] = []
    highs: list[Any] = []
    for low, high in pages:
        if low is None or high is None:
            are_all = False
        if low is not None:
            if chunk.high is not None and low > chunk.high:
                return False
            lows.append(low)
        if high is not None:
            if chunk.low is not None and high < chunk.low:
                return False
            highs.append(high)
    if lows and chunk.low is not None:
        low = min(lows)
        if is_lower(low, chunk.low, is_cut=is_cut):
            return False
        if are_all and is_lower(chunk.low, low, is_cut=is_cut):
            return False
    if highs and chunk.high is not None:
        high = max(highs)
        if is_higher(high, chunk.high, is_cut=is_cut):
            return False
        if are_all and is_higher(chunk.high, high, is_cut=is_cut):
            return False
    return True


def fits_order(order: BoundaryOrder, pages: Iterable[Ends]) -> bool:
    """Whether the bounds of pages, without those of null pages, are in the order that their index gives."""
    if order == BoundaryOrder.UNORDERED:
        return True
    known = list(pages)
    return find_disorder(known, descending=order == BoundaryOrder.DESCENDING) is None


def find_disorder(pages: Iterable[Ends], *, descending: bool) -> int | None:
    """The first page whose minimum or maximum is out of order with the page before; None if there is none."""
    for number, (before, behind) in enumerate(pairwise(pages), 1):
        first, second = (behind, before) if descending else (before, behind)
        for low, high in ((first.low, second.low), (first.high, second.high)):
            if low is not None and high is not None and low > high:
                return number
    return None

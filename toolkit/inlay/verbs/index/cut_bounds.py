"""Bounds as they are written: zeros of the sign that loses no reader, and long byte arrays cut so that they stay bounds."""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.statements.ends import is_float, may_be_cut
from inlay.ground.values.extremes import Extremes
from inlay.ground.values.orders import Key, is_total
from parquet_format.parquet import EnumType, JsonType, SchemaElement, StringType, Type

LONGEST_OF_CHUNK: Final = 4096
"""Bytes, as of Arrow, which leaves longer ones out."""

LONGEST_OF_PAGE: Final = 256
"""A column index has two for each page. Paths and URLs that begin alike still differ in so many."""

_FORMATS: Final = {2: "<e", 4: "<f", 8: "<d"}
_SURROGATES: Final = range(0xD800, 0xE000)
_LAST: Final = 0x10FFFF


class CutBounds(NamedTuple):
    """With whether each is a value."""

    low: bytes
    high: bytes
    is_low_exact: bool
    is_high_exact: bool


def cut_bounds(extremes: Extremes, element: SchemaElement, key: Key, most: int) -> CutBounds | None:
    """None where no value has a place in the order."""
    low, high, _ = extremes
    if low is None or high is None:
        return None
    if is_float(element) and not is_total(key):
        # The format has readers take both zeros for one, and not all do.
        low, high = _with_sign(low, -0.0), _with_sign(high, 0.0)
        return CutBounds(low, high, True, True)
    if element.type != Type.BYTE_ARRAY or not may_be_cut(element):
        return CutBounds(low, high, True, True)
    is_text = isinstance(find_meaning(element), StringType | EnumType | JsonType)
    shorter, raised = _cut_low(low, most, is_text), _cut_high(high, most, is_text)
    return CutBounds(shorter, raised, shorter == low, raised == high)


def _with_sign(raw: bytes, zero: float) -> bytes:
    format_ = _FORMATS[len(raw)]
    (value,) = struct.unpack(format_, raw)
    return struct.pack(format_, zero) if value == 0 else raw


def _cut_low(raw: bytes, most: int, is_text: bool) -> bytes:
    return raw if len(raw) <= most else _begin(raw, most, is_text)


def _cut_high(raw: bytes, most: int, is_text: bool) -> bytes:
    """The shortest that is above; whole where nothing shorter is."""
    if len(raw) <= most:
        return raw
    begin = _begin(raw, most, is_text)
    if not is_text:
        kept = begin.rstrip(b"\xff")
        return kept[:-1] + bytes([kept[-1] + 1]) if kept else raw
    try:
        characters = begin.decode()
    except UnicodeDecodeError:  # and so no character of it can be raised
        return raw
    lower = characters.rstrip(chr(_LAST))
    if not lower:
        return raw
    above = ord(lower[-1]) + 1
    if above in _SURROGATES:
        above = _SURROGATES.stop
    return (lower[:-1] + chr(above)).encode()


def _begin(raw: bytes, most: int, is_text: bool) -> bytes:
    """Whole characters of text."""
    end = most
    while is_text and end and raw[end] & 0xC0 == 0x80:
        end -= 1
    return raw[:end]

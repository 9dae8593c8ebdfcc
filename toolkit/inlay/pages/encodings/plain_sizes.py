"""How many bytes values take in PLAIN encoding."""

from __future__ import annotations

from typing import Final

from inlay.ground.wording import amounts
from inlay.pages.engine.codecs import LARGEST
from parquet_format.parquet import Type

_WIDTHS: Final = {Type.INT32: 4, Type.INT64: 8, Type.INT96: 12, Type.FLOAT: 4, Type.DOUBLE: 8}

TYPES: Final = frozenset({*_WIDTHS, Type.BOOLEAN, Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY})
"""Types that can be encoded anew: those of Parquet so far."""


def measure_values(type_: Type, count: int, type_length: int | None = None) -> int | None:
    """Bytes of `count` values; None where the values have to say. `type_length` is that of a FIXED_LEN_BYTE_ARRAY, where it
    is known."""
    if type_ == Type.BOOLEAN:
        return (count + 7) // 8
    width = type_length if type_ == Type.FIXED_LEN_BYTE_ARRAY else _WIDTHS.get(type_)
    return None if width is None else count * width


def measure_empty(count: int) -> int:
    """Bytes of `count` empty BYTE_ARRAYs: each has its length before it, so no others take less."""
    return 4 * count


def problem_with_size(size: int) -> str:
    """Why no page of so many bytes is read; empty if it is."""
    if size <= LARGEST:
        return ""
    return f"has {amounts.count(size, 'byte')} in PLAIN encoding; up to {LARGEST:,} are read"

"""How many bytes plain values have: those of one width, no more and no less."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from inlay.ground.values.orders import WIDTHS
from inlay.pages.engine.header_facts import HeaderFacts
from inlay.verbs.recover.rebuild.lost_column import LostColumn
from parquet_format.parquet import Encoding, Type

if TYPE_CHECKING:
    from inlay.pages.engine.dense_chunk import DensePageLevels

_LENGTH: Final = 4
"""Bytes of the length before a byte array, and before the levels of a page of version 1."""


def may_be_plain(facts: HeaderFacts, column: LostColumn) -> bool:
    """Of a column with levels: plain values of one width are not longer than all of them and their levels."""
    width = _width_of(column.element.type, column.element.type_length)
    if facts.encoding != Encoding.PLAIN or width is None:
        return True
    most = facts.entries * width
    if not facts.is_version_2:
        bits = column.leaf.max_definition.bit_length() + column.leaf.max_repetition.bit_length()
        # A run of eight levels has a byte before it at the most.
        most += 2 * _LENGTH + (facts.entries + 8) * (bits + 2) // 8 + 16
    return facts.size - facts.repetition_bytes - facts.level_bytes <= most


def fits_plain(column: LostColumn, count: int, size: int) -> bool:
    """Whether so many plain values have this size; of byte arrays, at least that of their lengths."""
    if column.element.type == Type.BOOLEAN:
        return size == (count + 7) // 8
    width = _width_of(column.element.type, column.element.type_length)
    return size >= count * _LENGTH if width is None else size == count * width


def _width_of(type_: Type | None, length: int | None) -> int | None:
    if type_ == Type.BYTE_ARRAY or type_ is None:
        return None
    return length if type_ == Type.FIXED_LEN_BYTE_ARRAY else WIDTHS.get(type_)


def find_left_over(
    pages: Sequence[DensePageLevels], type_: Type, length: int | None
) -> DensePageLevels | None:
    """The first page whose plain values have other bytes than values of one width have."""
    width = _width_of(type_, length)
    for page in pages:
        if page.encoding != Encoding.PLAIN or page.damage:
            continue
        if type_ == Type.BOOLEAN and page.size != (page.count + 7) // 8:
            return page
        if width is not None and type_ != Type.BOOLEAN and page.size != page.count * width:
            return page
    return None


def find_left_over_arrays(
    pages: Sequence[DensePageLevels], page_bytes: Sequence[int]
) -> DensePageLevels | None:
    """The first page of plain byte arrays that has bytes behind them."""
    for page, size in zip(pages, page_bytes, strict=True):
        if page.encoding == Encoding.PLAIN and page.size != size + page.count * _LENGTH:
            return page
    return None

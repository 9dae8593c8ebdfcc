"""Pages of a chunk that are decoded together: so few that their values are small, however large the chunk is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from inlay.pages.engine.at_once import AT_ONCE
from inlay.pages.engine.decoded_size import INDEXES
from inlay.pages.engine.walk import PlacedPage, find_data_header
from parquet_format.parquet import Encoding, Type

RUN: Final = 16 << 20
"""Bytes of values, or of pages where they are more. More only of a single page, or where the dictionary has more: it would be decoded
more often than it is worth."""

_END: Final = 4
"""Bytes of the end of a byte array, or of an index."""

_MEASURED: Final = 64
"""Bytes for each value that begins as the one before: how long they are is worked out first, and decides on smaller runs."""


def cut_into_runs(
    pages: Sequence[PlacedPage], type_: Type, width: int, most: int
) -> Iterator[Sequence[PlacedPage]]:
    """Of data pages with values of `width` bits, all of them in their order. Byte arrays that are indexes, and others, are not in one run:
    there they would be decoded."""
    measured = [measure_page(page, type_, width) for page in pages]
    if sum(own for own, _ in measured) <= AT_ONCE:
        most = max(most, AT_ONCE)
    are_byte_arrays = type_ == Type.BYTE_ARRAY
    first = size = 0
    was_index = False
    for number, (own, is_index) in enumerate(measured):
        is_other = are_byte_arrays and is_index != was_index
        if number > first and (is_other or size + own > most):
            yield pages[first:number]
            first, size = number, 0
        size += own
        was_index = is_index
    if first < len(pages) or not pages:
        yield pages[first:]


def is_cut(page: PlacedPage, type_: Type, width: int) -> bool:
    """Whether it is large, or its values are: then they come in pieces."""
    return measure_page(page, type_, width)[0] > AT_ONCE


def measure_page(page: PlacedPage, type_: Type, width: int) -> tuple[int, bool]:
    """Of a data page the bytes of its values, of `width` bits or byte arrays, or of itself where they are more, and whether they are
    indexes."""
    header = find_data_header(page.header)
    assert header is not None  # as every data page has
    is_index = header.encoding in INDEXES
    size = max(page.header.uncompressed_page_size, 0)
    if type_ != Type.BYTE_ARRAY:
        return max(header.num_values * width // 8, size), is_index
    is_measured = header.encoding == Encoding.DELTA_BYTE_ARRAY
    own = (_MEASURED if is_measured else _END) * header.num_values
    return (max(own, size) if is_index else own + size), is_index

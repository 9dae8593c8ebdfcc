"""The levels of the pages of a chunk, without their values, one page at a time. Levels of version 2 are not compressed, so no more than
these is read; of version 1 it is the beginning of the page, as far as its codec allows it, and all of a page with a CRC."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.pages.engine.chunk_pages import levels_in, measure_levels, require_runs
from inlay.pages.engine.codecs import LARGEST, Bytes, is_known
from inlay.pages.engine.dense_chunk import DensePageLevels
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.levels import LevelsError, first_of
from inlay.pages.engine.page_levels import count_levels
from inlay.pages.engine.page_starts import PageStart, find_start_codec
from inlay.pages.engine.walk import PlacedPage, ReadAt, find_data_header
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    DataPageHeader,
    DataPageHeaderV2,
)

_FIRST: Final = 64
"""Bytes of a first page of version 1 that tell how many its levels are."""

_MORE: Final = 4
"""Bytes that are taken beyond those of the levels of the page before: so many,"""

_SPARE: Final = 512
"""and this part of the page: one look is enough for nearly all."""


def read_levels(
    read: ReadAt, pages: Iterable[PlacedPage], meta: ColumnMetaData, leaf: Leaf
) -> list[DensePageLevels]:
    """Of data pages of one chunk, in their order. Raises ChunkError for what is damaged, UndecodedError for what is not read here."""
    levels: list[DensePageLevels] = []
    first = 0
    beginnings = _Beginnings(meta.codec)
    for page in pages:
        own = _read_page(read, page, meta, leaf, beginnings)
        own.first = first
        first += own.count
        levels.append(own)
    return levels


class _Beginnings:
    """Of pages of version 1: their codec, and how many bytes levels are, by those of the page before."""

    def __init__(self, codec: CompressionCodec) -> None:
        self.codec = codec
        self.begin = find_start_codec(codec)
        self._size = _FIRST
        self._entries = 0

    def expect(self, entries: int) -> int:
        if entries < self._entries:
            return self._size * entries // self._entries + _MORE
        return self._size

    def learn(self, entries: int, size: int, packed: int) -> None:
        self._size = size + packed // _SPARE + _MORE
        self._entries = entries


def _read_page(
    read: ReadAt, page: PlacedPage, meta: ColumnMetaData, leaf: Leaf, beginnings: _Beginnings
) -> DensePageLevels:
    header = find_data_header(page.header)
    if header is None:
        raise ChunkError("a data page without a header of its own", page.offset)
    levels = DensePageLevels(page.offset, header.num_values, header.encoding, header)
    repetition: Bytes = b""
    definition: Bytes = b""
    if not leaf.max_definition and not leaf.max_repetition:
        pass
    elif isinstance(header, DataPageHeaderV2):
        first, second = header.repetition_levels_byte_length, header.definition_levels_byte_length
        if first < 0 or second < 0 or first + second > page.end - page.start:
            raise ChunkError(
                f"{count(first + second, 'byte')} of levels, and the page ends", page.offset
            )
        data = bytes(read(page.start, first + second))
        repetition, definition = data[:first], data[first:]
    else:
        require_runs(header, leaf)
        if not is_known(meta.codec):
            raise UndecodedError(f"its codec is {meta.codec.name}, which no library here has")
        repetition, definition = _read_version_1(read, page, header, leaf, beginnings)
    try:
        levels.definitions = count_levels(definition, levels.entries, leaf.max_definition)
        levels.repetitions = count_levels(repetition, levels.entries, leaf.max_repetition)
        if levels.entries and leaf.max_repetition:
            levels.begins_row = first_of(bytes(repetition[:16]), leaf.max_repetition) == 0
    except LevelsError as error:
        raise ChunkError(f"a page has no levels: {error}", page.offset) from error
    levels.count = levels.definitions[leaf.max_definition]
    return levels


def _read_version_1(
    read: ReadAt,
    page: PlacedPage,
    header: DataPageHeader,
    leaf: Leaf,
    beginnings: _Beginnings,
) -> tuple[Bytes, Bytes]:
    size = max(page.header.uncompressed_page_size, page.end - page.start)
    if size > LARGEST:
        raise UndecodedError(f"it has a page of {count(size, 'byte')}; up to {LARGEST:,} are read")
    start = PageStart(read, page, beginnings.codec, beginnings.begin)
    taken = start.take(max(beginnings.expect(header.num_values), 0))
    while len(taken) < min(needed := measure_levels(taken, leaf), start.size):
        taken = start.take(needed)
    beginnings.learn(header.num_values, needed, page.end - page.start)
    return levels_in(taken, header, leaf, page.offset)

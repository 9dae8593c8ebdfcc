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
from inlay.pages.engine.levels import LevelsError, first_of, width_of
from inlay.pages.engine.page_levels import count_levels
from inlay.pages.engine.page_starts import PageStart
from inlay.pages.engine.walk import PlacedPage, ReadAt, find_data_header
from parquet_format.parquet import ColumnMetaData, DataPageHeader, DataPageHeaderV2

_MORE: Final = 32
"""Bytes that are taken first of a page of version 1, beyond those of levels that are packed, or beyond 9/8 of those of the page before:
one look is enough for nearly all pages."""


def read_levels(
    read: ReadAt, pages: Iterable[PlacedPage], meta: ColumnMetaData, leaf: Leaf
) -> list[DensePageLevels]:
    """Of data pages of one chunk, in their order. Raises ChunkError for what is damaged, UndecodedError for what is not read here."""
    levels: list[DensePageLevels] = []
    first = 0
    most = LARGEST
    for page in pages:
        own, size = _read_page(read, page, meta, leaf, most)
        most = size * 9 // 8 + _MORE
        own.first = first
        first += own.count
        levels.append(own)
    return levels


def _read_page(
    read: ReadAt, page: PlacedPage, meta: ColumnMetaData, leaf: Leaf, most: int
) -> tuple[DensePageLevels, int]:
    """Its levels, and how many bytes they are; no more than `most` are taken at first."""
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
        repetition, definition = _read_version_1(read, page, header, meta, leaf, most)
    try:
        levels.definitions = count_levels(definition, levels.entries, leaf.max_definition)
        levels.repetitions = count_levels(repetition, levels.entries, leaf.max_repetition)
        if levels.entries and leaf.max_repetition:
            levels.begins_row = first_of(bytes(repetition[:16]), leaf.max_repetition) == 0
    except LevelsError as error:
        raise ChunkError(f"a page has no levels: {error}", page.offset) from error
    levels.count = levels.definitions[leaf.max_definition]
    return levels, len(repetition) + len(definition)


def _read_version_1(
    read: ReadAt,
    page: PlacedPage,
    header: DataPageHeader,
    meta: ColumnMetaData,
    leaf: Leaf,
    most: int,
) -> tuple[Bytes, Bytes]:
    size = max(page.header.uncompressed_page_size, page.end - page.start)
    if size > LARGEST:
        raise UndecodedError(f"it has a page of {count(size, 'byte')}; up to {LARGEST:,} are read")
    start = PageStart(read, page, meta.codec)
    bits = width_of(leaf.max_repetition) + width_of(leaf.max_definition)
    taken = start.take(min(header.num_values * bits // 8 + _MORE, most))
    while len(taken) < min(needed := measure_levels(taken, leaf), start.size):
        taken = start.take(needed)
    return levels_in(taken, header, leaf, page.offset)

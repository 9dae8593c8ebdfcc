"""The pages of a column chunk: headers, levels, dictionary and values apart, as far as the bytes of the file fall apart so."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.ground.wording import amounts
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.walk import PlacedPage, ReadAt, walk
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import NOTHING, LedgerWriter
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    DataPageHeader,
    DataPageHeaderV2,
    Encoding,
    PageType,
)

KINDS_OF_PAGES: Final = {
    PageType.DICTIONARY_PAGE: OwnerKind.DICTIONARY_PAGE,
    PageType.DATA_PAGE: OwnerKind.DATA_PAGE,
    PageType.DATA_PAGE_V2: OwnerKind.DATA_PAGE,
    PageType.INDEX_PAGE: OwnerKind.INDEX_PAGE,
}
_LENGTH: Final = 4
"""Bytes that say how long the levels of a page of version 1 are."""


class ClaimedChunk(NamedTuple):
    """What the footer says of a chunk."""

    row_group: int
    column: int
    meta: ColumnMetaData
    leaf: Leaf | None


class ChunkPages:
    """Adds the pages of a chunk. Data pages have numbers, as in an offset index."""

    def __init__(self, writer: LedgerWriter, chunk: ClaimedChunk, read: ReadAt) -> None:
        self._writer = writer
        self._chunk = chunk
        self._read = read
        self._count = 0
        self._is_plain = chunk.meta.codec == CompressionCodec.UNCOMPRESSED

    def add(self, start: int, end: int) -> ChunkError | None:
        """Page after page from `start`, up to `end` at most; what ended them before that."""
        try:
            for page in walk(self._read, start, end):
                self._add(self._count if page.is_data else NOTHING, page)
                self._count += page.is_data
        except ChunkError as error:
            return error
        return None

    def _add(self, number: int, page: PlacedPage) -> None:
        writer, chunk = self._writer, self._chunk
        kind = KINDS_OF_PAGES.get(page.header.type, OwnerKind.OTHER_PAGE)
        writer.begin(kind, page.offset, row_group=chunk.row_group, column=chunk.column, page=number)
        self._part(OwnerKind.PAGE_HEADER, page.offset, page.start, number)
        version_1, version_2 = page.header.data_page_header, page.header.data_page_header_v2
        if kind is OwnerKind.DICTIONARY_PAGE:
            header = page.header.dictionary_page_header
            encoding = -1 if header is None else int(header.encoding)
            self._part(OwnerKind.DICTIONARY, page.start, page.end, number, encoding)
        elif page.header.type == PageType.DATA_PAGE and version_1 is not None:
            self._version_1(page, version_1, number)
        elif page.header.type == PageType.DATA_PAGE_V2 and version_2 is not None:
            self._version_2(page, version_2, number)
        else:
            self._part(OwnerKind.CONTENT, page.start, page.end, number)
        writer.end(page.end)

    def _version_1(self, page: PlacedPage, header: DataPageHeader, number: int) -> None:
        encoding = int(header.encoding)
        leaf = self._chunk.leaf
        if leaf is None or not self._is_plain:
            has_levels = leaf is None or leaf.max_definition or leaf.max_repetition
            kind = OwnerKind.LEVELS_AND_VALUES if has_levels else OwnerKind.VALUES
            self._part(kind, page.start, page.end, number, encoding)
            return
        at = page.start
        for kind, most, level in (
            (OwnerKind.REPETITION_LEVELS, leaf.max_repetition, header.repetition_level_encoding),
            (OwnerKind.DEFINITION_LEVELS, leaf.max_definition, header.definition_level_encoding),
        ):
            if not most:
                continue
            length = self._levels_at(at, level, most, header.num_values)
            if at + length > page.end:
                what = f"{amounts.count(length, 'byte')} of levels, and {page.end - at:,} are left of their page"
                self._writer.find("levels", at, what, leaf.name)
                self._part(OwnerKind.LEVELS_AND_VALUES, at, page.end, number, encoding)
                return
            self._part(kind, at, at + length, number, int(level))
            at += length
        self._part(OwnerKind.VALUES, at, page.end, number, encoding)

    def _levels_at(self, at: int, encoding: Encoding, most: int, count: int) -> int:
        """How many bytes the levels take: packed ones as many as their number says, others have their length before them."""
        if encoding == Encoding.BIT_PACKED:
            return (max(count, 0) * most.bit_length() + 7) // 8
        return _LENGTH + int.from_bytes(self._read(at, _LENGTH), "little")

    def _version_2(self, page: PlacedPage, header: DataPageHeaderV2, number: int) -> None:
        encoding = int(header.encoding)
        at = page.start
        for kind, length in (
            (OwnerKind.REPETITION_LEVELS, header.repetition_levels_byte_length),
            (OwnerKind.DEFINITION_LEVELS, header.definition_levels_byte_length),
        ):
            if not 0 <= length <= page.end - at:
                what = f"{amounts.count(length, 'byte')} of levels, and {page.end - at:,} are left of their page"
                self._writer.find("levels", at, what)
                self._part(OwnerKind.LEVELS_AND_VALUES, at, page.end, number, encoding)
                return
            self._part(kind, at, at + length, number, int(Encoding.RLE))
            at += length
        self._part(OwnerKind.VALUES, at, page.end, number, encoding)

    def _part(self, kind: OwnerKind, start: int, end: int, number: int, encoding: int = -1) -> None:
        chunk = self._chunk
        self._writer.add(
            kind,
            start,
            end,
            row_group=chunk.row_group,
            column=chunk.column,
            page=number,
            encoding=encoding,
        )

"""The pages of a file whose footer is lost, and which columns each of them can be a page of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from inlay.pages.engine.chunk_pages import Page, data_of, dictionary_of, has_damaged_crc
from inlay.pages.engine.codecs import Bytes, CodecError, decompress, is_known
from inlay.pages.engine.dense_values import read_dense_values
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.large_page import open_large_body, open_large_page
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.levels import LevelsError, first_of
from inlay.pages.engine.page_bytes import UnsplitPageError
from inlay.pages.engine.page_levels import count_levels
from inlay.pages.engine.page_runs import is_large
from inlay.pages.engine.walk import PlacedPage, ReadAt, find_data_header
from inlay.verbs.recover.rebuild.header_fit import fits_column
from inlay.verbs.recover.rebuild.lost_column import LostColumn
from inlay.verbs.recover.rebuild.plain_sizes import find_left_over
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    DataPageHeader,
    DataPageHeaderV2,
    PageType,
)

_CODECS: Final = (
    CompressionCodec.SNAPPY,
    CompressionCodec.ZSTD,
    CompressionCodec.GZIP,
    CompressionCodec.LZ4_RAW,
    CompressionCodec.LZ4,
    CompressionCodec.BROTLI,
)


class RowsOfPage(NamedTuple):
    """How many begin in a page, 0 where it is not a data page, and whether one does with its first value."""

    begun: int
    is_first: bool


class LostPages:
    """By number, in the order of the file. What takes reading is remembered."""

    def __init__(
        self,
        pages: Sequence[PlacedPage],
        read: ReadAt,
        footer_ends: Sequence[int] = (),
        *,
        ends_chunk: bool = False,
    ) -> None:
        self.ends_chunk = ends_chunk
        """Whether the last page is the last of its chunk: the dictionary of another follows, of which the header is there."""
        self.pages = pages
        self._read = read
        self._footer_ends = footer_ends
        self._starts_of_files = frozenset(
            bisect_left(pages, end, key=lambda page: page.offset) for end in footer_ends
        )
        self._rows: dict[tuple[int, int, int], RowsOfPage | None] = {}
        self._fits: dict[tuple[int, int, bool], RowsOfPage | None] = {}
        self._decoded: dict[tuple[int, int, int | None], bool] = {}

    def __len__(self) -> int:
        return len(self.pages)

    def part(self, first: int, end: int) -> LostPages:
        """Some of them, with numbers of their own."""
        ends_chunk = self.ends_chunk and end == len(self.pages)
        return LostPages(
            self.pages[first:end], self._read, self._footer_ends, ends_chunk=ends_chunk
        )

    def is_dictionary(self, number: int) -> bool:
        return self.pages[number].header.type == PageType.DICTIONARY_PAGE

    def may_go_on(self, number: int) -> bool:
        """Whether this page may be of the chunk of the page before it: nothing stands between them."""
        return self._going_on[number]

    @cached_property
    def _going_on(self) -> list[bool]:
        last = -1
        going_on: list[bool] = []
        for page in self.pages:
            is_dictionary = page.header.type == PageType.DICTIONARY_PAGE
            going_on.append(page.offset == last and not is_dictionary)
            last = page.end
        return going_on

    def begins_file(self, number: int) -> bool:
        """Whether a footer stands before this page."""
        return number in self._starts_of_files

    @property
    def may_end_in_list(self) -> bool:
        """Whether a list may go on behind the last page: of version 1, pages end where they are full."""
        return not self.ends_chunk and self.pages[-1].header.type == PageType.DATA_PAGE

    def fit(self, number: int, column: LostColumn, *, has_dictionary: bool) -> RowsOfPage | None:
        """The rows of a page of this column; None where the header, the size of the body or the levels cannot be those of one."""
        key = number, column.at, has_dictionary
        if key not in self._fits:
            fits = fits_column(self.pages[number].header, column, has_dictionary=has_dictionary)
            self._fits[key] = self._rows_of(number, column) if fits else None
        return self._fits[key]

    def _rows_of(self, number: int, column: LostColumn) -> RowsOfPage | None:
        header = self.pages[number].header
        data = find_data_header(header)
        if data is None:
            return RowsOfPage(0, False)
        leaf = column.leaf
        if not leaf.max_repetition:
            return RowsOfPage(data.num_values, data.num_values > 0)
        key = number, leaf.max_repetition, leaf.max_definition
        if key not in self._rows:
            self._rows[key] = (
                RowsOfPage(data.num_rows, data.num_rows > 0)
                if isinstance(data, DataPageHeaderV2)
                else self._count_rows(number, data, column)
            )
        return self._rows[key]

    def decodes_as(self, number: int, column: LostColumn, dictionary: int | None) -> bool:
        """Whether the values of a data page are such values, or nothing here can tell; `dictionary` is the page of its chunk."""
        key = number, column.at, dictionary
        if key not in self._decoded:
            numbers = [number] if dictionary is None else [dictionary, number]
            chunk = b"".join(map(self._bytes_of, numbers))
            self._decoded[key] = any(
                _decodes(chunk, column, codec) for codec in self.codecs_of(number, column)
            ) or any(self.is_damaged(it, column) for it in numbers)
        return self._decoded[key]

    def is_damaged(self, number: int, column: LostColumn) -> bool:
        """Whether a page does not match its CRC, or no codec that it may be compressed with opens it."""
        page = self.page(number)
        size = page.header.uncompressed_page_size
        body = page.body
        v2 = page.header.data_page_header_v2
        if page.header.type == PageType.DATA_PAGE_V2 and v2 is not None:
            levels = v2.repetition_levels_byte_length + v2.definition_levels_byte_length
            size, body = size - levels, body[levels:]
            if v2.is_compressed is False:
                return has_damaged_crc(page)
        if size <= 0 or not body:
            return has_damaged_crc(page)
        codecs = [codec for codec in self.codecs_of(number, column) if is_known(codec)]
        return has_damaged_crc(page) or not any(_opens(body, size, codec) for codec in codecs)

    def codecs_of(self, number: int, column: LostColumn) -> list[CompressionCodec]:
        """Those that a page may be compressed with, the likeliest first."""
        header = self.pages[number].header
        sizes = header.compressed_page_size, header.uncompressed_page_size
        plain = [CompressionCodec.UNCOMPRESSED] if sizes[0] == sizes[1] else []
        first = [column.codec] if column.codec is not None else []
        if first == [CompressionCodec.UNCOMPRESSED] and not plain:
            first = []
        return list(dict.fromkeys([*first, *plain, *_CODECS]))

    def page(self, number: int) -> Page:
        """With its body."""
        placed = self.pages[number]
        body = memoryview(self._read(placed.start, placed.end - placed.start))
        return Page(placed.header, placed.offset, placed.size, body)

    def _bytes_of(self, number: int) -> bytes:
        page = self.pages[number]
        return bytes(self._read(page.offset, page.size))

    def open_dictionary(self, number: int, codec: CompressionCodec) -> None:
        """Raises ChunkError for a dictionary page that does not come out of its compression."""
        placed = self.pages[number]
        if is_large(placed):
            try:
                open_large_body(self._read, placed, codec)
            except UnsplitPageError:
                pass  # as below
            else:
                return
        dictionary_of(self.page(number), codec, 0)

    def open_levels(self, number: int, codec: CompressionCodec, leaf: Leaf) -> tuple[Bytes, Bytes]:
        """Repetition and definition levels of a data page, of which all has come out of its compression. Raises ChunkError."""
        placed = self.pages[number]
        header = find_data_header(placed.header)
        if header is not None and is_large(placed):
            try:
                large = open_large_page(self._read, placed, header, codec, leaf)
            except (UnsplitPageError, UndecodedError):
                pass  # then what is wrong with it is said where it is read at once
            else:
                return large.repetition, large.definition
        data = data_of(self.page(number), codec, leaf, 0)
        return data.repetition, data.definition

    def _count_rows(
        self, number: int, data: DataPageHeader, column: LostColumn
    ) -> RowsOfPage | None:
        leaf = column.leaf
        for codec in self.codecs_of(number, column):
            if not is_known(codec):
                continue
            try:
                repetition, definition = self.open_levels(number, codec, leaf)
                counts = count_levels(repetition, data.num_values, leaf.max_repetition)
                count_levels(definition, data.num_values, leaf.max_definition)
                first = bytes(repetition[:16])
                begins = data.num_values > 0 and first_of(first, leaf.max_repetition) == 0
            except (ChunkError, LevelsError):
                continue
            return RowsOfPage(counts[0], begins)
        return None


def leave_out_empty_chunks(pages: Sequence[PlacedPage], *, is_cut: bool) -> list[PlacedPage]:
    """A chunk without rows is at most a dictionary without values, which no data page follows. At a cut, one may have been lost."""
    kept: list[PlacedPage] = []
    for number, page in enumerate(pages):
        dictionary = page.header.dictionary_page_header
        is_empty = dictionary is not None and dictionary.num_values == 0
        following = pages[number + 1] if number + 1 < len(pages) else None
        ends = (
            not is_cut if following is None else following.header.type == PageType.DICTIONARY_PAGE
        )
        if not (is_empty and ends):
            kept.append(page)
    return kept


def _decodes(chunk: bytes, column: LostColumn, codec: CompressionCodec) -> bool:
    assert column.element.type is not None  # as every leaf has
    meta = ColumnMetaData(
        type=column.element.type,
        encodings=[],
        path_in_schema=[],
        codec=codec,
        num_values=0,
        total_uncompressed_size=0,
        total_compressed_size=len(chunk),
        data_page_offset=0,
    )
    try:
        dense = read_dense_values(chunk, meta, column.leaf, 0)
    except UndecodedError:
        return True
    return (
        dense.is_whole and find_left_over(dense.pages, meta.type, column.leaf.type_length) is None
    )


def _opens(body: memoryview, size: int, codec: CompressionCodec) -> bool:
    try:
        decompress(codec, body, size)
    except CodecError:
        return False
    return True

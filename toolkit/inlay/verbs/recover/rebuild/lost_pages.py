"""The pages of a file whose footer is lost, and which columns each of them can be a page of."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from inlay.pages.engine.at_once import AT_ONCE
from inlay.pages.engine.chunk_pages import Page, data_of, dictionary_of, has_damaged_crc
from inlay.pages.engine.codecs import Bytes, CodecError, decompress, is_known
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.header_facts import HeaderFacts
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.levels import LevelsError, first_of
from inlay.pages.engine.page_levels import count_levels
from inlay.pages.engine.walk import ReadAt, find_data_header
from inlay.verbs.recover.rebuild.header_fit import fits_column
from inlay.verbs.recover.rebuild.lost_column import LostColumn
from inlay.verbs.recover.rebuild.page_table import PageTable
from inlay.verbs.recover.rebuild.plain_sizes import find_left_over
from parquet_format.parquet import ColumnMetaData, CompressionCodec, PageHeader

_CODECS: Final = (
    CompressionCodec.SNAPPY,
    CompressionCodec.ZSTD,
    CompressionCodec.GZIP,
    CompressionCodec.LZ4_RAW,
    CompressionCodec.LZ4,
    CompressionCodec.BROTLI,
)


NO_FIT: Final = -1
UNKNOWN: Final = -2
IN_LEVELS: Final = -3
"""A page that has to be read, before anybody knows."""


class LostPages:
    """By number, in the order of the file. What takes reading is remembered."""

    def __init__(
        self,
        pages: PageTable,
        read: ReadAt,
        footer_ends: Sequence[int] = (),
        *,
        ends_chunk: bool = False,
    ) -> None:
        self.ends_chunk = ends_chunk
        """Whether the last page is the last of its chunk: the dictionary of another follows, of which the header is there."""
        self.pages = pages.read_by(read)
        self.read = read
        self._footer_ends = footer_ends
        self._starts_of_files = frozenset(map(pages.find, footer_ends))
        self.facts = pages.list_facts()
        """What headers say, by the numbers that `pages` has of them."""
        self._rows: dict[tuple[int, int, int], int] = {}
        self.fits: dict[int, array[int]] = {}
        self._decoded: dict[tuple[int, int, int | None], bool] = {}

    def __len__(self) -> int:
        return len(self.pages)

    def part(self, first: int, end: int) -> LostPages:
        """Some of them, with numbers of their own."""
        ends_chunk = self.ends_chunk and end == len(self.pages)
        return LostPages(self.pages[first:end], self.read, self._footer_ends, ends_chunk=ends_chunk)

    def facts_of(self, number: int) -> HeaderFacts:
        return self.facts[self.pages.facts[number]]

    def is_dictionary(self, number: int) -> bool:
        return self.facts_of(number).is_dictionary

    def may_go_on(self, number: int) -> bool:
        """Whether this page may be of the chunk of the page before it: nothing stands between them."""
        return bool(self.going_on[number])

    @cached_property
    def going_on(self) -> bytes:
        """The same of all pages: 1 or 0."""
        ends = [-1, *map(self.pages.end_of, range(len(self.pages) - 1))]
        are_dictionaries = [it.is_dictionary for it in self.facts]
        return bytes(
            offset == end and not are_dictionaries[number]
            for offset, end, number in zip(self.pages.offsets, ends, self.pages.facts, strict=True)
        )

    def begins_file(self, number: int) -> bool:
        """Whether a footer stands before this page."""
        return number in self._starts_of_files

    def find_file(self, number: int) -> int:
        """The first page from this one on that begins a file, or the number of all."""
        return min((it for it in self._starts_of_files if it >= number), default=len(self.pages))

    @cached_property
    def roles(self) -> bytes:
        """What a page is, by what its header says: 1 for data, 2 for a dictionary."""
        return bytes(it.is_data + 2 * it.is_dictionary for it in self.facts)

    @property
    def may_end_in_list(self) -> bool:
        """Whether a list may go on behind the last page: of version 1, pages end where they are full."""
        last = self.facts_of(len(self.pages) - 1)
        return not self.ends_chunk and last.is_data and not last.is_version_2

    def list_fits(self, column: LostColumn, *, has_dictionary: bool) -> array[int]:
        """What `fit` says of pages with each of the facts, as far as that is known."""
        key = 2 * column.kind + has_dictionary
        fits = self.fits.get(key)
        if fits is None:
            fits = self.fits[key] = array("q", [UNKNOWN]) * len(self.facts)
        return fits

    def fit(self, number: int, column: LostColumn, *, has_dictionary: bool) -> int:
        """Twice the rows of a page of this column, and one more if a row begins with its first value; NO_FIT where the header, the size of
        the body or the levels cannot be those of one."""
        fits, of_page = self.list_fits(column, has_dictionary=has_dictionary), self.pages.facts
        rows = fits[of_page[number]]
        if rows == UNKNOWN:
            facts = self.facts_of(number)
            does_fit = fits_column(facts, column, has_dictionary=has_dictionary)
            rows = fits[of_page[number]] = _rows_of(facts, column) if does_fit else NO_FIT
        return self._count_rows(number, column) if rows == IN_LEVELS else rows

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
        page, facts = self.page(number), self.facts_of(number)
        levels = facts.repetition_bytes + facts.level_bytes
        size, body = facts.size - levels, page.body[levels:]
        if not facts.is_packed:
            return has_damaged_crc(page)
        if size <= 0 or not body:
            return has_damaged_crc(page)
        codecs = [codec for codec in self.codecs_of(number, column) if is_known(codec)]
        return has_damaged_crc(page) or not any(_opens(body, size, codec) for codec in codecs)

    def codecs_of(self, number: int, column: LostColumn) -> list[CompressionCodec]:
        """Those that a page may be compressed with, the likeliest first."""
        is_plain = self.pages.body_of(number) == self.facts_of(number).size
        plain = [CompressionCodec.UNCOMPRESSED] if is_plain else []
        first = [column.codec] if column.codec is not None else []
        if first == [CompressionCodec.UNCOMPRESSED] and not plain:
            first = []
        return list(dict.fromkeys([*first, *plain, *_CODECS]))

    def page(self, number: int) -> Page:
        """With its body."""
        data = self._bytes_of(number)
        header, start = PageHeader.decode_from(data)
        return Page(header, self.pages.offsets[number], len(data), memoryview(data)[start:])

    def _bytes_of(self, number: int) -> bytes:
        start = self.pages.offsets[number]
        return bytes(self.read(start, self.pages.end_of(number) - start))

    def open_dictionary(self, number: int, codec: CompressionCodec) -> None:
        """Raises ChunkError for a dictionary page that does not come out of its compression."""
        if self.facts_of(number).size > AT_ONCE:
            from inlay.pages.engine.large_page import open_large_body
            from inlay.pages.engine.page_bytes import UnsplitPageError

            try:
                open_large_body(self.read, self.pages[number], codec)
            except UnsplitPageError:
                pass  # as below
            else:
                return
        dictionary_of(self.page(number), codec, 0)

    def open_levels(self, number: int, codec: CompressionCodec, leaf: Leaf) -> tuple[Bytes, Bytes]:
        """Repetition and definition levels of a data page, of which all has come out of its compression. Raises ChunkError."""
        if self.facts_of(number).size > AT_ONCE:
            from inlay.pages.engine.large_page import open_large_page
            from inlay.pages.engine.page_bytes import UnsplitPageError

            placed = self.pages[number]
            header = find_data_header(placed.header)
            assert header is not None  # as every data page has
            try:
                large = open_large_page(self.read, placed, header, codec, leaf)
            except (UnsplitPageError, UndecodedError):
                pass  # then what is wrong with it is said where it is read at once
            else:
                return large.repetition, large.definition
        data = data_of(self.page(number), codec, leaf, 0)
        return data.repetition, data.definition

    def _count_rows(self, number: int, column: LostColumn) -> int:
        """As `fit` says it."""
        leaf = column.leaf
        key = number, leaf.max_repetition, leaf.max_definition
        if key not in self._rows:
            self._rows[key] = self._count_in_levels(number, column)
        return self._rows[key]

    def _count_in_levels(self, number: int, column: LostColumn) -> int:
        leaf, entries = column.leaf, self.facts_of(number).entries
        for codec in self.codecs_of(number, column):
            if not is_known(codec):
                continue
            try:
                repetition, definition = self.open_levels(number, codec, leaf)
                counts = count_levels(repetition, entries, leaf.max_repetition)
                count_levels(definition, entries, leaf.max_definition)
                first = bytes(repetition[:16])
                begins = entries > 0 and first_of(first, leaf.max_repetition) == 0
            except (ChunkError, LevelsError):
                continue
            return 2 * counts[0] + begins
        return NO_FIT


def _rows_of(facts: HeaderFacts, column: LostColumn) -> int:
    """As `fit` says it, of a page that fits."""
    if not facts.is_data:
        return 0
    if not column.leaf.max_repetition:
        return 2 * facts.entries + (facts.entries > 0)
    return 2 * facts.rows + (facts.rows > 0) if facts.is_version_2 else IN_LEVELS


def leave_out_empty_chunks(pages: PageTable, *, is_cut: bool) -> PageTable:
    """A chunk without rows is at most a dictionary without values, which no data page follows. At a cut, one may have been lost."""
    facts = pages.list_facts()
    if not any(it.is_dictionary and it.entries == 0 for it in facts):
        return pages
    kept: list[int] = []
    for number, own in enumerate(pages.facts):
        is_empty = facts[own].is_dictionary and facts[own].entries == 0
        following = pages.facts[number + 1] if number + 1 < len(pages) else None
        ends = not is_cut if following is None else facts[following].is_dictionary
        if not (is_empty and ends):
            kept.append(number)
    return pages.keep(kept)


def _decodes(chunk: bytes, column: LostColumn, codec: CompressionCodec) -> bool:
    from inlay.pages.engine.dense_values import read_dense_values  # by pyarrow

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

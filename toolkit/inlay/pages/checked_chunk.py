"""A column chunk on its way into another file: its parts one by one, each checked when it is read.

Its offsets are changed by whoever moves it, and its size, for a chunk may turn out to be longer than its metadata says.
"""

from __future__ import annotations

from typing import Final, TypeVar

from inlay.files.read_ahead import STEP, ReadAhead
from inlay.files.source import read_at
from inlay.pages.chunk_metadata import locate_pages, metadata_of
from inlay.pages.chunk_pages import place_pages
from inlay.pages.errors import ChunkError, PlacementRefusedError
from inlay.pages.page_list import PageList
from inlay.pages.piece import BLOOM_FILTER, CHUNK, COLUMN_INDEX, OFFSET_INDEX, Piece, PieceKind
from inlay.pages.plan import Move, Origin
from inlay.pages.walk import PlacedPage, ReadAt
from inlay_runtime.attempt import decode_or_none
from inlay_runtime.crc import crc32
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import (
    BloomFilterHeader,
    ColumnChunk,
    ColumnIndex,
    OffsetIndex,
    PageHeader,
    PageType,
)

Index = TypeVar("Index", ColumnIndex, OffsetIndex)

_BODY: Final = 4
"""Where data begins: behind the magic."""

_HEADER: Final = 256
"""More than the header of a Bloom filter has."""

_IN_MEMORY: Final = 16 << 20
"""Bytes of a chunk that is read once; a longer one is checked step by step, and read again when it is copied."""


class CheckedChunk:
    """Whoever takes its parts has seen that its pages lie in the source. `pages` are those that are known of it: `pages()`
    fills the list, and its indexes are held against it."""

    __slots__ = ("_chunk", "_end", "_meta", "_origin", "_pages", "_start")

    def __init__(self, origin: Origin, chunk: ColumnChunk, pages: PageList) -> None:
        self._origin = origin
        self._chunk = chunk
        self._meta = metadata_of(chunk)
        self._start, self._end = locate_pages(self._meta)
        self._pages = pages

    @property
    def _name(self) -> str:
        path = ".".join(self._meta.path_in_schema)
        return f"{self._origin.source.name}: column {path} in row group {self._origin.place[0]}"

    def pages(self) -> Move:
        """Raises ChunkError for pages that do not fill the chunk, or do not match their CRC; PlacementRefusedError."""
        file = self._origin.source.source
        size = self._end - self._start
        data = read_at(file, self._start, size) if size <= _IN_MEMORY else b""
        try:
            self._check(data)
        except ChunkError as error:
            data += self._forgotten_header(data, error)
        self._check_offsets()
        return self._move(CHUNK, self._start, self._end, data)

    def bloom_filter(self) -> Move | None:
        """A wrong one would hide rows."""
        meta = self._meta
        if meta.bloom_filter_offset is None:
            return None
        offset = meta.bloom_filter_offset
        left = self._origin.source.footer - offset
        head = self._part("Bloom filter", offset, min(_HEADER, left))
        try:
            header, start = BloomFilterHeader.decode_from(head)
        except DecodeError as error:
            raise self._refusal(f"its Bloom filter is damaged: {error}") from error
        # Old writers say only where it begins.
        length = meta.bloom_filter_length
        if header.numBytes < 0 or length not in (None, start + header.numBytes):
            raise self._refusal(f"its Bloom filter at {offset:,} has {header.numBytes:,} bytes")
        data = self._part("Bloom filter", offset, start + header.numBytes)
        return self._move_part(BLOOM_FILTER, offset, data)

    def column_index(self) -> Move | None:
        chunk = self._chunk
        if chunk.column_index_offset is None or not chunk.column_index_length:
            return None
        data = self._part("column index", chunk.column_index_offset, chunk.column_index_length)
        index = self._decode("column index", ColumnIndex, data)
        count = self._pages.data_count
        if len(index.null_pages) != count:
            raise self._refusal(
                f"its column index tells of {len(index.null_pages):,} pages, and there are {count:,}"
            )
        return self._move_part(COLUMN_INDEX, chunk.column_index_offset, data)

    def offset_index(self) -> Move | None:
        """The one index that holds offsets itself."""
        chunk = self._chunk
        if chunk.offset_index_offset is None or not chunk.offset_index_length:
            return None
        data = self._part("offset index", chunk.offset_index_offset, chunk.offset_index_length)
        index = self._decode("offset index", OffsetIndex, data)
        locations = [(page.offset, page.compressed_page_size) for page in index.page_locations]
        if locations != self._pages.data_pages:
            raise self._refusal("its offset index lists other pages than there are")
        return self._move_part(OFFSET_INDEX, chunk.offset_index_offset, data, index)

    def _move_part(
        self, kind: PieceKind, start: int, data: bytes, index: OffsetIndex | None = None
    ) -> Move:
        return self._move(kind, start, start + len(data), data, index)

    def _move(
        self, kind: PieceKind, start: int, end: int, data: bytes, index: OffsetIndex | None = None
    ) -> Move:
        source, place = self._origin
        return Move(source, Piece(kind, start, end, place, end), data, index)

    def _check(self, data: bytes) -> None:
        """The pages in `data`, or without it in the file."""
        read = self._reader(data)
        end = self._start + len(data) if data else self._end
        self._pages.clear()
        for page in place_pages(read, self._start, end, self._meta):
            self._pages.add(page)
            expected = page.header.crc
            if expected is not None and _crc_of(page, read) != expected & 0xFFFFFFFF:
                raise ChunkError("a page does not match its CRC", page.offset)

    def _reader(self, data: bytes) -> ReadAt:
        if data:
            view, first = memoryview(data), self._start
            return lambda offset, size: view[offset - first : offset - first + size]
        ahead = ReadAhead(self._origin.source.source)
        return lambda offset, size: read_at(ahead, offset, size)

    def _forgotten_header(self, data: bytes, error: ChunkError) -> bytes:
        """parquet-mr 1.2.8 and older did not count the header of the dictionary page. Raises the error where that does not
        explain it."""
        source = self._origin.source
        left = source.footer - self._end
        first = data[:_HEADER] or read_at(source.source, self._start, _HEADER)
        more = read_at(source.source, self._end, min(_dictionary_header(first), left))
        end = self._end
        try:
            if not more:
                raise error
            self._end += len(more)
            self._check(data + more if data else b"")
        except ChunkError:
            self._end = end
            raise ChunkError(f"{self._name}: {error.what}", error.offset) from error
        return more if data else b""

    def _check_offsets(self) -> None:
        """Writers say 0 for a kind of page that there is not."""
        for offset, what in (
            (self._meta.data_page_offset, "data page"),
            (self._meta.dictionary_page_offset, "dictionary page"),
            (self._meta.index_page_offset, "index page"),
        ):
            if offset and self._pages and not self._pages.has(offset):
                raise self._refusal(f"its {what} at {offset:,} is none of its pages")

    def _part(self, what: str, offset: int, length: int) -> bytes:
        source = self._origin.source
        if length < 0 or offset < _BODY or offset + length > source.footer:
            raise self._refusal(f"its {what} at {offset:,} is not before the footer")
        data = read_at(source.source, offset, length)
        if len(data) < length:
            raise ChunkError(f"{self._name}: the file ends before it should", offset + len(data))
        return data

    def _decode(self, what: str, cls: type[Index], data: bytes) -> Index:
        try:
            index, end = cls.decode_from(data)
        except DecodeError as error:
            raise self._refusal(f"its {what} is damaged: {error}") from error
        if end != len(data):
            raise self._refusal(f"its {what} is damaged: it ends {len(data) - end:,} bytes early")
        return index

    def _refusal(self, what: str) -> PlacementRefusedError:
        return PlacementRefusedError(f"{self._name}: {what}")


def _crc_of(page: PlacedPage, read: ReadAt) -> int:
    crc, at = 0, page.start
    while at < page.end:
        data = read(at, min(STEP, page.end - at))
        if not data:
            raise ChunkError("the file ends before it should", at)
        crc = crc32(data, crc)
        at += len(data)
    return crc


def _dictionary_header(data: bytes) -> int:
    """Its length; 0 where the first page is none."""
    if (decoded := decode_or_none(PageHeader, data)) is None:
        return 0
    header, start = decoded
    return start if header.type == PageType.DICTIONARY_PAGE else 0

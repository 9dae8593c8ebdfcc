"""A column chunk on its way into another file: its parts one by one, each checked when it is read.

Its offsets are changed by whoever moves it, except that a chunk may turn out to be longer than its metadata says.
"""

from __future__ import annotations

from typing import Final, TypeVar

from inlay.files.source import read_at
from inlay.pages.chunk_metadata import locate_pages, metadata_of
from inlay.pages.chunk_pages import is_damaged, place_pages
from inlay.pages.errors import ChunkError, LayoutRefusedError
from inlay.pages.piece import BLOOM_FILTER, CHUNK, COLUMN_INDEX, OFFSET_INDEX, Piece, PieceKind
from inlay.pages.plan import Move, Origin
from inlay.pages.walk import DATA
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


class CheckedChunk:
    """Whoever takes its parts has seen that its pages lie in the source. `pages` comes first."""

    def __init__(self, origin: Origin, chunk: ColumnChunk) -> None:
        self._origin = origin
        self._chunk = chunk
        self._meta = metadata_of(chunk)
        self._start, self._end = locate_pages(self._meta)
        path = ".".join(self._meta.path_in_schema)
        self._name = f"column {path} in row group {origin.place[0]}"
        self._sizes: dict[int, int] = {}
        """Of all pages by their offsets."""
        self._data_pages: list[int] = []

    def pages(self) -> Move:
        """Raises ChunkError for pages that do not fill the chunk, or do not match their CRC; LayoutRefusedError."""
        data = read_at(self._origin.source.source, self._start, self._end - self._start)
        try:
            self._walk(data)
        except ChunkError as error:
            data = self._with_forgotten_header(data, error)
        self._check_offsets()
        return self._move(CHUNK, self._start, data)

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
        return self._move(BLOOM_FILTER, offset, data)

    def column_index(self) -> Move | None:
        chunk = self._chunk
        if chunk.column_index_offset is None or not chunk.column_index_length:
            return None
        data = self._part("column index", chunk.column_index_offset, chunk.column_index_length)
        index = self._decode("column index", ColumnIndex, data)
        if len(index.null_pages) != len(self._data_pages):
            raise self._refusal(
                f"its column index tells of {len(index.null_pages):,} pages, and there are "
                f"{len(self._data_pages):,}"
            )
        return self._move(COLUMN_INDEX, chunk.column_index_offset, data)

    def offset_index(self) -> Move | None:
        """The one index that holds offsets itself."""
        chunk = self._chunk
        if chunk.offset_index_offset is None or not chunk.offset_index_length:
            return None
        data = self._part("offset index", chunk.offset_index_offset, chunk.offset_index_length)
        index = self._decode("offset index", OffsetIndex, data)
        locations = [(page.offset, page.compressed_page_size) for page in index.page_locations]
        if locations != [(offset, self._sizes[offset]) for offset in self._data_pages]:
            raise self._refusal("its offset index lists other pages than there are")
        return self._move(OFFSET_INDEX, chunk.offset_index_offset, data, index)

    def _move(
        self, kind: PieceKind, start: int, data: bytes, index: OffsetIndex | None = None
    ) -> Move:
        end = start + len(data)
        source, place = self._origin
        return Move(source, Piece(kind, start, end, place, end), data, index)

    def _walk(self, data: bytes) -> None:
        self._sizes.clear()
        self._data_pages.clear()
        view, first = memoryview(data), self._start
        for header, offset, start, end in place_pages(view, self._meta, first):
            crc = header.crc
            if crc is not None and is_damaged(crc, view[start - first : end - first]):
                raise ChunkError("a page does not match its CRC", offset)
            self._sizes[offset] = end - offset
            if header.type in DATA:
                self._data_pages.append(offset)

    def _with_forgotten_header(self, data: bytes, error: ChunkError) -> bytes:
        """parquet-mr 1.2.8 and older did not count the header of the dictionary page. Raises the error where that does not
        explain it."""
        source = self._origin.source
        left = source.footer - self._end
        more = read_at(source.source, self._end, min(_dictionary_header(data), left))
        try:
            if not more:
                raise error
            self._walk(data + more)
        except ChunkError:
            raise ChunkError(f"{self._name}: {error.what}", error.offset) from error
        self._end += len(more)
        self._meta.total_compressed_size += len(more)
        self._meta.total_uncompressed_size += len(more)
        return data + more

    def _check_offsets(self) -> None:
        """Writers say 0 for a kind of page that there is not."""
        for offset, what in (
            (self._meta.data_page_offset, "data page"),
            (self._meta.dictionary_page_offset, "dictionary page"),
            (self._meta.index_page_offset, "index page"),
        ):
            if offset and self._sizes and offset not in self._sizes:
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

    def _refusal(self, what: str) -> LayoutRefusedError:
        return LayoutRefusedError(f"{self._name}: {what}")


def _dictionary_header(data: bytes) -> int:
    """Its length; 0 where the first page is none."""
    try:
        header, start = PageHeader.decode_from(data)
    except DecodeError:
        return 0
    return start if header.type == PageType.DICTIONARY_PAGE else 0

"""A column chunk on its way into another file: its bytes as they are, its offsets as they are there.

First the pages of all chunks go, then, kind by kind, what belongs to them and stands behind.
"""

from __future__ import annotations

from typing import Final, TypeVar
from zlib import crc32

from inlay.encoding.body import pages_extent
from inlay.encoding.errors import ChunkError, LayoutRefusedError
from inlay.encoding.pages import pages_of
from inlay.encoding.sink import Sink
from inlay.encoding.thrift_file import ThriftFile
from inlay.files.source import read_at
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import (
    BloomFilterHeader,
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    OffsetIndex,
    PageHeader,
    PageType,
)

Index = TypeVar("Index", ColumnIndex, OffsetIndex)

_BODY: Final = 4
"""Where data begins: behind the magic."""

_HEADER: Final = 256
"""More than the header of a Bloom filter has."""


class MovedChunk:
    """Whoever moves it has seen that its pages lie in `file`; `chunk` is changed."""

    def __init__(self, file: ThriftFile, chunk: ColumnChunk, group: int, sink: Sink) -> None:
        assert chunk.meta_data is not None
        self._file = file
        self._chunk = chunk
        self._meta = chunk.meta_data
        self._sink = sink
        self._start, self._end = pages_extent(self._meta)
        self._name = f"column {'.'.join(self._meta.path_in_schema)} in row group {group}"
        self._shift = 0
        self._sizes: dict[int, int] = {}
        """Of all pages by their offsets."""
        self._data_pages: list[int] = []

    def pages(self) -> None:
        """Raises ChunkError for pages that do not fill the chunk, or do not match their CRC; LayoutRefusedError."""
        data = read_at(self._file.source, self._start, self._end - self._start)
        try:
            self._walk(data)
        except ChunkError as error:
            data = self._with_forgotten_header(data, error)
        self._shift = self._sink.size - self._start
        self._sink.write(data)
        self._move_offsets()

    def bloom_filter(self) -> None:
        """A wrong one would hide rows."""
        meta = self._meta
        if meta.bloom_filter_offset is None:
            return
        offset = meta.bloom_filter_offset
        head = self._part("Bloom filter", offset, min(_HEADER, self._file.footer - offset))
        try:
            header, start = BloomFilterHeader.decode_from(head)
        except DecodeError as error:
            raise self._refused(f"its Bloom filter is damaged: {error}") from error
        # Old writers say only where it begins.
        length = meta.bloom_filter_length
        if header.numBytes < 0 or length not in (None, start + header.numBytes):
            raise self._refused(f"its Bloom filter at {offset:,} has {header.numBytes:,} bytes")
        data = self._part("Bloom filter", offset, start + header.numBytes)
        meta.bloom_filter_offset = self._sink.size
        self._sink.write(data)

    def column_index(self) -> None:
        chunk = self._chunk
        if chunk.column_index_offset is None or not chunk.column_index_length:
            chunk.column_index_offset = chunk.column_index_length = None
            return
        data = self._part("column index", chunk.column_index_offset, chunk.column_index_length)
        index = self._decoded("column index", ColumnIndex, data)
        if len(index.null_pages) != len(self._data_pages):
            raise self._refused(
                f"its column index tells of {len(index.null_pages):,} pages, and there are "
                f"{len(self._data_pages):,}"
            )
        chunk.column_index_offset = self._sink.size
        self._sink.write(data)

    def offset_index(self) -> None:
        """The one index that holds offsets itself."""
        chunk = self._chunk
        if chunk.offset_index_offset is None or not chunk.offset_index_length:
            chunk.offset_index_offset = chunk.offset_index_length = None
            return
        data = self._part("offset index", chunk.offset_index_offset, chunk.offset_index_length)
        index = self._decoded("offset index", OffsetIndex, data)
        told = [(one.offset, one.compressed_page_size) for one in index.page_locations]
        if told != [(offset, self._sizes[offset]) for offset in self._data_pages]:
            raise self._refused("its offset index tells of other pages than there are")
        for location in index.page_locations:
            location.offset += self._shift
        made = index.encode()
        chunk.offset_index_offset, chunk.offset_index_length = self._sink.size, len(made)
        self._sink.write(made)

    def _walk(self, data: bytes) -> None:
        self._sizes.clear()
        self._data_pages.clear()
        for page in pages_of(data, self._meta, self._start):
            offset = self._start + page.offset
            crc = page.header.crc
            if crc is not None and crc32(page.body) != crc & 0xFFFFFFFF:
                raise ChunkError("a page does not match its CRC", offset)
            self._sizes[offset] = page.size
            if page.is_data:
                self._data_pages.append(offset)

    def _with_forgotten_header(self, data: bytes, error: ChunkError) -> bytes:
        """parquet-mr 1.2.8 and older did not count the header of the dictionary page. Raises the error where that does not
        explain it."""
        left = self._file.footer - self._end
        more = read_at(self._file.source, self._end, min(_dictionary_header(data), left))
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

    def _move_offsets(self) -> None:
        meta, chunk = self._meta, self._chunk
        meta.data_page_offset = self._moved(meta.data_page_offset, "data page")
        if meta.dictionary_page_offset is not None:
            offset = self._moved(meta.dictionary_page_offset, "dictionary page")
            meta.dictionary_page_offset = offset
        if meta.index_page_offset is not None:
            meta.index_page_offset = self._moved(meta.index_page_offset, "index page")
        # "In no cases should readers use this"; some writers point it behind the pages.
        is_there = chunk.file_offset and self._start <= chunk.file_offset <= self._end
        chunk.file_offset = chunk.file_offset + self._shift if is_there else 0

    def _moved(self, offset: int, what: str) -> int:
        """Writers say 0 for a kind of page that there is not."""
        if not offset:
            return 0
        if not self._sizes:
            return self._sink.size
        if offset not in self._sizes:
            raise self._refused(f"its {what} at {offset:,} is none of its pages")
        return offset + self._shift

    def _part(self, what: str, offset: int, length: int) -> bytes:
        if length < 0 or offset < _BODY or offset + length > self._file.footer:
            raise self._refused(f"its {what} at {offset:,} is not before the footer")
        data = read_at(self._file.source, offset, length)
        if len(data) < length:
            raise ChunkError(f"{self._name}: the file ends before it should", offset + len(data))
        return data

    def _decoded(self, what: str, cls: type[Index], data: bytes) -> Index:
        try:
            index, end = cls.decode_from(data)
        except DecodeError as error:
            raise self._refused(f"its {what} is damaged: {error}") from error
        if end != len(data):
            raise self._refused(f"its {what} is damaged: it ends {len(data) - end:,} bytes early")
        return index

    def _refused(self, what: str) -> LayoutRefusedError:
        return LayoutRefusedError(f"{self._name}: {what}")


def _dictionary_header(data: bytes) -> int:
    """Its length; 0 where the first page is none."""
    try:
        header, start = PageHeader.decode_from(data)
    except DecodeError:
        return 0
    return start if header.type == PageType.DICTIONARY_PAGE else 0


def metadata_of(chunk: ColumnChunk) -> ColumnMetaData:
    assert chunk.meta_data is not None  # `movable` refuses a file where it is missing
    return chunk.meta_data

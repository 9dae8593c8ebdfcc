"""A file taken apart into what it states, and put together again: every offset and size follows what lies before it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Self

from parquet_format.parquet import (
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    DataPageHeader,
    DataPageHeaderV2,
    FileMetaData,
    OffsetIndex,
    PageHeader,
    PageType,
    Statistics,
)


class Page(NamedTuple):
    header: PageHeader
    body: bytes

    @property
    def statement(self) -> DataPageHeader | DataPageHeaderV2:
        """What the header of a data page says of its values."""
        inner = self.header.data_page_header or self.header.data_page_header_v2
        assert inner is not None
        return inner


@dataclass
class Chunk:
    """A column chunk. `bloom` is its Bloom filter with the header."""

    stated: ColumnChunk
    pages: list[Page]
    column_index: ColumnIndex | None = None
    offset_index: OffsetIndex | None = None
    bloom: bytes = b""

    @property
    def meta(self) -> ColumnMetaData:
        assert self.stated.meta_data is not None
        return self.stated.meta_data

    @property
    def statistics(self) -> Statistics:
        assert isinstance(self.meta.statistics, Statistics)
        return self.meta.statistics

    @property
    def index(self) -> ColumnIndex:
        assert self.column_index is not None
        return self.column_index

    @property
    def offsets(self) -> OffsetIndex:
        assert self.offset_index is not None
        return self.offset_index

    @property
    def data_pages(self) -> list[Page]:
        return [page for page in self.pages if page.header.type != PageType.DICTIONARY_PAGE]


@dataclass
class Parts:
    """What a file says, and the pages that it says it of."""

    footer: FileMetaData
    groups: list[list[Chunk]] = field(default_factory=list)

    @classmethod
    def of(cls, data: bytes) -> Self:
        footer = FileMetaData.decode(data[-8 - int.from_bytes(data[-8:-4], "little") : -8])
        groups = [
            [_chunk_of(data, chunk) for chunk in group.columns] for group in footer.row_groups
        ]
        return cls(footer, groups)

    def chunk(self, column: str, group: int = -1) -> Chunk:
        """The one of a leaf, by the names of its path with dots between; of the last row group if none is named."""
        (chunk,) = [
            chunk for chunk in self.groups[group] if ".".join(chunk.meta.path_in_schema) == column
        ]
        return chunk

    def joined(self) -> bytes:
        data = bytearray(b"PAR1")
        for group, chunks in zip(self.footer.row_groups, self.groups, strict=True):
            start = len(data)
            for chunk in chunks:
                group.total_byte_size += _put_pages(data, chunk)
            if group.file_offset is not None:
                group.file_offset = start
            if group.total_compressed_size is not None:
                group.total_compressed_size = len(data) - start
        every = [chunk for chunks in self.groups for chunk in chunks]
        for chunk in every:
            if chunk.bloom:
                chunk.meta.bloom_filter_offset = len(data)
                data += chunk.bloom
        for chunk in every:
            if chunk.column_index is not None:
                encoded = chunk.column_index.encode()
                chunk.stated.column_index_offset = len(data)
                chunk.stated.column_index_length = len(encoded)
                data += encoded
        for chunk in every:
            if chunk.offset_index is not None:
                encoded = chunk.offset_index.encode()
                chunk.stated.offset_index_offset = len(data)
                chunk.stated.offset_index_length = len(encoded)
                data += encoded
        footer = self.footer.encode()
        return bytes(data + footer + len(footer).to_bytes(4, "little") + b"PAR1")


def _chunk_of(data: bytes, stated: ColumnChunk) -> Chunk:
    meta = stated.meta_data
    assert meta is not None
    at = meta.dictionary_page_offset or meta.data_page_offset
    end = at + meta.total_compressed_size
    chunk = Chunk(stated, [])
    while at < end:
        header, body = PageHeader.decode_from(data, at)
        at = body + header.compressed_page_size
        chunk.pages.append(Page(header, data[body:at]))
    if (start := stated.column_index_offset) is not None:
        chunk.column_index = ColumnIndex.decode(
            data[start : start + (stated.column_index_length or 0)]
        )
    if (start := stated.offset_index_offset) is not None:
        chunk.offset_index = OffsetIndex.decode(
            data[start : start + (stated.offset_index_length or 0)]
        )
    if (start := meta.bloom_filter_offset) is not None:
        chunk.bloom = data[start : start + (meta.bloom_filter_length or 0)]
    return chunk


def _put_pages(data: bytearray, chunk: Chunk) -> int:
    """What the footer and the offset index say of where pages lie follows; sizes grow by what headers grow, which is returned."""
    meta, start = chunk.meta, len(data)
    data_pages = 0
    for page in chunk.pages:
        at = len(data)
        data += page.header.encode() + page.body
        if page.header.type == PageType.DICTIONARY_PAGE:
            meta.dictionary_page_offset = at
            continue
        if not data_pages:
            meta.data_page_offset = at
        if chunk.offset_index is not None:
            location = chunk.offset_index.page_locations[data_pages]
            location.offset, location.compressed_page_size = at, len(data) - at
        data_pages += 1
    growth = len(data) - start - meta.total_compressed_size
    meta.total_compressed_size += growth
    meta.total_uncompressed_size += growth
    return growth
